// SPDX-License-Identifier: MIT
// a load past a constant of the program
// arg_in: 1 int 4000
// functions: kern
// says: past the end of

constant int table[] = {1, 2, 3, 4};

kernel void kern(global int *out, int far)
{
    int i = get_global_id(0);
    out[i] = /*@*/table[i * far];
}
