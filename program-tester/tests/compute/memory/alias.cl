// SPDX-License-Identifier: MIT
/*!
# Loads see earlier stores of the same work-item, through another pointer to the same buffer.

[config]
name: compute memory alias
kernel_name: fibonacci

[test]
name: through memory
arg_out: 0 buffer uint[16] 1 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987
!*/

kernel void fibonacci(global volatile uint *out)
{
    global volatile uint *behind = out;
    out[0] = out[1] = 1;
    for (int i = 2; i < 16; i++, behind++)
        out[i] = behind[0] + behind[1];
}
