// SPDX-License-Identifier: MIT
// Where the group's size is known, a work-item's number needs no product, and is a sum.
// RUN: --emit=asm %s
// CHECK: kernel sized:
// CHECK: LSHL_INT
// CHECK: ADD_INT
// CHECK-COUNT: 0 OR_INT
// CHECK-COUNT: 0 MULLO_INT
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sized(global uint *out)
{
    out[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_local_size(1) + get_local_id(2);
}
