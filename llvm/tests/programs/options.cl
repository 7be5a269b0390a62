// SPDX-License-Identifier: MIT
// RUN: -cl-nonsense %s
// EXIT: 2
// CHECK: error: unknown build option '-cl-nonsense'
// RUN: -cl-std=CL2.0 %s
// EXIT: 2
// CHECK: error: invalid build option '-cl-std=CL2.0': this device has CL1.0, CL1.1, CL1.2 and CL3.0
// RUN: -D
// EXIT: 2
// CHECK: rootle-cc: no file to compile
// RUN: --chip nv50 %s
// EXIT: 2
// CHECK: rootle-cc: unknown chip: nv50
// RUN: --chip rc410 %s
// EXIT: 2
// CHECK: error: rc410 only draws: nothing is compiled for it
// RUN: --emit=ll -D VALUE=42 -DOTHER -cl-std=CL1.1 -cl-opt-disable -cl-fast-relaxed-math -cl-mad-enable -cl-kernel-arg-info -g -w -Werror %s
// CHECK: store i32 42
// RUN: --emit=ll -DVALUE=11 -
// CHECK: store i32 11
// RUN: --emit=ll -DVALUE=#wrong -
// EXIT: 1
// CHECK: <stdin>:{{.*}} error:
// RUN: --emit=ll -DVALUE=VERSION %s
// CHECK: store i32 120
// RUN: --emit=ll -DVALUE=VERSION -cl-std=CL1.1 %s
// CHECK: store i32 110
// RUN: --emit=ll "-DVALUE=3 + 4" %s
// CHECK: store i32 7
// RUN: --emit=ll -DVALUE=1 -DWARN %s
// CHECK: warning: be warned
// RUN: --emit=ll -DVALUE=1 -DWARN -Werror %s
// EXIT: 1
// CHECK: error: be warned
// RUN: --emit=ll -DVALUE=1 -DWARN -w -Werror %s
// CHECK-NOT: be warned
// CHECK: store i32 1
// RUN: /nonexistent.cl
// EXIT: 2
// CHECK: /nonexistent.cl: No such file

#define VERSION __OPENCL_C_VERSION__
#ifdef WARN
#warning be warned
#endif
kernel void k(global int *o)
{
    *o = VALUE;
}
