// SPDX-License-Identifier: MIT
/*!
# A private array of 200 dwords, too large for registers beside everything else.

[config]
name: compute private large array
kernel_name: walk
global_size: 70 0 0
local_size: 70 0 0

[test]
name: random walk over two wavefronts
arg_out: 0 buffer int[70] 662025 661775 661625 661575 661625 661775 662025 662375 662425 662175 \
        662025 661975 662025 662175 662425 662775 662825 662575 662425 662375 662425 662575 662825 \
        663175 663225 662975 662825 662775 662825 662975 663225 663575 663625 663375 663225 663175 \
        663225 663375 663625 663975 664025 663775 663625 663575 663625 663775 664025 664375 664425 \
        664175 664025 663975 664025 664175 664425 664775 664825 664575 664425 664375 664425 664575 \
        664825 665175 665225 664975 664825 664775 664825 664975
!*/

kernel void walk(global int *out)
{
    int i = get_global_id(0);
    int table[200];
    int sum = 0, k = i;
    for (int j = 0; j < 200; j++)
        table[j] = (j * j + i) & 0xffff;
    for (int j = 0; j < 50; j++) {
        k = (k * 31 + 7) % 200;
        sum += table[k];
        table[k] = j;
    }
    out[i] = sum;
}
