/*!
[config]
name: two components of a vector are stored (6.1.7)
clc_version_min: 12

[test]
name: through a pointer to scalars
kernel_name: through_pointer
arg_out: 0 buffer int[8] 1 2 3 4 5 9 7 9
arg_in:  0 buffer int[8] 1 2 3 4 5 6 7 8
arg_in:  1 int 4

[test]
name: in a structure
kernel_name: in_structure
arg_out: 0 buffer int[8] 1 2 3 4 5 9 7 9
arg_in:  0 buffer int[8] 1 2 3 4 5 6 7 8
arg_in:  1 int 1
!*/

kernel void through_pointer(global int *out, int i)
{
    (*(global int4 *)(out + i)).yw = 9;
}

struct vector {
    int4 value;
};

kernel void in_structure(global struct vector *out, int i)
{
    out[i].value.yw = 9;
}
