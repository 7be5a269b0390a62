// SPDX-License-Identifier: MIT
/*!
# Two-dimensional private arrays: the cube of a 3x3 matrix.

[config]
name: compute private matrix
kernel_name: cube
global_size: 4 0 0
local_size: 4 0 0

[test]
name: four matrices
arg_out: 0 buffer int[36] 54 31 57 243 118 210 96 30 55 69 114 159 180 297 414 32 53 74 226 301 \
        152 355 466 220 148 197 99 369 289 398 290 182 263 274 215 296
!*/

kernel void cube(global int *out)
{
    int i = get_global_id(0);
    int m[3][3], power[3][3], next[3][3];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m[r][c] = (r * 3 + c + i) % 7;
            power[r][c] = r == c;
        }
    }
    for (int round = 0; round < 3; round++) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                next[r][c] = 0;
                for (int k = 0; k < 3; k++)
                    next[r][c] += power[r][k] * m[k][c];
            }
        }
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                power[r][c] = next[r][c];
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out[i * 9 + r * 3 + c] = power[r][c];
}
