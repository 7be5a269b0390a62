// SPDX-License-Identifier: MIT
/*!
# goto forwards, backwards, and out of loops within loops.

[config]
name: compute control goto
global_size: 8

[test]
for: name kernel type expected in \
       ("over statements"    forwards    int   "1 11 1 11 1 11 1 11") \
       ("a loop"             backwards   int   "0 1 3 6 10 15 21 28") \
       ("out of two loops"   search      int2  "0 0 0 1 0 2 0 3 1 1 0 5 1 2 -1 -1") \
       ("into a common end"  common_end  int   "100 102 103 104 200 205 206 7")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type[8] $expected
!*/

kernel void forwards(global int *out)
{
    int result = 1;
    if (get_global_id(0) % 2 == 0)
        goto end;
    result += 10;
end:
    out[get_global_id(0)] = result;
}

kernel void backwards(global int *out)
{
    int n = get_global_id(0), sum = 0;
again:
    sum += n;
    if (--n > 0)
        goto again;
    out[get_global_id(0)] = n < 0 ? 0 : sum;
}

/* The first cell of a table that has the number. */
kernel void search(global int2 *out)
{
    const int table[2][6] = {{0, 1, 2, 3, 9, 5}, {8, 4, 6, 8, 8, 8}};
    int number = get_global_id(0), row, column;
    for (row = 0; row < 2; row++)
        for (column = 0; column < 6; column++)
            if (table[row][column] == number)
                goto found;
    row = column = -1;
found:
    out[get_global_id(0)] = (int2)(row, column);
}

kernel void common_end(global int *out)
{
    int n = get_global_id(0), result = n;
    switch (n) {
    case 0:
        goto hundred;
    case 4:
        result = 0;
        goto two_hundred;
    case 7:
        goto end;
    }
    if (n > 4)
        goto two_hundred;
    result++;
hundred:
    result += 100;
    goto end;
two_hundred:
    result += 200;
end:
    out[get_global_id(0)] = result;
}
