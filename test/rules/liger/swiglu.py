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
        # CHECK-MESSAGES: :[[@LINE-1]]:36: remark: guarded: liger_kernel.ops.swiglu.LigerSiLUMulFunction.apply, if self.config.hidden_act in ("silu", "swish") [liger/swiglu]
        return down_proj


class Functional(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden)
        self.w2 = nn.Linear(hidden, dim)
        self.w3 = nn.Linear(dim, hidden)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))
        # CHECK-MESSAGES: :[[@LINE-1]]:24: remark: applied: liger_kernel.ops.swiglu.LigerSiLUMulFunction.apply [liger/swiglu]


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
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.swiglu.LigerSiLUMulFunction.apply [liger/swiglu]


class Literal(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.gate = nn.Linear(dim, hidden)
        self.up = nn.Linear(dim, hidden)
        self.act = ACT2FN["silu"]

    def forward(self, x):
        return self.act(self.gate(x)) * self.up(x)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: remark: applied: liger_kernel.ops.swiglu.LigerSiLUMulFunction.apply [liger/swiglu]


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
        # CHECK-MESSAGES: :[[@LINE-1]]:13: remark: refused: the kernel writes to `gate`, which other code may hold [liger/swiglu]
        return y, gate


class Sum(nn.Module):
    def forward(self, gate, up):
        return F.silu(gate) + up

# CHECK-FIXES: import torch.nn.functional as F
# CHECK-FIXES-NEXT: from liger_kernel.ops.swiglu import LigerSiLUMulFunction
# CHECK-FIXES-NEXT: from torch import nn
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         if self.config.hidden_act in ("silu", "swish"):
# CHECK-FIXES-NEXT:             down_proj = self.down_proj(LigerSiLUMulFunction.apply(self.gate_proj(x), self.up_proj(x)))
# CHECK-FIXES-NEXT:         else:
# CHECK-FIXES-NEXT:             down_proj = self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))
# CHECK-FIXES-NEXT:         return down_proj
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         return self.w2(LigerSiLUMulFunction.apply(self.w1(x), self.w3(x)))
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:         up = self.up(x)
# CHECK-FIXES-NEXT:         return LigerSiLUMulFunction.apply(self.gate(x), up)
# CHECK-FIXES-EMPTY:
#
# CHECK-FIXES:     def forward(self, x):
# CHECK-FIXES-NEXT:         return LigerSiLUMulFunction.apply(self.gate(x), self.up(x))
# CHECK-FIXES-EMPTY:
