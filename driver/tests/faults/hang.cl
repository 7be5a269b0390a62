// SPDX-License-Identifier: MIT
// a loop that does not end
// functions: kern
// says: hangs
// says: this loop does not end

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0), n = 0;
    if (i == 3)
        /*@*/while (in[n & 7])
            n++;
    out[i] = n;
}
