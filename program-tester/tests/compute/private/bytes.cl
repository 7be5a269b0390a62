// SPDX-License-Identifier: MIT
/*!
# Private arrays of char and short, indexed at run time.

[config]
name: compute private bytes
kernel_name: digits
global_size: 8 0 0
local_size: 8 0 0

[test]
name: decimal digits backwards
arg_out: 0 buffer uint[8] 54321 65431 76541 87651 98761 971 11091 22102
arg_out: 1 buffer int[8] 3000 3000 3000 3000 3000 3000 -8000 3000
!*/

kernel void digits(global uint *out, global int *alternating)
{
    uint i = get_global_id(0);
    uint number = 12345 + i * 1111;
    uchar digit[10];
    short weighted[10];
    int count = 0, sum = 0;
    uint backwards = 0;
    while (number) {
        digit[count] = number % 10;
        weighted[count] = (count & 1 ? -1000 : 1000) * digit[count];
        number /= 10;
        count++;
    }
    for (int j = 0; j < count; j++) {
        backwards = backwards * 10 + digit[j];
        sum += weighted[j];
    }
    out[i] = backwards;
    alternating[i] = sum;
}
