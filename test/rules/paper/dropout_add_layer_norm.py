# RUN: %check_rule %s paper/dropout_add_layer_norm %t
"""LayerNorm over a residual sum with dropout on one addend."""
import torch
from torch import nn


class Output(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.intermediate_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, input_tensor):
        hidden_states = self.dense(hidden_states)
        hidden_states = self.dropout(hidden_states)
        hidden_states = self.LayerNorm(hidden_states + input_tensor)
        # CHECK-MESSAGES: :[[@LINE-1]]:25: remark: applied: flash_attn.ops.triton.layer_norm.layer_norm_fn [paper/dropout_add_layer_norm]
        return hidden_states


class Nested(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.proj = nn.Linear(size, size)
        self.norm = nn.LayerNorm(size)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.norm(x + self.drop(self.proj(x)))
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: flash_attn.ops.triton.layer_norm.layer_norm_fn [paper/dropout_add_layer_norm]


class Functional(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dropout = config.dropout
        self.fc = nn.Linear(8, 8)
        self.final_layer_norm = nn.LayerNorm(8)

    def forward(self, hidden_states):
        residual = hidden_states
        hidden_states = self.fc(hidden_states)
        hidden_states = nn.functional.dropout(hidden_states, p=self.dropout, training=self.training)
        hidden_states = residual + hidden_states
        hidden_states = self.final_layer_norm(hidden_states)
        # CHECK-MESSAGES: :[[@LINE-1]]:25: remark: applied: flash_attn.ops.triton.layer_norm.layer_norm_fn [paper/dropout_add_layer_norm]
        return hidden_states


class Statements(nn.Module):
    """Something unrelated stands in between."""

    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, residual):
        x = self.drop(x)
        if x.shape != residual.shape:
            raise ValueError("shapes differ")
        x = self.norm(x + residual)
        # CHECK-MESSAGES: :[[@LINE-1]]:13: remark: applied: flash_attn.ops.triton.layer_norm.layer_norm_fn [paper/dropout_add_layer_norm]
        return x


class PreNorm(nn.Module):
    """The sum goes on as the residual: another kernel's case."""

    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.drop = nn.Dropout(0.1)
        self.mlp = nn.Linear(size, size)

    def forward(self, x, residual):
        x = residual + self.drop(x)
        return x + self.mlp(self.norm(x))
        # CHECK-MESSAGES: :[[@LINE-1]]:29: remark: refused: `$sum` is also read at line {{[0-9]+}} [paper/dropout_add_layer_norm]


class NoDropout(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)

    def forward(self, x, residual):
        return self.norm(x + residual)


class NoAffine(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size, elementwise_affine=False)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, residual):
        return self.norm(self.drop(x) + residual)


class Product(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, residual):
        return self.norm(self.drop(x) * residual)

# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: from flash_attn.ops.triton.layer_norm import layer_norm_fn
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:         hidden_states = self.dense(hidden_states)
# CHECK-FIXES-NEXT:         hidden_states = layer_norm_fn(
# CHECK-FIXES-NEXT:             hidden_states,
# CHECK-FIXES-NEXT:             self.LayerNorm.weight,
# CHECK-FIXES-NEXT:             self.LayerNorm.bias,
# CHECK-FIXES-NEXT:             residual=input_tensor,
# CHECK-FIXES-NEXT:             eps=self.LayerNorm.eps,
# CHECK-FIXES-NEXT:             dropout_p=self.dropout.p if self.training else 0.0,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         return hidden_states
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         return layer_norm_fn(
# CHECK-FIXES-NEXT:             self.proj(x),
# CHECK-FIXES-NEXT:             self.norm.weight,
# CHECK-FIXES-NEXT:             self.norm.bias,
# CHECK-FIXES-NEXT:             residual=x,
# CHECK-FIXES-NEXT:             eps=self.norm.eps,
# CHECK-FIXES-NEXT:             dropout_p=self.drop.p if self.training else 0.0,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         hidden_states = self.fc(hidden_states)
# CHECK-FIXES-NEXT:         hidden_states = layer_norm_fn(
# CHECK-FIXES-NEXT:             hidden_states,
# CHECK-FIXES-NEXT:             self.final_layer_norm.weight,
# CHECK-FIXES-NEXT:             self.final_layer_norm.bias,
# CHECK-FIXES-NEXT:             residual=residual,
# CHECK-FIXES-NEXT:             eps=self.final_layer_norm.eps,
# CHECK-FIXES-NEXT:             dropout_p=self.dropout if self.training else 0.0,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         return hidden_states
#
# CHECK-FIXES:     def forward(self, x, residual):
# CHECK-FIXES-NEXT:         x = layer_norm_fn(
# CHECK-FIXES-NEXT:             x,
# CHECK-FIXES-NEXT:             self.norm.weight,
# CHECK-FIXES-NEXT:             self.norm.bias,
# CHECK-FIXES-NEXT:             residual=residual,
# CHECK-FIXES-NEXT:             eps=self.norm.eps,
# CHECK-FIXES-NEXT:             dropout_p=self.drop.p if self.training else 0.0,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         return x
