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
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: torch.nn.functional.scaled_dot_product_attention [core/sdpa]


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
        # CHECK-MESSAGES: :[[@LINE-1]]:23: remark: applied: torch.nn.functional.scaled_dot_product_attention [core/sdpa]
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
        # CHECK-MESSAGES: :[[@LINE-1]]:19: remark: guarded: torch.nn.functional.scaled_dot_product_attention, if head_mask is None and not output_attentions [core/sdpa]
        context = context.permute(0, 2, 1, 3).contiguous()
        outputs = (context, probs) if output_attentions else (context,)
        return outputs


def functional(query, key, value, scaling, dropout, training):
    weights = torch.bmm(query, key.transpose(1, 2)) * 0.125
    weights = F.dropout(F.softmax(weights, dim=-1), p=dropout, training=training)
    return torch.bmm(weights, value)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: remark: guarded: torch.nn.functional.scaled_dot_product_attention, if key.dim() == 3 [core/sdpa]


class ReturnsWeights(nn.Module):
    def forward(self, q, k, v):
        probs = F.softmax(torch.matmul(q, k.transpose(-1, -2)), dim=-1)
        return torch.matmul(probs, v), probs
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: refused: `$probs` is also read at line {{[0-9]+}} [core/sdpa]


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

# CHECK-FIXES:     def forward(self, q, k, v):
# CHECK-FIXES-NEXT:         return F.scaled_dot_product_attention(q, k, v, scale=1 / math.sqrt(q.size(-1)))
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         # raw scores
# CHECK-FIXES-NEXT:         # additive, 0 or -inf
# CHECK-FIXES-NEXT:         # upcast attention to fp32
# CHECK-FIXES-NEXT:         attn_output = F.scaled_dot_product_attention(
# CHECK-FIXES-NEXT:             query,
# CHECK-FIXES-NEXT:             key,
# CHECK-FIXES-NEXT:             value,
# CHECK-FIXES-NEXT:             attn_mask=attention_mask,
# CHECK-FIXES-NEXT:             dropout_p=self.dropout.p if self.training else 0.0,
# CHECK-FIXES-NEXT:             scale=self.scaling,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         return attn_output.transpose(1, 2)
#
# CHECK-FIXES:     def forward(self, query, key, value, attention_mask=None, head_mask=None, output_attentions=False):
# CHECK-FIXES-NEXT:         if head_mask is None and not output_attentions:
# CHECK-FIXES-NEXT:             context = F.scaled_dot_product_attention(
# CHECK-FIXES-NEXT:                 query,
# CHECK-FIXES-NEXT:                 key,
# CHECK-FIXES-NEXT:                 value,
# CHECK-FIXES-NEXT:                 attn_mask=attention_mask,
# CHECK-FIXES-NEXT:                 dropout_p=self.dropout.p if self.training else 0.0,
# CHECK-FIXES-NEXT:                 scale=1 / math.sqrt(self.head_size),
# CHECK-FIXES-NEXT:             )
# CHECK-FIXES-NEXT:         else:
# CHECK-FIXES-NEXT:             scores = torch.matmul(query, key.transpose(-1, -2))
# CHECK-FIXES-NEXT:             scores = scores / math.sqrt(self.head_size)
# CHECK-FIXES-NEXT:             if attention_mask is not None:
# CHECK-FIXES-NEXT:                 scores = scores + attention_mask
# CHECK-FIXES-NEXT:             probs = nn.functional.softmax(scores, dim=-1)
# CHECK-FIXES-NEXT:             probs = self.dropout(probs)
# CHECK-FIXES-NEXT:             if head_mask is not None:
# CHECK-FIXES-NEXT:                 probs = probs * head_mask
# CHECK-FIXES-NEXT:             context = torch.matmul(probs, value)
# CHECK-FIXES-NEXT:         context = context.permute(0, 2, 1, 3).contiguous()
#
# CHECK-FIXES: def functional(query, key, value, scaling, dropout, training):
# CHECK-FIXES-NEXT:     if key.dim() == 3:
# CHECK-FIXES-NEXT:         return F.scaled_dot_product_attention(query, key, value, dropout_p=dropout if training else 0.0, scale=0.125)
# CHECK-FIXES-NEXT:     weights = torch.bmm(query, key.transpose(1, 2)) * 0.125
