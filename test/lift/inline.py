# Short methods and functions with one exit are entered; others are calls.
# RUN: adoptc lift --verify %s | FileCheck %s
import torch
from torch import nn


# CHECK-LABEL: method forward(self, x)
# CHECK:         inline Attention.heads(x, 4) {
# CHECK-NEXT:      [[V:[a-z_0-9]+]] = torch.Tensor.view(x, 4, -1)
# CHECK-NEXT:    }
# CHECK-NEXT:    inline repeat([[V]], 2) {
# CHECK-NEXT:      [[ONE:[a-z_0-9]+]] = 2 == 1
# CHECK-NEXT:      if [[ONE]] {
# CHECK-NEXT:      } else {
# CHECK-NEXT:        [[E:[a-z_0-9]+]] = torch.Tensor.expand([[V]], 2, -1)
# CHECK-NEXT:      }
# CHECK-NEXT:      [[R:[a-z_0-9]+]] = [[V]] if [[ONE]] else [[E]]
# CHECK-NEXT:    }
# CHECK-NEXT:    [[U:[a-z_0-9]+]] = self.unroll([[R]])
# CHECK-NEXT:    [[O:[a-z_0-9]+]] = {{self.over|v1}}([[U]])
class Attention(nn.Module):
    def forward(self, x):
        return self.over(self.unroll(repeat(self.heads(x, 4), 2)))

    def heads(self, x, n):
        return x.view(n, -1)

    def unroll(self, x):
        for i in range(3):
            x = x + i
        return x

    def over(self, x):
        return x


class Other(Attention):
    def over(self, x):
        return x + 1


def repeat(x, n):
    if n == 1:
        return x
    return x.expand(n, -1)
