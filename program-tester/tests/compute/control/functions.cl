// SPDX-License-Identifier: MIT
/*!
# Helper functions that call one another, with pointers to private variables as results.

[config]
name: compute control functions
kernel_name: use
global_size: 10 0 0

[test]
name: min, max and sum of digits
arg_out: 0 buffer int4[10] 5 5 5 1 2 4 6 2 1 5 9 3 3 8 14 3 5 9 21 3 0 9 12 3 1 7 14 4 1 8 18 4 2 \
        7 15 4 0 3 5 4
!*/

int digit(int *number)
{
    int d = *number % 10;
    *number /= 10;
    return d;
}

void statistics(int number, int *least, int *most, int *sum, int *count)
{
    *least = 9;
    *most = 0;
    *sum = 0;
    *count = 0;
    do {
        int d = digit(&number);
        *least = min(*least, d);
        *most = max(*most, d);
        *sum += d;
        (*count)++;
    } while (number);
}

kernel void use(global int4 *out)
{
    int i = get_global_id(0);
    int least, most, sum, count;
    statistics(i * i * 37 + 5, &least, &most, &sum, &count);
    out[i] = (int4)(least, most, sum, count);
}
