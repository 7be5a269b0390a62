// SPDX-License-Identifier: MIT
/*!
# Structures and unions as values: passed, returned, chosen, nested, copied between address spaces.

[config]
name: compute language aggregates
global_size: 4
local_size: 4

[test]
name: vectors of three inside
kernel_name: of_three
arg_in:  0 buffer int[16] 1 2 3 0  4 5 6 0  7 8 9 0  10 11 12 0
arg_out: 1 buffer int[4] 106 115 124 133

[test]
name: passed and returned
kernel_name: passed_on
arg_out: 0 buffer int4[4] 0 0 3 1  1 2 3 101  2 4 3 201  3 6 3 301

[test]
name: one of two
kernel_name: chosen
arg_in:  1 int 7
arg_out: 0 buffer int2[4] 7 70  2 20  7 70  2 20

[test]
for: name kernel type expected in \
       ("initialisers by name"           designated    8  "0 5 0 7 9 0 3 4") \
       ("constant tables of structures"  table         4  "17 31 25 0") \
       ("local copies"                   local_copies  4  "3003 2002 1001 0")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[$type] $expected

[test]
name: members that share a place
kernel_name: shared_place
arg_in:  1 buffer uint[4] 0x3f800000 0x40490fdb 0x80000000 0x01020304
arg_out: 0 buffer uint2[4] 0 0x3f80  0xdb 0x4049  0 0x8000  4 0x0102

[test]
name: arrays of arrays in structures
kernel_name: deep
arg_out: 0 buffer int[4] 5 16 27 38
!*/

struct of_three { char tag; int3 v; short s; };

kernel void of_three(global const int3 *in, global int *out)
{
    struct of_three all[2], copy;
    int i = get_global_id(0);
    all[0] = (struct of_three){1, in[i], 100};
    all[1] = all[0];
    all[1].v += 1;
    copy = all[i < 100];
    out[i] = copy.tag * copy.s + (copy.v.x + copy.v.y + copy.v.z) - 3 * (int)(sizeof all / 96);
}

struct inner { int a; short b; };
struct outer { struct inner in[2]; int3 v; float f; };

struct outer change(struct outer o, int i)
{
    o.in[1].a += i;
    o.in[0].b = (short)(100 * i + 1);
    o.v.y = 2 * i;
    return o;
}

kernel void passed_on(global int4 *out)
{
    int i = get_global_id(0);
    struct outer before = {{{0, 0}, {0, 3}}, (int3)(9, 9, 9), 1.0f};
    struct outer after = change(before, i);
    out[i] = (int4)(after.in[1].a, after.v.y, before.in[1].b, after.in[0].b);
    if (before.v.y != 9)
        out[i] = -1;
}

struct pair { int a, b; };

kernel void chosen(global int2 *out, int n)
{
    struct pair odd = {2, 20}, even = {n, 10 * n};
    struct pair one = get_global_id(0) & 1 ? odd : even;
    out[get_global_id(0)] = (int2)(one.a, one.b);
}

kernel void designated(global int *out)
{
    struct { int x[4]; struct pair p, q; } s = {.x = {[1] = 5, [3] = 7}, .p.a = 9, .q = {3, 4}};
    int i = get_global_id(0);
    out[i] = s.x[i];
    if (i == 0) {
        out[4] = s.p.a;
        out[5] = s.p.b;
        out[6] = s.q.a;
        out[7] = s.q.b;
    }
}

enum colour { RED = 3, GREEN = RED + 4, BLUE };
struct entry { enum colour colour; uchar weights[3]; constant char *next; };
constant char names[3][4] = {"abc", "de", ""};
constant struct entry entries[4] = {
    {RED, {1, 2, 3}, names[1]}, {BLUE, {[2] = 23}, 0}, {.colour = GREEN, .weights = {8, 8, 2}}, {0}};

kernel void table(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int w = 0; w < 3; w++)
        sum += entries[i].weights[w];
    out[i] = entries[i].colour + sum + (entries[i].next ? *entries[i].next - 'd' + 8 : 0);
}

struct record { int key; char text[5]; int3 v; };

kernel void local_copies(global int *out)
{
    local struct record records[4], spare;
    int i = get_local_id(0);
    struct record mine = {i, {1, 2, 3, 4, 5}, (int3)(i, 10 * i, 1000 * i)};
    records[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = records[3 - i];
    if (i == 0)
        spare = records[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = mine.v.z + mine.key + mine.text[4] - spare.text[4] + spare.key - 3;
}

union value { float f; uint u; uchar bytes[4]; ushort halves[2]; };

kernel void shared_place(global uint2 *out, global const uint *in)
{
    union value v, copy;
    int i = get_global_id(0);
    v.u = in[i];
    copy = v;
    out[i] = (uint2)(copy.bytes[0], copy.halves[1]);
}

struct grid { struct { int rows[2][3]; } tables[2]; };

int pick(const struct grid *g, int i) { return g->tables[i >> 1].rows[i & 1][2]; }

kernel void deep(global int *out)
{
    struct grid g;
    for (int t = 0; t < 2; t++)
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 3; c++)
                g.tables[t].rows[r][c] = 22 * t + 11 * r + c + 3;
    out[get_global_id(0)] = pick(&g, get_global_id(0));
}
