# Members of a class with the condition under which they are built; a call of a
# member of a declared class is at once the op that it equals.
# RUN: adoptc lift --verify %s | FileCheck %s
import torch
from torch import nn


# CHECK-LABEL: module Base(torch.nn.Module) {
# CHECK-NEXT:    size = config.size
# CHECK-NEXT:    drop : torch.nn.Dropout(p = config.p)
# CHECK:         method __init__(self, config) {
class Base(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.size = config.size
        self.drop = nn.Dropout(config.p)


# CHECK-LABEL: module Derived(Base) {
# CHECK-NEXT:    act = torch.nn.functional.gelu where [[IS:[a-z_0-9]+]]
# CHECK-NEXT:    act = config.act where not [[IS]]
# CHECK-NEXT:    weight : torch.nn.Parameter(data = torch.ones(3))
# CHECK-NEXT:    mask : buffer(
# CHECK:         layers : torch.nn.ModuleList(
class Derived(Base):
    def __init__(self, config):
        super().__init__(config)
        if isinstance(config.act, str):
            self.act = nn.functional.gelu
        else:
            self.act = config.act
        self.weight = nn.Parameter(torch.ones(3))
        self.register_buffer("mask", torch.zeros(3), persistent=False)
        self.layers = nn.ModuleList([Base(config) for _ in range(config.n)])

    # CHECK: method forward(self, x) {
    # CHECK:   [[D:[a-z_0-9]+]] = self.drop(x)
    # CHECK:   self.act([[D]])
    # CHECK:   for layer in self.layers carried (
    # CHECK:     layer(
    def forward(self, x):
        x = self.act(self.drop(x))
        for layer in self.layers:
            x = layer(x) * self.weight
        return x
