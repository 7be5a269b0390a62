// SPDX-License-Identifier: MIT
/*!
# Long switches whose defaults do work, are switches of the same value, or lead back into a loop.

[config]
name: compute control long defaults
global_size: 16 0 0

[test]
for: name kernel expected in \
       ("a default that does work"    works    "1 2 15 6 67 449 71 701 135 155 159 233 291 295 1042 44") \
       ("a default that is a switch"  of_two   "1 2 15 6 67 449 71 701 135 642 -117 1002 -241 6 9 8") \
       ("in a loop"                   in_loop  "853 309 869 319 560 1180 570 1104 820 825 830 914 1336 1341 4318 315")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[16] $expected
arg_in:  1 buffer int[16] 0 1 2 3 63 64 65 100 127 128 129 200 255 256 1000 -1
!*/

#define TWO(n) \
    case n: \
        x = (n) * 7 + 1; \
        break; \
    case n + 1: \
        x += (n) + 1; \
        break;
#define EIGHT(n) TWO(n) TWO(n + 2) TWO(n + 4) TWO(n + 6)
#define ALL(n) EIGHT(n) EIGHT(n + 8) EIGHT(n + 16) EIGHT(n + 24) EIGHT(n + 32) EIGHT(n + 40) EIGHT(n + 48) EIGHT(n + 56)

#define OTHER_TWO(n) \
    case n: \
        x = (n) * 5; \
        break; \
    case n + 1: \
        x -= (n) + 1; \
        break;
#define OTHER_EIGHT(n) OTHER_TWO(n) OTHER_TWO(n + 2) OTHER_TWO(n + 4) OTHER_TWO(n + 6)
#define OTHERS(n) \
    OTHER_EIGHT(n) OTHER_EIGHT(n + 8) OTHER_EIGHT(n + 16) OTHER_EIGHT(n + 24) \
    OTHER_EIGHT(n + 32) OTHER_EIGHT(n + 40) OTHER_EIGHT(n + 48) OTHER_EIGHT(n + 56)

kernel void works(global int *out, global const int *in)
{
    int i = get_global_id(0), x = i;
    switch (in[i]) {
        ALL(0)
        ALL(64)
    default:
        x = x * 3 + in[i];
    }
    out[i] = x;
}

kernel void of_two(global int *out, global const int *in)
{
    int i = get_global_id(0), x = i, v = in[i];
    switch (v) {
        ALL(0)
        ALL(64)
    default:
        switch (v) {
            OTHERS(128)
            OTHERS(192)
        default:
            x ^= 9;
        }
        x += 2;
    }
    out[i] = x;
}

kernel void in_loop(global int *out, global const int *in)
{
    int i = get_global_id(0), x = i;
    for (int t = 0; t < 4; t++) {
        int v = in[i] + t * 50;
        switch (v) {
            ALL(0)
            ALL(64)
        default:
            if (v == 200)
                continue;
            x += v;
        }
        x++;
    }
    out[i] = x;
}
