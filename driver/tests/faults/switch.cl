// SPDX-License-Identifier: MIT
// a fault in a case of a switch
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0), value = 0;
    switch (i & 3) {
    case 0:
        value = in[i];
        break;
    case 2:
        value = /*@*/in[i * 700 + 100];
        break;
    default:
        value = in[i] * 3 + i;
    }
    out[i] = value;
}
