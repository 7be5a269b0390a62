// SPDX-License-Identifier: MIT
// hangs.cl: what does not end. A file of its own, as other checkers do not end either.
#include "pair.h"

//? hang
//@ hang
//= this loop had not ended
kernel void hang(global int *out, global const int *in)
{
    int i = get_global_id(0), n = 0;
    if (i == 3)
        /*@*/while (in[n & 7] && W(1, n < 4))
            n++;
    out[i] = n;
}
