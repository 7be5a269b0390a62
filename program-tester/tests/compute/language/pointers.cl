// SPDX-License-Identifier: MIT
/*!
# Pointers to pointers, arrays of pointers, pointers to arrays, in private memory and to all others.

[config]
name: compute language pointers
global_size: 4
local_size: 4

[test]
name: pointers to private variables
kernel_name: to_private
arg_out: 0 buffer int[20] 11 2 0 11 3  1 13 1 13 6  11 2 2 11 3  1 13 3 13 6

[test]
name: arrays of pointers to buffers
kernel_name: to_buffers
arg_in:  1 buffer int[2] 10 11
arg_in:  2 buffer int[2] 20 21
arg_out: 0 buffer int[8] 10 20 11 21  20 11 21 10

[test]
name: arrays of pointers to local memory
kernel_name: to_local
arg_out: 0 buffer int[4] 101 100 103 102

[test]
name: pointers to pointers to pointers
kernel_name: thrice
arg_out: 0 buffer int[4] 1 4 9 16

[test]
name: a list in private memory
kernel_name: list
arg_in:  1 buffer int[4] 5 1 4 2
arg_out: 0 buffer int[16] 1 2 4 5  1 2 4 5  1 2 4 5  1 2 4 5

[test]
name: compared and subtracted
kernel_name: compared
arg_out: 0 buffer int[28] 1 0 1 1 0 3 2  1 1 0 1 0 2 1  0 1 0 1 1 1 0  1 0 1 1 0 0 -1

[test]
name: pointers in structures that are swapped
kernel_name: swapped
arg_in:  1 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 9 8 7 10
arg_in:  2 buffer int[4] 7 6 5 8

[test]
name: to void and back, with const and volatile
kernel_name: qualified
arg_in:  1 buffer int[4] 1 -2 3 0x04030201
arg_out: 0 buffer int[4] 2 509 6 18
!*/

kernel void to_private(global int *out)
{
    int i = get_global_id(0), a = 1, b = 3, rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *both[2] = {&a, &b}, **which = &both[i & 1];
    int (*row)[3] = &rows[i & 1];
    **which += 10;
    if (!(i & 1))
        *both[1] = 2;
    out[5 * i] = a;
    out[5 * i + 1] = b;
    out[5 * i + 2] = i;
    out[5 * i + 3] = *both[i & 1];
    out[5 * i + 4] = (*row)[2];
}

kernel void to_buffers(global int *out, global int *a, global int *b)
{
    global int *table[4] = {a, b, a + 1, b + 1};
    global int **p = table;
    int i = get_global_id(0);
    out[i] = *p[i];
    p = &table[(i + 1) & 3];
    out[4 + i] = **p;
}

kernel void to_local(global int *out)
{
    local int cells[4];
    local int *table[2] = {cells, cells + 2};
    int i = get_local_id(0);
    table[i >> 1][i & 1] = 100 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = *(table[i >> 1] + (1 - (i & 1)));
}

void square(int ***p) { ***p *= ***p; }

kernel void thrice(global int *out)
{
    int value = get_global_id(0) + 1, *p = &value, **q = &p, ***r = &q;
    square(r);
    out[get_global_id(0)] = value;
}

struct node { struct node *next; int value; };

/* Sorted by insertion. */
kernel void list(global int *out, global const int *in)
{
    struct node nodes[4], *first = 0;
    for (int i = 0; i < 4; i++) {
        struct node **at = &first;
        while (*at && (*at)->value < in[i])
            at = &(*at)->next;
        nodes[i].value = in[i];
        nodes[i].next = *at;
        *at = &nodes[i];
    }
    int n = 4 * get_global_id(0);
    for (struct node *node = first; node; node = node->next)
        out[n++] = node->value;
}

kernel void compared(global int *out)
{
    int cells[4], *end = cells + 3, *at = cells + get_global_id(0), *null = 0;
    global int *o = out + 7 * get_global_id(0);
    o[0] = at != end - 2 + 1;
    o[1] = at >= cells + 1 && at < end;
    o[2] = !(at > cells) || at == end;
    o[3] = at != null;
    o[4] = at == &cells[2];
    o[5] = end - at;
    o[6] = &cells[2] - at;
}

struct view { global int *to; int step; };

kernel void swapped(global int *out, global int *a, global int *b)
{
    struct view x = {a, 1}, y = {b, 2}, t;
    int i = get_global_id(0);
    if (i < 3) {
        t = x;
        x = y;
        y = t;
    }
    out[i] = x.to[i] + (i < 3 ? x.step : x.step + 5);
}

kernel void qualified(global int *out, global const int *in)
{
    const global void *p = in;
    volatile int v = in[get_global_id(0)];
    const int *const q = (const int *)&v;
    const global uchar *bytes = (const global uchar *)p + 4 * get_global_id(0);
    switch (get_global_id(0)) {
    case 1: out[1] = bytes[0] + bytes[3]; break;
    case 3: out[3] = bytes[0] + bytes[1] * bytes[2] + bytes[3] * 2 + 3; break;
    default: out[get_global_id(0)] = v + *q;
    }
}
