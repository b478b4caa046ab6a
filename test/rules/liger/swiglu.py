# RUN: %check_rule %s liger/swiglu %t
"""silu(gate) * up, however the activation is named."""
import torch
import torch.nn.functional as F
from torch import nn
from transformers.activations import ACT2FN


class Configured(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.gate_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.up_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=False)
        self.down_proj = nn.Linear(config.intermediate_size, config.hidden_size, bias=False)
        self.act_fn = ACT2FN[config.hidden_act]

    def forward(self, x):
        down_proj = self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))
        return down_proj


class Functional(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden)
        self.w2 = nn.Linear(hidden, dim)
        self.w3 = nn.Linear(dim, hidden)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Exchanged(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.up = nn.Linear(dim, hidden)
        self.gate = nn.Linear(dim, hidden)
        self.act = nn.SiLU()

    def forward(self, x):
        up = self.up(x)
        gate = self.act(self.gate(x))
        return up * gate


class Literal(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.gate = nn.Linear(dim, hidden)
        self.up = nn.Linear(dim, hidden)
        self.act = ACT2FN["silu"]

    def forward(self, x):
        return self.act(self.gate(x)) * self.up(x)


class Gelu(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.gate = nn.Linear(dim, hidden)
        self.up = nn.Linear(dim, hidden)
        self.act = nn.GELU()

    def forward(self, x):
        return self.act(self.gate(x)) * self.up(x)


class Scaled(nn.Module):
    """The kernel's backward would overwrite a value that is still read."""

    def forward(self, gate, up):
        y = F.silu(gate) * up
        return y, gate


class Sum(nn.Module):
    def forward(self, gate, up):
        return F.silu(gate) + up
