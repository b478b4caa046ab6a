# RUN: %check_rule %s paper/softmax %t
"""Softmax over the last axis in every spelling; other axes are refused."""
import torch
import torch.nn as tnn
import torch.nn.functional as F
from torch import nn
from torch.nn.functional import softmax as sm


class Spellings(nn.Module):
    def __init__(self):
        super().__init__()
        self.probs = nn.Softmax(dim=-1)

    def functional(self, scores):
        return nn.functional.softmax(scores, dim=-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def positional(self, scores):
        # the last axis
        return F.softmax(scores, -1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def keyword(self, scores):
        return torch.softmax(input=scores, dim=-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def method(self, scores):
        return scores.softmax(-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def imported(self, scores):
        return sm(scores, dim=-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def member(self, scores):
        return self.probs(scores)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def call_of_call(self, scores):
        return tnn.Softmax(dim=-1)(scores)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def nested(self, scores, value):
        return torch.matmul(F.softmax(scores / 2.0, dim=-1).to(value.dtype), value)
        # CHECK-MESSAGES: :[[@LINE-1]]:29: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def cast(self, scores):
        weights = nn.functional.softmax(scores, dim=-1, dtype=torch.float32).to(scores.dtype)
        # CHECK-MESSAGES: :[[@LINE-1]]:19: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]
        return weights

    def several_lines(self, scores):
        weights = nn.functional.softmax(
            scores,  # before the mask
            dim=-1,
        )
        # CHECK-MESSAGES: :[[@LINE-4]]:19: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]
        return weights

    def two(self, a, b):
        return F.softmax(a, dim=-1) + F.softmax(b, dim=-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]
        # CHECK-MESSAGES: :[[@LINE-2]]:39: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    @torch.no_grad()
    def decorated(self, scores):
        return F.softmax(scores, dim=-1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

    def known_rank(self, q, k):
        scores = torch.einsum("bhid,bhjd->bhij", q, k)
        return F.softmax(scores, dim=3)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]


class NearMisses(nn.Module):
    def other_axis(self, scores):
        return F.softmax(scores, dim=-2)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: refused: the kernel normalises the last axis only [paper/softmax]

    def unknown_rank(self, scores):
        return F.softmax(scores, dim=1)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: guarded: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply, if scores.dim() == 2 [paper/softmax]

    def unknown_axis(self, scores, dim):
        return F.softmax(scores, dim=dim)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: guarded: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply, if dim in (-1, scores.dim() - 1) [paper/softmax]

    def no_axis(self, scores):
        return F.softmax(scores)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: refused: the kernel normalises the last axis only [paper/softmax]

    def log(self, scores):
        return F.log_softmax(scores, dim=-1)

    def own(self, scores):
        return softmax(scores, dim=-1)


def softmax(x, dim):
    return x.exp() / x.exp().sum(dim, keepdim=True)


def module_level(scores):
    return torch.softmax(scores, dim=-1)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: remark: applied: liger_kernel.ops.softmax.LigerSoftmaxFunction.apply [paper/softmax]

# CHECK-FIXES: import torch.nn.functional as F
# CHECK-FIXES-NEXT: from liger_kernel.ops.softmax import LigerSoftmaxFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:     def functional(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         # the last axis
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def keyword(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def method(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def imported(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def member(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def call_of_call(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def nested(self, scores, value):
# CHECK-FIXES-NEXT:         return torch.matmul(LigerSoftmaxFunction.apply(scores / 2.0).to(value.dtype), value)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def cast(self, scores):
# CHECK-FIXES-NEXT:         weights = LigerSoftmaxFunction.apply(scores.to(torch.float32)).to(scores.dtype)
# CHECK-FIXES-NEXT:         return weights
#
# CHECK-FIXES:     def several_lines(self, scores):
# CHECK-FIXES-NEXT:         # before the mask
# CHECK-FIXES-NEXT:         weights = LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-NEXT:         return weights
#
# CHECK-FIXES:     def two(self, a, b):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(a) + LigerSoftmaxFunction.apply(b)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:     def decorated(self, scores):
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         scores = torch.einsum("bhid,bhjd->bhij", q, k)
# CHECK-FIXES-NEXT:         return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:     def unknown_rank(self, scores):
# CHECK-FIXES-NEXT:         if scores.dim() == 2:
# CHECK-FIXES-NEXT:             return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-NEXT:         return F.softmax(scores, dim=1)
#
# CHECK-FIXES:     def unknown_axis(self, scores, dim):
# CHECK-FIXES-NEXT:         if dim in (-1, scores.dim() - 1):
# CHECK-FIXES-NEXT:             return LigerSoftmaxFunction.apply(scores)
# CHECK-FIXES-NEXT:         return F.softmax(scores, dim=dim)
#
# CHECK-FIXES: def module_level(scores):
# CHECK-FIXES-NEXT:     return LigerSoftmaxFunction.apply(scores)
