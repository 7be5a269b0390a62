// SPDX-License-Identifier: MIT
// prints.cl: prints more than the buffer of printf holds, which docs/checking.md has the message of
// (checks/samples.py).
#define I ((int)get_global_id(0))

void talk(global int *out)
{
    out[I] = printf("work-item %d\n", I);
}

//? lost
//! 100000 g=100000 l=100
kernel void talks(global int *out)
{
    talk(out);
    printf("%d squared is %d\n", I, I * I);
}
