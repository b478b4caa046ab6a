# Names are resolved through imports, aliases, try and if; what two places
# define differently stands for itself only.
# RUN: adoptc lift --verify %s | FileCheck %s
import torch
import torch.nn as tnn
from torch.nn import LayerNorm as LN

try:
    from apex.normalization import FusedRMSNorm
except ImportError:
    FusedRMSNorm = None

if torch.cuda.is_available():
    from fast import attention
else:
    from slow import attention

Norm = LN
gelu = tnn.functional.gelu


# CHECK-LABEL: function resolved(x)
# CHECK: torch.nn.LayerNorm(4)
# CHECK: torch.nn.functional.gelu(x)
# CHECK: apex.normalization.FusedRMSNorm(8)
# CHECK: attention(x)
def resolved(x):
    return Norm(4), gelu(x), FusedRMSNorm(8), attention(x)


# CHECK-LABEL: function local(x, flag)
# CHECK: torch.nn.functional.silu(x)
# CHECK: math.log(2)
# CHECK: builtins.len(x)
def local(x, flag):
    from math import log

    act = tnn.functional.silu
    return act(x), log(2), len(x)


# CHECK-LABEL: function shadowed(x, torch)
# CHECK: call("torch.softmax", input = torch, dim = x, dtype = None)
def shadowed(x, torch):
    return torch.softmax(x)
