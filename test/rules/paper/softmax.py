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

    def positional(self, scores):
        # the last axis
        return F.softmax(scores, -1)

    def keyword(self, scores):
        return torch.softmax(input=scores, dim=-1)

    def method(self, scores):
        return scores.softmax(-1)

    def imported(self, scores):
        return sm(scores, dim=-1)

    def member(self, scores):
        return self.probs(scores)

    def call_of_call(self, scores):
        return tnn.Softmax(dim=-1)(scores)

    def nested(self, scores, value):
        return torch.matmul(F.softmax(scores / 2.0, dim=-1).to(value.dtype), value)

    def cast(self, scores):
        weights = nn.functional.softmax(scores, dim=-1, dtype=torch.float32).to(scores.dtype)
        return weights

    def several_lines(self, scores):
        weights = nn.functional.softmax(
            scores,  # before the mask
            dim=-1,
        )
        return weights

    def two(self, a, b):
        return F.softmax(a, dim=-1) + F.softmax(b, dim=-1)

    @torch.no_grad()
    def decorated(self, scores):
        return F.softmax(scores, dim=-1)

    def known_rank(self, q, k):
        scores = torch.einsum("bhid,bhjd->bhij", q, k)
        return F.softmax(scores, dim=3)


class NearMisses(nn.Module):
    def other_axis(self, scores):
        return F.softmax(scores, dim=-2)

    def unknown_rank(self, scores):
        return F.softmax(scores, dim=1)

    def unknown_axis(self, scores, dim):
        return F.softmax(scores, dim=dim)

    def no_axis(self, scores):
        return F.softmax(scores)

    def log(self, scores):
        return F.log_softmax(scores, dim=-1)

    def own(self, scores):
        return softmax(scores, dim=-1)


def softmax(x, dim):
    return x.exp() / x.exp().sum(dim, keepdim=True)


def module_level(scores):
    return torch.softmax(scores, dim=-1)
