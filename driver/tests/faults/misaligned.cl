// SPDX-License-Identifier: MIT
// a misaligned store
// global_size: 1 0 0
// arg_out: 0 buffer char[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// arg_in: none
// functions: kern
// says: not aligned to 4 bytes
// says: at byte 1 of argument 0 'out'

kernel void kern(global char *out)
{
    *(global int *)(out + 1 + get_global_id(0) * 4) /*@*/= 1;
}
