# RUN: %check_rule %s liger/rms_norm_gemma %t
"""Gemma's RMSNorm: one plus the weight, cast last."""
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.zeros(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        output = self._norm(x.float())
        # Llama does x.to(float16) * w whilst Gemma is (x * w).to(float16)
        output = output * (1.0 + self.weight.float())
        return output.type_as(x)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply [liger/rms_norm_gemma]


class Flat(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        dtype = x.dtype
        x = x.to(torch.float32)
        y = x * torch.rsqrt((x**2).mean(-1, keepdim=True) + 1e-6)
        return ((self.weight.float() + 1.0) * y).to(dtype)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.rms_norm.LigerRMSNormFunction.apply [liger/rms_norm_gemma]


class NoOffset(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        y = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6)
        return (y * self.weight.float()).type_as(x)


class OffsetTwo(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        y = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6)
        return (y * (2.0 + self.weight.float())).type_as(x)

# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: from liger_kernel.ops.rms_norm import LigerRMSNormFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         # Llama does x.to(float16) * w whilst Gemma is (x * w).to(float16)
# CHECK-FIXES-NEXT:         return LigerRMSNormFunction.apply(x, self.weight, self.eps, 1.0, "gemma", False)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         return LigerRMSNormFunction.apply(x, self.weight, 1e-6, 1.0, "gemma", False)
# CHECK-FIXES-EMPTY:
