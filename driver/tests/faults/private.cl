// SPDX-License-Identifier: MIT
// an index past a private array
// functions: kern
// says: private variable 'numbers' (2,000 bytes)

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    out[i] = numbers[i] + /*@*/numbers[i + in[i] * 1000];
}
