/*!
[config]
name: mad_sat of long saturates a * b + c as a whole (6.12.3)
kernel_name: apply
clc_version_min: 12
global_size: 4

[test]
name: products beyond 64 bits
arg_out: 0 buffer long[4] 9223372036854775807 9223372036854775807 -9223372036854775808 9223372036854775806
arg_in:  1 buffer long[4] 9223372036854775807 4611686018427387904 -9223372036854775808 9223372036854775807
arg_in:  2 buffer long[4] 9223372036854775807 2 2 2
arg_in:  3 buffer long[4] 9223372036854775807 0 1 -9223372036854775808

[test]
name: products of 64 bits
arg_out: 0 buffer long[4] -1 -9223372036854775807 -1 -9223372036854775808
arg_in:  1 buffer long[4] 9223372036854775807 -9223372036854775808 -9223372036854775808 -9223372036854775807
arg_in:  2 buffer long[4] 1 1 1 1
arg_in:  3 buffer long[4] -9223372036854775808 1 9223372036854775807 -2
!*/

kernel void apply(global long *result, global const long *a, global const long *b,
                  global const long *c)
{
    size_t i = get_global_id(0);
    result[i] = mad_sat(a[i], b[i], c[i]);
}
