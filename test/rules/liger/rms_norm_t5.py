# RUN: %check_rule %s liger/rms_norm_t5 %t
"""T5's RMSNorm: cast to the weight's dtype if that is half."""
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        # no mean, no bias
        variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)

        # convert into half-precision if necessary
        if self.weight.dtype in [torch.float16, torch.bfloat16]:
            hidden_states = hidden_states.to(self.weight.dtype)

        return self.weight * hidden_states
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: guarded: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply, if self.weight.dtype == hidden_states.dtype [liger/rms_norm_t5]


class OnlyHalf(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        if self.weight.dtype == torch.float16:
            hidden_states = hidden_states.to(torch.float16)
        return self.weight * hidden_states

# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: from liger_kernel.ops.rms_norm import LigerRMSNormFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:         # no mean, no bias
# CHECK-FIXES-NEXT:         if self.weight.dtype == hidden_states.dtype:
# CHECK-FIXES-NEXT:             return LigerRMSNormFunction.apply(
# CHECK-FIXES-NEXT:                 hidden_states, self.weight, self.variance_epsilon, 0.0, "llama", False
# CHECK-FIXES-NEXT:             )
# CHECK-FIXES-NEXT:         variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
