// SPDX-License-Identifier: MIT
/*!
# Vectors of double in memory, in registers, element by element (OpenCL C 1.2, 6.1.2, 6.12.7), as
# arguments and in structures.

[config]
name: compute double vectors
require_device_extensions: cl_khr_fp64

[test]
for: name kernel type of expected given in \
       ("vload and vstore"  copy  double[20]  double[20] \
        "0 1.5 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19" \
        "0 1.5 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19") \
       (arithmetic  arithmetic  double4[4]  double4[2] \
        "11 22 33 44 -9 -18 -27 -36 10 40 90 160 0.1 0.1 0.1 0.1"  "1 2 3 4 10 20 30 40") \
       (comparison  compare  long4[3]  double4[2]  "-1 0 0 0 0 -1 0 0 -1 -1 0 -1"  "1 2 nan 4 2 2 3 -4")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type $expected
arg_in:  1 buffer $of $given

[test]
name: arguments by value
kernel_name: by_value
arg_out: 0 buffer double[3] 1.1 2.2 3.3
arg_in:  1 double 1.1
arg_in:  2 double2 2.2 3.3

[test]
name: structures
kernel_name: structures
arg_out: 0 buffer double[2] 42.5 -3

[test]
name: a chosen element
kernel_name: chosen
arg_out: 0 buffer double[3] 30 12 0.5
arg_in:  1 buffer int[2] 2 3

[test]
for: name kernel type expected in \
       ("local and private arrays"  arrays  double[2]   "285 81") \
       ("select and shuffle"        mixed   double2[3]  "1 20 20 1 10 2") \
       (sizes                       sizes   uint[8]     "8 16 32 128 24 1 2 4")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type $expected
!*/
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void copy(global double *out, global const double *in)
{
    vstore2(vload2(0, in), 0, out);
    vstore3(vload3(0, in + 2), 0, out + 2);
    vstore8(vload8(0, in + 5), 0, out + 5);
    vstore4(vload4(0, in + 13), 0, out + 13);
    vstore3(vload3(1, in + 14), 1, out + 14);
}

kernel void arithmetic(global double4 *out, global const double4 *in)
{
    out[0] = in[0] + in[1];
    out[1] = in[0] - in[1];
    out[2] = in[0] * in[1];
    out[3] = in[0] / in[1];
}

kernel void compare(global long4 *out, global const double4 *in)
{
    out[0] = in[0] < in[1];
    out[1] = in[0] == in[1];
    out[2] = in[0] == in[0];
}

kernel void by_value(global double *out, double a, double2 b)
{
    out[0] = a;
    vstore2(b, 0, out + 1);
}

struct mixed {
    char tag;
    double value;
    float other;
};

kernel void structures(global double *out)
{
    struct mixed a[2] = {{1, 40.0, 2.5f}, {2, -1.0, -2.0f}};
    for (int i = 0; i < 2; i++) {
        struct mixed *p = &a[i];
        out[i] = p->value + p->other;
    }
}

kernel void chosen(global double *out, global const int *in)
{
    double v[4] = {10.0, 20.0, 30.0, 40.0};
    double4 w = (double4)(0.25, 0.5, 1.0, 12.0);
    out[0] = v[in[0]];
    double u[4];
    vstore4(w, 0, u);
    out[1] = u[in[1]];
    out[2] = u[in[1] - in[0]];
}

kernel void arrays(global double *out)
{
    local double squares[10];
    double sums[10];
    double sum = 0.0;
    for (int i = 0; i < 10; i++) {
        squares[i] = (double)i * i;
        sum += squares[i];
        sums[i] = sum;
    }
    out[0] = sums[9];
    out[1] = squares[9];
}

kernel void mixed(global double2 *out)
{
    double2 a = (double2)(1.0, 2.0), b = (double2)(10.0, 20.0);
    out[0] = select(a, b, (long2)(0, -1));
    out[1] = shuffle2(a, b, (ulong2)(3, 0));
    out[2] = bitselect(a, b, as_double2((ulong2)(~0UL, 0)));
}

kernel void sizes(global uint *o)
{
    struct { char c; double d; char c2; } s;
    o[0] = sizeof(double);
    o[1] = sizeof(double2);
    o[2] = sizeof(double3);
    o[3] = sizeof(double16);
    o[4] = sizeof s;
    o[5] = vec_step(double);
    o[6] = vec_step(double2);
    o[7] = vec_step(double3);
}
