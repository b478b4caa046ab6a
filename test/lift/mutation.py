# Writing ops make a new version of the variable they write to.
# RUN: adoptc lift --verify %s | FileCheck %s


# CHECK-LABEL: function written(x, y, cache)
# CHECK-NEXT:    [[X:[a-z_0-9]+]] = inplace(x + y)
# CHECK-NEXT:    [[Y:[a-z_0-9]+]] = torch.Tensor.add_(y, [[X]])
# CHECK-NEXT:    [[Z:[a-z_0-9]+]] = inplace([[Y]].frobnicate_())
# CHECK-NEXT:    set cache["x"] = [[X]]
# CHECK-NEXT:    set cache.y = [[Z]]
# CHECK-NEXT:    del cache, "x"
# CHECK-NEXT:    return [[X]], [[Z]]
def written(x, y, cache):
    x += y
    y.add_(x)
    y.frobnicate_()
    cache["x"] = x
    cache.y = y
    del cache["x"]
    return x, y
