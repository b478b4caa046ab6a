# RUN: %check_rule %s liger/rms_norm_cast_last %t
"""OLMo 2's RMSNorm: the weight in float32, cast last."""
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        input_dtype = hidden_states.dtype
        hidden_states = hidden_states.to(torch.float32)
        variance = hidden_states.pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        return (self.weight * hidden_states).to(input_dtype)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply [liger/rms_norm_cast_last]


class Llama(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        input_dtype = hidden_states.dtype
        hidden_states = hidden_states.to(torch.float32)
        variance = hidden_states.pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        return self.weight * hidden_states.to(input_dtype)


class OtherDtype(nn.Module):
    """Cast to the weight's dtype, not to the input's."""

    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.eps = eps

    def forward(self, x):
        h = x.to(torch.float32)
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + self.eps)
        return (self.weight * h).to(self.weight.dtype)

# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: from liger_kernel.ops.rms_norm import LigerRMSNormFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:     def forward(self, hidden_states):
# CHECK-FIXES-NEXT:         return LigerRMSNormFunction.apply(
# CHECK-FIXES-NEXT:             hidden_states, self.weight, self.variance_epsilon, 0.0, "gemma", False
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-EMPTY:
