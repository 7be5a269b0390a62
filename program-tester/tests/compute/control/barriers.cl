// SPDX-License-Identifier: MIT
/*!
# Barriers in flow that all work-items of a group take alike: in loops, branches and functions, with
# divergent flow between them. Groups may differ.

[config]
name: compute control barriers
kernel_name: rotate_places
global_size: 140
local_size: 70

[test]
name: groups of two wavefronts
arg_out: 0 buffer int[140] 5 4 6 8 7 9 11 10 12 14 13 15 17 16 18 20 19 21 23 22 24 26 25 27 29 28 \
        30 32 31 33 35 34 36 38 37 39 41 40 42 44 43 45 47 46 48 50 49 51 53 52 54 56 55 57 59 58 \
        60 62 61 63 65 64 66 68 67 69 71 0 2 5 70 88 104 118 136 152 166 184 200 214 232 248 262 \
        280 296 310 328 344 358 376 392 406 424 440 454 472 488 502 520 536 550 568 584 598 616 \
        632 646 664 680 694 712 728 742 760 776 790 808 824 838 856 872 886 904 920 934 952 968 \
        982 1000 1016 1030 1048 1064 1078 1096 1112 6 24 48 62
arg_in:  1 int 3
!*/

int next_of(local int *places, int i, int n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = places[i + 1 < n ? i + 1 : 0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return next;
}

kernel void rotate_places(global int *out, int rounds)
{
    local int places[70];
    int i = get_local_id(0), n = get_local_size(0);
    places[i] = i;
    for (int round = 0; round < rounds + (int)get_group_id(0); round++) {
        int next = next_of(places, i, n);
        if (i % 3 == 0)
            next += round;
        places[i] = next;
        if (get_group_id(0) == 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            places[n - 1 - i] *= 2;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[get_global_id(0)] = places[i];
}
