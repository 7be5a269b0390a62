// SPDX-License-Identifier: MIT
/*!
# Local memory of 8- and 16-bit elements: neighbouring work-items write parts of one dword.

[config]
name: compute local small types
global_size: 64 0 0
local_size: 64 0 0

[test]
name: uchar
kernel_name: bytes
arg_out: 0 buffer int[64] 4 1 10 7 16 13 22 19 28 25 34 31 40 37 46 43 52 49 58 55 64 61 70 67 76 \
        73 82 79 88 85 94 91 100 97 106 103 112 109 118 115 124 121 130 127 136 133 142 139 148 \
        145 154 151 160 157 166 163 172 169 178 175 184 181 190 187

[test]
name: char
kernel_name: signed_bytes
arg_out: 0 buffer int[64] -1 0 -3 -2 -5 -4 -7 -6 -9 -8 -11 -10 -13 -12 -15 -14 -17 -16 -19 -18 -21 \
        -20 -23 -22 -25 -24 -27 -26 -29 -28 -31 -30 -33 -32 -35 -34 -37 -36 -39 -38 -41 -40 -43 \
        -42 -45 -44 -47 -46 -49 -48 -51 -50 -53 -52 -55 -54 -57 -56 -59 -58 -61 -60 -63 -62

[test]
name: short
kernel_name: shorts
arg_out: 0 buffer int[64] -1500 -1000 -500 0 -3500 -3000 -2500 -2000 -5500 -5000 -4500 -4000 -7500 \
        -7000 -6500 -6000 -9500 -9000 -8500 -8000 -11500 -11000 -10500 -10000 -13500 -13000 -12500 \
        -12000 -15500 -15000 -14500 -14000 -17500 -17000 -16500 -16000 -19500 -19000 -18500 -18000 \
        -21500 -21000 -20500 -20000 -23500 -23000 -22500 -22000 -25500 -25000 -24500 -24000 -27500 \
        -27000 -26500 -26000 -29500 -29000 -28500 -28000 -31500 -31000 -30500 -30000

[test]
name: ushort
kernel_name: unsigned_shorts
arg_out: 0 buffer int[64] 3063 2042 1021 0 7147 6126 5105 4084 11231 10210 9189 8168 15315 14294 \
        13273 12252 19399 18378 17357 16336 23483 22462 21441 20420 27567 26546 25525 24504 31651 \
        30630 29609 28588 35735 34714 33693 32672 39819 38798 37777 36756 43903 42882 41861 40840 \
        47987 46966 45945 44924 52071 51050 50029 49008 56155 55134 54113 53092 60239 59218 58197 \
        57176 64323 63302 62281 61260
!*/

#define EXCHANGE(NAME, T, VALUE, PARTNER)                 \
    kernel void NAME(global int *out)                     \
    {                                                     \
        local T cells[64];                                \
        int i = get_local_id(0);                          \
        cells[i] = VALUE;                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                     \
        out[i] = cells[PARTNER];                          \
    }

EXCHANGE(bytes, uchar, 3 * i + 1, i ^ 1)
EXCHANGE(signed_bytes, char, -i, i ^ 1)
EXCHANGE(shorts, short, -500 * i, i ^ 3)
EXCHANGE(unsigned_shorts, ushort, 1021 * i, i ^ 3)
