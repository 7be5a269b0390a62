/*!
[config]
name: a number that two shifts turn round (6.3.j)
kernel_name: turn
clc_version_min: 12

[test]
arg_out: 0 buffer uint[1] 0x34567812
arg_in:  1 uint 0x12345678
arg_in:  2 uint 8
!*/

kernel void turn(global uint *result, uint number, uint by)
{
    result[0] = (number << (by & 31)) | (number >> (-by & 31));
}
