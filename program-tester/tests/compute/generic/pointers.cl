// SPDX-License-Identifier: MIT
/*!
# Pointers into the generic address space (OpenCL C 3.0, 6.7.5): what they point to may be known to the
# compiler, or only when the kernel runs.

[config]
name: generic pointers
clc_version_min: 30
require_features: __opencl_c_generic_address_space
global_size: 4
local_size: 4

[test]
name: a function for pointers to each memory
kernel_name: parameters
arg_in:  1 buffer int[4] 10 20 30 40
arg_out: 0 buffer int[12] 11 101 1 21 102 2 31 103 3 41 104 4

[test]
name: chosen by the work-item
kernel_name: chosen
arg_in:  1 buffer int[4] 100 5 5 103
arg_in:  2 buffer int[4] NULL
arg_in:  3 buffer int[4] 1 2 3 1
arg_out: 0 buffer int[4] 100 12 23 103
arg_out: 1 buffer int[4] 101 5 5 104

[test]
name: a list of pointers
kernel_name: list
arg_in:  1 buffer int[4] 10 20 30 40
arg_in:  2 buffer int[4] 2 0 1 5
arg_out: 0 buffer int[4] 300 10 200 40

[test]
name: null
kernel_name: nulls
arg_in:  1 int 1
arg_in:  2 buffer int[4] NULL
arg_out: 0 buffer int[12] 1 0 0 0 1 1 1 1 1 1 1 1

[test]
name: what it points to
kernel_name: what
arg_in:  1 buffer int[4] 0 1 2 0
arg_in:  2 buffer int[4] NULL
arg_out: 0 buffer int[16] 1 0 0 2   0 1 0 1   0 0 1 2   1 0 0 2

[test]
name: differences and comparisons
kernel_name: arithmetic
arg_in:  1 int 1
arg_in:  2 buffer int[8] NULL
arg_out: 0 buffer int[6] 3 3 3 1 1 1

[test]
for: name kernel type expected in \
       ("nothing in private memory"                             without_private  4  "1 1") \
       ("null that is known"                                    known_null       7  "1 1 1 0 0") \
       ("null of one memory, made generic, is null of another"  null_of_another  6  "1 1 1 1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[$type] $expected 1 1

[test]
name: structures are copied
kernel_name: structures
arg_in:  1 buffer int[4] 0 1 2 0
arg_in:  2 buffer int[12] NULL
arg_out: 0 buffer int[12] 7 9 11  8 10 12  9 11 13  10 12 14

[test]
name: pointers in memory of the program
kernel_name: at_program_scope
arg_out: 0 buffer int[4] 5 7 5 7

[test]
name: bytes and vectors
kernel_name: sizes
arg_in:  1 buffer int[4] 0 1 2 0
arg_in:  2 buffer uchar[128] NULL
arg_out: 0 buffer uint4[4] 0x04030201 0x08070605 0x0c0b0a09 0x100f0e0d  0x04030201 0x08070605 0x0c0b0a09 0x100f0e0d \
         0x04030201 0x08070605 0x0c0b0a09 0x100f0e0d  0x04030201 0x08070605 0x0c0b0a09 0x100f0e0d
!*/

void add(int *value, int by)
{
    *value += by;
}

/* Every call is inlined where the memory is known. */
kernel void parameters(global int *out, global int *in)
{
    local int cells[4];
    int id = (int)get_local_id(0), own = id;
    cells[id] = 100 + id;
    add(&in[id], 1);
    add(&cells[id], 1);
    add(&own, 1);
    out[3 * id] = in[id];
    out[3 * id + 1] = cells[id];
    out[3 * id + 2] = own;
}

/* 1: global, 2: local, 3: private memory. */
kernel void chosen(global int *out, global int *values, local int *cells, global int *kinds)
{
    int id = (int)get_local_id(0), own = 20 + id;
    cells[id] = 10 + id;
    int *pointer = &own;
    if (kinds[id] == 1)
        pointer = &values[id];
    else if (kinds[id] == 2)
        pointer = &cells[id];
    out[id] = *pointer;
    *pointer += 1;
    if (kinds[id] == 2)
        out[id] = cells[id];
    if (kinds[id] == 3)
        out[id] = own;
}

kernel void list(global int *out, global int *in, global int *which)
{
    local int cells[1];
    int id = (int)get_local_id(0), own = 300;
    int *pointers[] = {in, cells, &own, in + 1, in + 2, in + 3};
    cells[0] = 200;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = *pointers[which[id]];
}

