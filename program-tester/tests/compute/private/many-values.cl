// SPDX-License-Identifier: MIT
/*!
# More values alive at once than the largest register file holds (130 vectors of four a work-item): across
# loops and barriers, and behind image reads.

[config]
name: compute private many values
global_size: 16

[test]
name: across a loop with barriers
kernel_name: across
local_size: 8
arg_out: 0 buffer uint[16] 866656220 1427538389 2034686825 2479274141 3864234033 152595047 545344549 3996859880 \
        2293994086 3326179524 4105186957 1632768145 2897294648 2814683340 1513781557 1912854543
arg_in:  1 buffer uint[64] 11 48 159 344 603 936 334 815 361 990 684 452 294 210 200 264 402 614 900 251 685 184 766 \
        413 134 938 807 750 767 858 14 253 566 953 405 940 540 214 971 793 689 659 703 821 4 270 610 \
        15 503 56 692 393 168 17 949 946 8 153 372 665 23 464 979 559
arg_in:  2 int 3

[test]
name: no round of the loop
kernel_name: across
local_size: 8
arg_out: 0 buffer uint[16] 2886656436 968656193 4155157925 4195733577 4107570029 3954726171 710377905 843582432 \
        859942950 2519314316 331053785 4293233389 2427656864 3994218852 1136449793 2315199011
arg_in:  1 buffer uint[64] 11 48 159 344 603 936 334 815 361 990 684 452 294 210 200 264 402 614 900 251 685 184 766 \
        413 134 938 807 750 767 858 14 253 566 953 405 940 540 214 971 793 689 659 703 821 4 270 610 \
        15 503 56 692 393 168 17 949 946 8 153 372 665 23 464 979 559
arg_in:  2 int 0

[test]
name: behind image reads
kernel_name: texels
arg_out: 0 buffer uint[16] 3310682190 1059422150 2320994192 3201716700 2493301890 3749282660 2545701384 3863403882 \
        3310682190 1059422150 2320994192 3201716700 2493301890 3749282660 2545701384 3863403882
arg_in:  1 image uchar4 5 78 151 224 46 119 192 14 87 160 233 55 128 201 23 96 169 242 64 137 210 32 105 178 0 73 \
        146 219 41 114 187 9 82 155 228 50 123 196 18 91 164 237 59 132 205 27 100 173 246 68 141 \
        214 36 109 182 4 77 150 223 45 118 191 13 86 159 232 54 127 200 22 95 168 241 63 136 209 31 \
        104 177 250 72 145 218 40 113 186 8 81 154 227 49 122 195 17 90 163 236 58 131 204 26 99 172 \
        245 67 140 213 35 108 181 3 76 149 222 44 117 190 12 85 158 231 53 126 199 21 94 167 240 62 \
        135 208 30 103 176 249 71 144 217 39 112 185 7 80 153 226 48 121 194 16 89 162 235 57 130 \
        203 25 98 171 244 66 139 212 34 107 180 2 75 148 221 43 116 189 11 84 157 230 52 125 198 20 \
        93 166 239 61 134 207 29 102 175 248 70 143 216 38 111 184 6 79 152 225 47 120 193 15 88 161 \
        234 56 129 202 24 97 170 243 65 138 211 33 106 179 1 74 147 220 42 115 188 10 83 156 229 51 \
        124 197 19 92 165 238 60 133 206 28 101 174 247 69 142 215 37 110 183 5 78 151 224 46 \
        image_type 2d image_width 8 image_height 8 image_channel_order RGBA \
        image_channel_data_type UNSIGNED_INT8
arg_in:  2 int 2
!*/

/* V(a, b) for a 0 to 12, b 0 to 9. */
#define ROW(V, a)                                                                                  \
    V(a, 0) V(a, 1) V(a, 2) V(a, 3) V(a, 4) V(a, 5) V(a, 6) V(a, 7) V(a, 8) V(a, 9)
#define EACH(V)                                                                                    \
    ROW(V, 0) ROW(V, 1) ROW(V, 2) ROW(V, 3) ROW(V, 4) ROW(V, 5) ROW(V, 6)                          \
    ROW(V, 7) ROW(V, 8) ROW(V, 9) ROW(V, 10) ROW(V, 11) ROW(V, 12)
#define REVERSE_ROW(V, a)                                                                          \
    V(a, 9) V(a, 8) V(a, 7) V(a, 6) V(a, 5) V(a, 4) V(a, 3) V(a, 2) V(a, 1) V(a, 0)
#define REVERSE(V)                                                                                 \
    REVERSE_ROW(V, 12) REVERSE_ROW(V, 11) REVERSE_ROW(V, 10) REVERSE_ROW(V, 9)                     \
    REVERSE_ROW(V, 8) REVERSE_ROW(V, 7) REVERSE_ROW(V, 6) REVERSE_ROW(V, 5)                        \
    REVERSE_ROW(V, 4) REVERSE_ROW(V, 3) REVERSE_ROW(V, 2) REVERSE_ROW(V, 1) REVERSE_ROW(V, 0)
#define N(a, b) (a * 10u + b)                       /* number of the vector */
#define K(a, b) (N(a, b) * 4 + (uint4)(0, 1, 2, 3)) /* numbers of its elements */

#define LET(a, b)  uint4 v##a##_##b = vload4((i + N(a, b)) % 16, in) * (2 * K(a, b) + 1);
#define STEP(a, b) v##a##_##b = v##a##_##b * 5 + other + K(a, b);
#define SUM(a, b)  sum = sum * 3 + v##a##_##b;
#define READ(a, b)                                                                                 \
    uint4 v##a##_##b = read_imageui(image, s, (int2)((i + N(a, b)) % 8, N(a, b) / 8 % 8));
#define WALK(a, b)                                                                                 \
    v##a##_##b = ((v##a##_##b + i) & 1) == 1 ? v##a##_##b * 5 + j + K(a, b)                        \
                                             : v##a##_##b ^ (K(a, b) * 9);

kernel void across(global uint *out, global const uint *in, int rounds)
{
    local uint shared[8];
    uint i = get_global_id(0), l = get_local_id(0);
    uint4 sum = 0;
    EACH(LET)
    for (int j = 0; j < rounds; j++) {
        shared[l] = v0_0.x ^ v12_9.w;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = shared[(l + 1) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
        EACH(STEP)
    }
    EACH(SUM)
    out[i] = sum.x + sum.y + sum.z + sum.w;
}

kernel void texels(global uint *out, read_only image2d_t image, int rounds)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    uint i = get_global_id(0);
    uint4 sum = 0;
    EACH(READ)
    for (uint j = 0; j < rounds; j++) {
        EACH(WALK)
    }
    REVERSE(SUM)
    out[i] = sum.x + sum.y + sum.z + sum.w;
}
