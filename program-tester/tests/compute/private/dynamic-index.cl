// SPDX-License-Identifier: MIT
/*!
# A private array written and read at indices known only at run time.

[config]
name: compute private dynamic index
kernel_name: permute
global_size: 16 0 0
local_size: 16 0 0

[test]
name: eight elements
arg_out: 0 buffer int[16] 136 140 120 140 136 108 120 108 136 140 120 140 136 108 120 108
!*/

kernel void permute(global int *out)
{
    int i = get_global_id(0);
    int cells[8];
    int sum = 0;
    for (int j = 0; j < 8; j++)
        cells[(5 * j + i) % 8] = j + 1;
    for (int j = 0; j < 8; j++)
        sum += cells[j] * j;
    out[i] = sum;
}
