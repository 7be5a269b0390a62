/*!
[config]
name: vectors that a loop takes from something, and divides something by (6.3)
clc_version_min: 12
kernel_name: repeat

[test]
arg_out: 0 buffer int4[3] -7 -7 -7 -7 95 95 95 95 3 3 3 3
arg_in:  1 int 7
arg_in:  2 int 3
!*/

kernel void repeat(global int4 *out, int x, int times)
{
    int4 negated = (int4)(x), taken = (int4)(x), divided = (int4)(x);
    for (int i = 0; i < 3; i++)
        negated = -negated;
    for (int i = 0; i < times; i++)
        taken = 102 - taken;
    for (int i = 0; i < times; i++)
        divided = 26 / divided;
    out[0] = negated.x + (int4)(0);
    out[1] = taken.y + (int4)(0);
    out[2] = divided.z + (int4)(0);
}
