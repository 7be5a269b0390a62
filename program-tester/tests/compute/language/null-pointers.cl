// SPDX-License-Identifier: MIT
/*!
# Null pointers differ from pointers to the first variable of every address space.

[config]
name: compute language null pointers

[test]
name: private
kernel_name: to_private
arg_in:  1 int 1
arg_out: 0 buffer int[6] 0 1 1 0 1 1

[test]
name: local
kernel_name: to_local
arg_in:  1 int 1
arg_in:  2 buffer int[4] NULL
arg_out: 0 buffer int[6] 0 1 0 1 1 0

[test]
name: in structures and arrays
kernel_name: inside
arg_in:  1 int 1
arg_out: 0 buffer int[8] 1 1 1 1 0 0 1 1

[test]
name: global and constant
kernel_name: to_others
arg_in:  1 int 1
arg_in:  2 buffer int[1] 7
arg_out: 0 buffer int[5] 0 1 0 1 7
!*/

kernel void to_private(global int *out, int one)
{
    int cells[9], *first = &cells[one - 1], *null = 0, *either = one ? cells : null;
    cells[one - 1] = 5;
    cells[one] = 6;
    out[0] = first == 0;
    out[1] = first != null;
    out[2] = either && *either == 5;
    out[3] = !either;
    either = one ? 0 : either;
    out[4] = !either;
    out[5] = either == null;
}

kernel void to_local(global int *out, int one, local int *argument)
{
    local int cell;
    local int *null = 0, *at[2] = {argument, 0};
    out[0] = &cell == null;
    out[1] = argument != null;
    out[2] = at[one - 1] == 0;
    out[3] = at[one] == 0;
    out[4] = (one ? argument : 0) != 0;
    out[5] = at[one] != null;
}

struct both { int *p; local int *l; int n; };
constant struct both table[2] = {{0, 0, 3}, {0}};

kernel void inside(global int *out, int one)
{
    int cell = 3;
    struct both both = {0}, set = {&cell}, loaded = table[one - 1];
    int *list[3] = {&cell};
    out[0] = !both.p;
    out[1] = !both.l;
    out[2] = !loaded.p && !table[one].p;
    out[3] = !loaded.l && !set.l;
    out[4] = !set.p;
    out[5] = !list[one - 1];
    out[6] = !list[one];
    out[7] = !list[2];
}

constant int number = 7;

kernel void to_others(global int *out, int one, global int *given)
{
    constant int *c = &number, *none = 0;
    out[0] = given == 0;
    out[1] = (one ? 0 : given) == 0;
    out[2] = c == none;
    out[3] = (one ? none : c) == 0;
    out[4] = one ? *c : *given;
}
