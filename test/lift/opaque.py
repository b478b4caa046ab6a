# What is not understood reads what it names, and is listed by --remarks.
# RUN: adoptc lift --verify %s | FileCheck %s
# RUN: adoptc lift --remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

count = 0


# CHECK-LABEL: function counted(x)
# CHECK: opaque("global_assignment", {{.*}})
# REMARK: opaque.py:[[@LINE+3]]:5: remark: {{.*}}global_assignment{{.*}}not_understood]
def counted(x):
    global count
    count = count + x
    return x


# CHECK-LABEL: function local_class(x, y)
# CHECK: [[C:[A-Za-z_0-9]+]] = opaque("class_definition", x)
# CHECK-NEXT: return [[C]]
# REMARK: opaque.py:[[@LINE+2]]:5: remark: {{.*}}class_definition{{.*}}not_understood]
def local_class(x, y):
    class Local:
        value = x

    return Local
