# Every spelling of an op lifts to its canonical call: defaults filled in,
# derived parameters computed, `*args` as one tuple.
# RUN: adoptc lift %s | FileCheck %s
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import functional


# CHECK-LABEL: function softmax(x)
# CHECK: v1 = torch.softmax(x, dim = -1)
# CHECK: v2 = torch.softmax(x, dim = -1)
# CHECK: v3 = torch.softmax(x, dim = -1)
# CHECK: v4 = torch.softmax(x, dim = -1)
# CHECK: [[M:[a-z_0-9]+]] = torch.nn.Softmax(dim = -1)
# CHECK: [[M]](x)
# CHECK: torch.softmax(x, dim = -1, dtype = torch.float32)
def softmax(x):
    return (
        torch.softmax(x, -1),
        F.softmax(x, dim=-1),
        x.softmax(-1),
        functional.softmax(input=x, dim=-1),
        nn.Softmax(dim=-1)(x),
        nn.functional.softmax(x, dim=-1, dtype=torch.float),
    )


# CHECK-LABEL: function casts(x, y)
# CHECK: torch.Tensor.to(x, torch.float32)
# CHECK: torch.Tensor.to(x, y.dtype)
# CHECK: torch.Tensor.to(x, y.dtype)
# CHECK: {{x.to\(|send\(x, "to", }}y.device)
# CHECK: {{x.to\(|send\(x, "to", }}dtype = torch.float16, device = y.device)
def casts(x, y):
    return x.float(), x.type_as(y), x.to(y.dtype), x.to(y.device), x.to(dtype=torch.half, device=y.device)


# CHECK-LABEL: function shapes(x, shape, n)
# CHECK: torch.Tensor.view(x, 1, -1)
# CHECK: torch.Tensor.view(x, 1, -1)
# CHECK: torch.Tensor.view(x, *shape)
# CHECK: torch.reshape(x, *shape, -1)
# CHECK: torch.permute(x, 0, 2, 1)
def shapes(x, shape, n):
    a = x.view(1, -1)
    b = x.view((1, -1))
    c = x.view(*shape)
    d = x.reshape(*shape, -1)
    return a, b, c, d, x.permute(0, 2, 1)


# What does not fit the signature keeps its name and its arguments.
# CHECK-LABEL: function unfit(x)
# CHECK: torch.softmax(x, -1, nonsense = 1)
# CHECK: torch.nn.functional.relu(x, inplace = True)
def unfit(x):
    return torch.softmax(x, -1, nonsense=1), F.relu(x, inplace=True)


# CHECK-LABEL: function operators(x, y, m)
# CHECK: x @ [[T:[a-z_0-9]+]]
# CHECK: math.sqrt(64)
# CHECK: [[L:[a-z_0-9]+]] = {{[a-z_0-9]+}} < y
# CHECK: m is not None and [[L]]
def operators(x, y, m):
    s = x @ y.transpose(-1, -2) / math.sqrt(64)
    if m is not None and s < y:
        s = s + m
    return s
