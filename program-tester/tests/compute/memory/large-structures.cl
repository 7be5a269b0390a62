// SPDX-License-Identifier: MIT
/*!
# Structures of some kilobytes are assigned, passed and initialised as a whole.

[config]
name: compute large structures
global_size: 2 0 0

[test]
name: assigned
kernel_name: assigned
arg_out: 0 buffer int[2500] repeat 5 -7 11 0
arg_in:  1 buffer int[2500] repeat 5 -7 11 0

[test]
name: through private memory
kernel_name: private_copy
arg_out: 0 buffer int[6] 1 1200 1248  3 1201 1249

[test]
name: passed by value to a function
kernel_name: passed
arg_out: 0 buffer int[2] 779376 780625

[test]
name: initialised
kernel_name: initialised
arg_out: 0 buffer int[4] 0 7 0 9
arg_in:  1 buffer int[2] 5 999

[test]
name: out of a table
kernel_name: from_table
arg_out: 0 buffer int[4] 10 0 13 0
arg_in:  1 buffer int[2] 0 3
!*/

struct large {
    int values[1249];
    char tail[4]; /* no padding, which an assignment need not copy */
};

kernel void assigned(global struct large *out, global const struct large *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i];
}

static void fill(struct large *s, int first)
{
    for (int i = 0; i < 1249; i++)
        s->values[i] = first + i;
    s->tail[0] = s->tail[1] = s->tail[2] = s->tail[3] = 0;
}

kernel void private_copy(global int *out)
{
    struct large a, b;
    size_t i = get_global_id(0);
    fill(&a, (int)i);
    b = a;
    a.values[i] = 1000;
    b.values[i]++;
    out[3 * i] = b.values[i];
    out[3 * i + 1] = b.values[1200];
    out[3 * i + 2] = b.values[1248];
}

static int sum(struct large s)
{
    int result = s.tail[0];
    for (int i = 0; i < 1249; i++)
        result += s.values[i];
    return result;
}

kernel void passed(global int *out)
{
    struct large s;
    fill(&s, (int)get_global_id(0));
    out[get_global_id(0)] = sum(s);
}

kernel void initialised(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int zeros[1500] = {0};
    zeros[in[i]] += (int)(2 * i + 7);
    out[2 * i] = zeros[in[i] - 1];
    out[2 * i + 1] = zeros[in[i]];
}

kernel void from_table(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int numbers[1000] = {10, 11, 12, 13};
    out[2 * i] = numbers[in[i]];
    out[2 * i + 1] = numbers[in[i] + 900];
}
