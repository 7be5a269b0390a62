// SPDX-License-Identifier: MIT
// a fault in what a macro stands for is where the macro is used
// functions: kern

#define AT(p, i) ((p)[(i) * 100])
#define TWICE(x) ((x) + (x))

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/TWICE(AT(in, i + 1));
}
