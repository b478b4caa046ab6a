# Branches, loops, early returns: regions, and a value for each variable that is
# read where they meet.
# RUN: adoptc lift --verify %s | FileCheck %s


# CHECK-LABEL: function joins(x, mask, flag)
# CHECK-NEXT:    if mask is not None {
# CHECK-NEXT:      [[A:[a-z_0-9]+]] = x + mask
# CHECK-NEXT:    } else {
# CHECK-NEXT:      if flag {
# CHECK-NEXT:        [[B:[a-z_0-9]+]] = x * 2
# CHECK-NEXT:      }
# CHECK-NEXT:      [[C:[a-z_0-9]+]] = [[B]] if flag else x
# CHECK-NEXT:    }
# CHECK-NEXT:    [[D:[a-z_0-9]+]] = [[A]] if mask is not None else [[C]]
# CHECK-NEXT:    return [[D]]
def joins(x, mask, flag):
    if mask is not None:
        unused = x
        x = unused + mask
    elif flag:
        x = x * 2
    return x


# CHECK-LABEL: function early(x)
# CHECK:         if {{.*}} {
# CHECK-NEXT:      return x
# CHECK-NEXT:    }
# CHECK-NEXT:    [[Y:[a-z_0-9]+]] = x * 2
# CHECK-NEXT:    return [[Y]]
def early(x):
    if x is None:
        return x
    return x * 2


# `t` is written before it is read in each round: not carried.
# CHECK-LABEL: function loop(x, layers)
# CHECK:         [[AFTER:[a-z_0-9]+]] = for {{.*}} carried ([[H:[a-z_0-9]+]] = x) {
# CHECK:           break
# CHECK:           pass
# CHECK-NEXT:    }
# CHECK-NEXT:    return [[AFTER]]
def loop(x, layers):
    for i, layer in enumerate(layers):
        t = layer(x)
        x = t[0]
        if i == 3:
            break
    return x


# CHECK-LABEL: function guarded(x)
# CHECK:         try {
# CHECK:         } except
# CHECK:         join(
def guarded(x):
    try:
        x = first(x)
    except ValueError:
        x = second(x)
    return x


# CHECK-LABEL: function managed(x, lock)
# CHECK:         with {{.*}} {
# CHECK:           [[V:[a-z_0-9]+]] = x + 1
# CHECK:         }
# CHECK-NEXT:    return [[V]]
def managed(x, lock):
    with lock:
        x = x + 1
    return x


# CHECK-LABEL: function matched(x)
# CHECK:         [[P:[a-z_0-9]+]] = x == 1
# CHECK-NEXT:    [[Q:[a-z_0-9]+]] = x == 2
# CHECK:         [[P]] or [[Q]]
# CHECK:           if x is None {
def matched(x):
    match x:
        case 1 | 2:
            y = "a"
        case None:
            y = "b"
        case _:
            y = "c"
    return y
