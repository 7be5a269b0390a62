// SPDX-License-Identifier: MIT
/*!
# Program-scope constants that point to others, into them, and to string literals (OpenCL C 1.2,
# section 6.5.3).

[config]
name: compute memory constant pointers
kernel_name: follow
global_size: 3

[test]
name: tables of tables
arg_out: 0 buffer int4[3] 2 111 1 10  8 116 3 20  3 -1 0 30
!*/

constant int low[4] = {1, 2, 3, 4};
constant int high[4] = {5, 6, 7, 8};
constant int *constant rows[3] = {low, high + 2, &low[1]};

struct entry {
    constant char *name;
    short number;
};
constant struct entry entries[3] = {{"one", 1}, {"three", 3}, {0, 0}};

struct ring {
    int value;
    constant struct ring *next;
};
constant struct ring ring[3] = {{10, &ring[1]}, {20, &ring[2]}, {30, &ring[0]}};

kernel void follow(global int4 *out)
{
    int i = get_global_id(0);
    constant struct entry *e = &entries[i];
    constant struct ring *r = &ring[i];
    for (int j = 0; j < i * 3; j++)
        r = r->next;
    out[i] = (int4)(rows[i][1], e->name ? e->name[0] : -1, e->number, r->value);
}
