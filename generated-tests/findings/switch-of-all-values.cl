/*!
[config]
name: a switch with a case for every value there can be, in front of a barrier (6.8, 6.12.8)
kernel_name: choose
clc_version_min: 12
global_size: 8
local_size:  8

[test]
arg_out: 0 buffer int[8] 102 702 7373 505 102 702 7373 505
arg_in:  1 buffer int[8] 3 0 1 2 7 4 5 6
!*/

kernel void choose(global int *result, global const int *which)
{
    local int gathered[8];
    int i = get_local_id(0), a = 1, b = 2;
    switch (which[i] & 3) {
    case 0:
        a = 7;
        break;
    case 1:
        b = 70;
    case 2:
        a = b + 3;
    default:
        b = a;
    case 3:
        break;
    }
    gathered[i] = 100 * a + b;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[i] = gathered[i];
}
