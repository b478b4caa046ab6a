# RUN: %check_rule %s liger/rms_norm %t
"""Llama's RMSNorm: cast back before the weight."""
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
        return self.weight * hidden_states.to(input_dtype)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: guarded: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply, if self.weight.dtype == hidden_states.dtype [liger/rms_norm]


class Short(nn.Module):
    """One expression through a helper, other spellings."""

    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))

    def normalise(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + 1e-5)

    def forward(self, x):
        return self.normalise(x.float()).type_as(x) * self.scale
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: guarded: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply, if self.scale.dtype == x.dtype [liger/rms_norm]


class Gemma(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        output = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)
        return (output * (1.0 + self.weight.float())).type_as(x)


class CastLast(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        h = x.to(torch.float32)
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + self.eps)
        return (self.weight * h).to(x.dtype)


class EpsOutside(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        h = x.to(torch.float32)
        h = h / (torch.sqrt(h.pow(2).mean(-1, keepdim=True)) + self.eps)
        return self.weight * h.to(x.dtype)


class Centred(nn.Module):
    """Cohere's: the mean is subtracted."""

    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        h = x.to(torch.float32)
        h = h - h.mean(-1, keepdim=True)
        h = (h - 1) * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.weight * h.to(x.dtype)


class NotAParameter(nn.Module):
    def forward(self, x, weight):
        h = x.to(torch.float32)
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + 1e-6)
        return weight * h.to(x.dtype)

# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: from liger_kernel.ops.rms_norm import LigerRMSNormFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:     def forward(self, hidden_states):
# CHECK-FIXES-NEXT:         if self.weight.dtype == hidden_states.dtype:
# CHECK-FIXES-NEXT:             return LigerRMSNormFunction.apply(
# CHECK-FIXES-NEXT:                 hidden_states, self.weight, self.variance_epsilon, 0.0, "llama", False
# CHECK-FIXES-NEXT:             )
# CHECK-FIXES-NEXT:         input_dtype = hidden_states.dtype
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         if self.scale.dtype == x.dtype:
# CHECK-FIXES-NEXT:             return LigerRMSNormFunction.apply(x, self.scale, 1e-5, 0.0, "llama", False)
# CHECK-FIXES-NEXT:         return self.normalise(x.float()).type_as(x) * self.scale
