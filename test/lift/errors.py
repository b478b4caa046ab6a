# A file that is not valid Python is refused, with the place.
# RUN: not adoptc lift %s 2>&1 | FileCheck %s
# CHECK: errors.py:[[@LINE+1]]:{{[0-9]+}}: error: not valid Python: {{.*}} [python_
def broken(x):
return x