kernel void nulls(global int *out, int one, local int *cells)
{
    if (get_global_id(0))
        return;
    int own = 0, *none = 0, *pointers[] = {none, out, cells, &own};
    local int *no_cells = 0;
    global int *no_global = 0;
    private int *no_own = 0;
    int *of_null[] = {no_cells, no_global, no_own};
    for (int i = 0; i < 4; i++)
        out[i] = !pointers[i * one];
    for (int i = 0; i < 3; i++)
        out[4 + i] = of_null[i * one] == none;
    out[7] = to_local(pointers[one]) == 0;
    out[8] = to_private(pointers[one]) == 0;
    out[9] = to_global(pointers[2 * one]) == 0;
    out[10] = to_global(none) == 0;
    out[11] = to_local(of_null[one - 1]) == 0;
}

kernel void what(global int *out, global int *kinds, local int *cells)
{
    int id = (int)get_local_id(0), own = 0;
    int *pointers[] = {&kinds[id], &cells[id], &own}, *pointer = pointers[kinds[id]];
    out[4 * id] = to_global(pointer) == &kinds[id];
    out[4 * id + 1] = to_local(pointer) == &cells[id];
    out[4 * id + 2] = to_private(pointer) == &own;
    out[4 * id + 3] = (int)get_fence(pointer);
}

kernel void arithmetic(global int *out, int one, local int *cells)
{
    if (get_global_id(0))
        return;
    int own[8];
    int *pointers[] = {out, cells, own};
    for (int i = 0; i < 3; i++) {
        int *start = pointers[i * one], *end = start + 3 * one;
        out[i] = (int)(end - start);
        out[3 + i] = end > start && end - 3 == start;
    }
}

/* Known to the compiler, all of it, and by way of generic pointers alone. */
kernel void null_of_another(global int *out)
{
    local int *no_cells = 0;
    global int *no_global = 0;
    private int *no_own = 0;
    int *from_local = no_cells, *from_own = no_own, *from_global = no_global;
    if (get_global_id(0))
        return;
    out[0] = no_global == from_local;
    out[1] = no_global == from_own;
    out[2] = no_cells == from_own;
    out[3] = no_cells == from_global;
    out[4] = no_own == from_global;
    out[5] = no_own == from_local;
}

struct three {
    int a, b, c;
};

kernel void structures(global int *out, global int *kinds, local struct three *cells)
{
    int id = (int)get_local_id(0);
    struct three own, *places[] = {(global struct three *)out + id, cells + id, &own};
    struct three *place = places[kinds[id]], start = {7 + id, 9 + id, 11 + id};
    *place = start;
    *((global struct three *)out + id) = *place;
}

global int first = 5;
global int second = 7;
global int *global pointers[2] = {&first, &second};

kernel void at_program_scope(global int *out)
{
    size_t id = get_global_id(0);
    int *pointer = pointers[id & 1];
    out[id] = *pointer;
}

kernel void sizes(global uint4 *out, global int *kinds, local uchar *cells)
{
    int id = (int)get_local_id(0);
    uchar own[16], *places[] = {(global uchar *)&out[id], &cells[16 * id], own};
    uchar *bytes = places[kinds[id]];
    for (int i = 0; i < 16; i += 2)
        bytes[i] = (uchar)(i + 1);
    for (int i = 0; i < 16; i += 2)
        *(bytes + i + 1) = (uchar)(i + 2);
    short *halves = (short *)bytes;
    halves[0] = (short)(halves[0] + 0);
    out[id] = vload4(0, (uint *)bytes);
}

/* A choice between global and local memory alone. */
kernel void without_private(global int *out)
{
    local int cell;
    size_t id = get_global_id(0);
    int *pointer;
    cell = 2;
    if (id & 1)
        pointer = &first;
    else
        pointer = &cell;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id & 1)
        out[id] = to_global(pointer) && *pointer == 5;
    else
        out[id] = to_local(pointer) && *pointer == 2;
}

kernel void known_null(global int *out)
{
    local int cell;
    int own, *none = 0;
    local int *no_cell = 0;
    global int *no_global = 0;
    private int *no_own = 0;
    if (get_global_id(0))
        return;
    out[0] = none == no_cell;
    out[1] = none == no_global;
    out[2] = none == no_own;
    out[3] = none == &cell;
    out[4] = none == &own;
    none = no_cell;
    out[5] = none == no_global;
    out[6] = none == no_cell;
}
