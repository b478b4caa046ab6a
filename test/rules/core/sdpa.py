# RUN: %check_rule %s core/sdpa %t
"""Softmax attention, with and without mask, scale, dropout and weights."""
import math

import torch
from torch import nn
from torch.nn import functional as F


class Plain(nn.Module):
    def forward(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.size(-1))
        probs = F.softmax(scores, dim=-1)
        return torch.matmul(probs, v)


class OneLine(nn.Module):
    def forward(self, q, k, v):
        return (q @ k.mT).softmax(-1) @ v


class Masked(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.scaling = config.head_dim**-0.5
        self.dropout = nn.Dropout(config.attention_dropout)

    def forward(self, query, key, value, attention_mask=None):
        # raw scores
        attn_weights = torch.matmul(query, key.transpose(-2, -1)) * self.scaling
        if attention_mask is not None:
            # additive, 0 or -inf
            attn_weights = attn_weights + attention_mask
        # upcast attention to fp32
        attn_weights = nn.functional.softmax(attn_weights, dim=-1, dtype=torch.float32).to(query.dtype)
        attn_weights = self.dropout(attn_weights)
        attn_output = torch.matmul(attn_weights, value)
        return attn_output.transpose(1, 2)


class Conditional(nn.Module):
    """The weights are returned on request: guarded."""

    def __init__(self, config):
        super().__init__()
        self.dropout = nn.Dropout(config.attention_dropout)
        self.head_size = config.head_size

    def forward(self, query, key, value, attention_mask=None, head_mask=None, output_attentions=False):
        scores = torch.matmul(query, key.transpose(-1, -2))
        scores = scores / math.sqrt(self.head_size)
        if attention_mask is not None:
            scores = scores + attention_mask
        probs = nn.functional.softmax(scores, dim=-1)
        probs = self.dropout(probs)
        if head_mask is not None:
            probs = probs * head_mask
        context = torch.matmul(probs, value)
        context = context.permute(0, 2, 1, 3).contiguous()
        outputs = (context, probs) if output_attentions else (context,)
        return outputs


def functional(query, key, value, scaling, dropout, training):
    weights = torch.bmm(query, key.transpose(1, 2)) * 0.125
    weights = F.dropout(F.softmax(weights, dim=-1), p=dropout, training=training)
    return torch.bmm(weights, value)


class ReturnsWeights(nn.Module):
    def forward(self, q, k, v):
        probs = F.softmax(torch.matmul(q, k.transpose(-1, -2)), dim=-1)
        return torch.matmul(probs, v), probs


class SoftCap(nn.Module):
    def forward(self, q, k, v):
        scores = torch.tanh(torch.matmul(q, k.transpose(-1, -2)) / 50.0) * 50.0
        return torch.matmul(F.softmax(scores, dim=-1), v)


class OtherAxis(nn.Module):
    def forward(self, q, k, v):
        return torch.matmul(F.softmax(torch.matmul(q, k.transpose(-1, -2)), dim=-2), v)


class NotTransposed(nn.Module):
    def forward(self, q, k, v):
        return torch.matmul(F.softmax(torch.matmul(q, k), dim=-1), v)


class WrongOrder(nn.Module):
    def forward(self, q, k, v):
        return torch.matmul(v, F.softmax(torch.matmul(q, k.transpose(-1, -2)), dim=-1))
