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
        return hidden_states


class Nested(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.proj = nn.Linear(size, size)
        self.norm = nn.LayerNorm(size)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.norm(x + self.drop(self.proj(x)))


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
