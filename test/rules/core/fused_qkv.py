# RUN: %check_rule %s core/fused_qkv %t
"""Three projections of one value become one, and checkpoints keep loading."""
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.num_heads = config.num_attention_heads
        self.head_dim = config.hidden_size // config.num_attention_heads
        self.all_head_size = self.num_heads * self.head_dim
        self.query = nn.Linear(config.hidden_size, self.all_head_size)
        self.key = nn.Linear(config.hidden_size, self.all_head_size)
        self.value = nn.Linear(config.hidden_size, self.all_head_size)
        self.dense = nn.Linear(self.all_head_size, config.hidden_size)

    def forward(self, hidden_states):
        query = self.query(hidden_states)
        key = self.key(hidden_states)
        value = self.value(hidden_states)
        return self.dense(query * key * value)


class Grouped(nn.Module):
    """Nested calls, keyword and positional bias, narrower keys and values."""

    def __init__(self, hidden_size, heads, kv_heads, head_dim):
        super().__init__()
        self.heads = heads
        self.kv_heads = kv_heads
        self.head_dim = head_dim
        self.q_proj = nn.Linear(hidden_size, self.heads * self.head_dim, bias=False)
        self.k_proj = nn.Linear(hidden_size, self.kv_heads * self.head_dim, False)
        self.v_proj = nn.Linear(hidden_size, self.kv_heads * self.head_dim, bias=False)

    def forward(self, x):
        shape = (*x.shape[:-1], -1, self.head_dim)
        q = self.q_proj(x).view(shape).transpose(1, 2)
        k = self.k_proj(x).view(shape).transpose(1, 2)
        v = self.v_proj(x).view(shape).transpose(1, 2)
        return q, k, v


class Cross(nn.Module):
    """Keys and values of something else."""

    def __init__(self, size):
        super().__init__()
        self.q = nn.Linear(size, size)
        self.k = nn.Linear(size, size)
        self.v = nn.Linear(size, size)

    def forward(self, x, memory):
        return self.q(x), self.k(memory), self.v(memory)


class MixedBias(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.q = nn.Linear(size, size)
        self.k = nn.Linear(size, size, bias=False)
        self.v = nn.Linear(size, size)

    def forward(self, x):
        return self.q(x), self.k(x), self.v(x)


class Referenced(nn.Module):
    """Somebody prunes the projections by name."""

    def __init__(self, size):
        super().__init__()
        self.q = nn.Linear(size, size)
        self.k = nn.Linear(size, size)
        self.v = nn.Linear(size, size)

    def prune(self, index):
        self.q.weight.data = self.q.weight.data[index]

    def forward(self, x):
        return self.q(x), self.k(x), self.v(x)


class Shared(nn.Module):
    """One projection used twice."""

    def __init__(self, size):
        super().__init__()
        self.q = nn.Linear(size, size)
        self.v = nn.Linear(size, size)

    def forward(self, x):
        return self.q(x), self.q(x), self.v(x)
