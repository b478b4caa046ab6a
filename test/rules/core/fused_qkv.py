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
        # CHECK-MESSAGES: :[[@LINE-1]]:17: remark: applied: plain torch [core/fused_qkv]
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
        # CHECK-MESSAGES: :[[@LINE-1]]:13: remark: applied: plain torch [core/fused_qkv]
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
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: refused: `q` is also referred to at line {{[0-9]+}} [core/fused_qkv]


class Shared(nn.Module):
    """One projection used twice."""

    def __init__(self, size):
        super().__init__()
        self.q = nn.Linear(size, size)
        self.v = nn.Linear(size, size)

    def forward(self, x):
        return self.q(x), self.q(x), self.v(x)

# CHECK-FIXES:         self.all_head_size = self.num_heads * self.head_dim
# CHECK-FIXES-NEXT:         self.qkv_proj = nn.Linear(
# CHECK-FIXES-NEXT:             config.hidden_size,
# CHECK-FIXES-NEXT:             self.all_head_size + self.all_head_size + self.all_head_size,
# CHECK-FIXES-NEXT:             bias=True,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         self._register_load_state_dict_pre_hook(self._load_qkv_proj)
# CHECK-FIXES-NEXT:         self._register_state_dict_hook(type(self)._save_qkv_proj)
# CHECK-FIXES-NEXT:         self.dense = nn.Linear(self.all_head_size, config.hidden_size)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def _load_qkv_proj(self, state_dict, prefix, *args):
# CHECK-FIXES-NEXT:         # Older checkpoints hold query, key and value instead of qkv_proj.
# CHECK-FIXES-NEXT:         for name in ("weight", "bias"):
# CHECK-FIXES-NEXT:             keys = [f"{prefix}{part}.{name}" for part in ("query", "key", "value")]
# CHECK-FIXES-NEXT:             if all(key in state_dict for key in keys):
# CHECK-FIXES-NEXT:                 parts = [state_dict.pop(key) for key in keys]
# CHECK-FIXES-NEXT:                 state_dict[f"{prefix}qkv_proj.{name}"] = torch.cat(parts)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def _save_qkv_proj(self, state_dict, prefix, *args):
# CHECK-FIXES-NEXT:         # Checkpoints keep query, key and value.
# CHECK-FIXES-NEXT:         sizes = [self.all_head_size, self.all_head_size, self.all_head_size]
# CHECK-FIXES-NEXT:         for name in ("weight", "bias"):
# CHECK-FIXES-NEXT:             joined = state_dict.pop(f"{prefix}qkv_proj.{name}", None)
# CHECK-FIXES-NEXT:             if joined is not None:
# CHECK-FIXES-NEXT:                 parts = joined.split(sizes)
# CHECK-FIXES-NEXT:                 for part, value in zip(("query", "key", "value"), parts):
# CHECK-FIXES-NEXT:                     state_dict[f"{prefix}{part}.{name}"] = value.clone()
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def forward(self, hidden_states):
# CHECK-FIXES-NEXT:         query, key, value = torch.split(
# CHECK-FIXES-NEXT:             self.qkv_proj(hidden_states),
# CHECK-FIXES-NEXT:             [self.all_head_size, self.all_head_size, self.all_head_size],
# CHECK-FIXES-NEXT:             dim=-1,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         return self.dense(query * key * value)
#
# CHECK-FIXES:         self.head_dim = head_dim
# CHECK-FIXES-NEXT:         self.qkv_proj = nn.Linear(
# CHECK-FIXES-NEXT:             hidden_size,
# CHECK-FIXES-NEXT:             self.heads * self.head_dim + self.kv_heads * self.head_dim + self.kv_heads * self.head_dim,
# CHECK-FIXES-NEXT:             bias=False,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         self._register_load_state_dict_pre_hook(self._load_qkv_proj_1)
# CHECK-FIXES-NEXT:         self._register_state_dict_hook(type(self)._save_qkv_proj_1)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def _load_qkv_proj_1(self, state_dict, prefix, *args):
# CHECK-FIXES-NEXT:         # Older checkpoints hold q_proj, k_proj and v_proj instead of qkv_proj.
# CHECK-FIXES-NEXT:         for name in ("weight", "bias"):
# CHECK-FIXES-NEXT:             keys = [f"{prefix}{part}.{name}" for part in ("q_proj", "k_proj", "v_proj")]
# CHECK-FIXES-NEXT:             if all(key in state_dict for key in keys):
# CHECK-FIXES-NEXT:                 parts = [state_dict.pop(key) for key in keys]
# CHECK-FIXES-NEXT:                 state_dict[f"{prefix}qkv_proj.{name}"] = torch.cat(parts)
# CHECK-FIXES-EMPTY:
# CHECK-FIXES-NEXT:     def _save_qkv_proj_1(self, state_dict, prefix, *args):
# CHECK-FIXES-NEXT:         # Checkpoints keep q_proj, k_proj and v_proj.
# CHECK-FIXES-NEXT:         sizes = [self.heads * self.head_dim, self.kv_heads * self.head_dim, self.kv_heads * self.head_dim]
# CHECK-FIXES-NEXT:         for name in ("weight", "bias"):
# CHECK-FIXES-NEXT:             joined = state_dict.pop(f"{prefix}qkv_proj.{name}", None)
# CHECK-FIXES-NEXT:             if joined is not None:
# CHECK-FIXES-NEXT:                 parts = joined.split(sizes)
# CHECK-FIXES-NEXT:                 for part, value in zip(("q_proj", "k_proj", "v_proj"), parts):
# CHECK-FIXES-NEXT:                     state_dict[f"{prefix}{part}.{name}"] = value.clone()
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         shape = (*x.shape[:-1], -1, self.head_dim)
# CHECK-FIXES-NEXT:         q_1, k_1, v_1 = torch.split(
# CHECK-FIXES-NEXT:             self.qkv_proj(x),
# CHECK-FIXES-NEXT:             [self.heads * self.head_dim, self.kv_heads * self.head_dim, self.kv_heads * self.head_dim],
# CHECK-FIXES-NEXT:             dim=-1,
# CHECK-FIXES-NEXT:         )
# CHECK-FIXES-NEXT:         q = q_1.view(shape).transpose(1, 2)
# CHECK-FIXES-NEXT:         k = k_1.view(shape).transpose(1, 2)
# CHECK-FIXES-NEXT:         v = v_1.view(shape).transpose(1, 2)
# CHECK-FIXES-NEXT:         return q, k, v
