// SPDX-License-Identifier: MIT
/*!
# Functions of two arguments within the bounds of OpenCL 1.2, 7.4; those with a bound of 0 ulp must match.

[config]
name: compute math two arguments
global_size: 8 0 0

[test]
for: kernel expected given in \
       (pow  "1024 0.11111111 -8 3.1622777 0.10511205 56.25 1e+15 -27 tolerance 16 ulp" \
        "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (atan2 \
        "0.19739556 2.158799 -0.5880026 1.5208379 0.15264933 1.3101939 1.5707964 -0.7853982 tolerance 6 ulp" \
        "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (hypot  "10.198039 3.6055512 3.6055512 10.012492 3.2882366 7.7620873 1e+10 4.2426405 tolerance 4 ulp" \
        "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (fmod  "2 1 -2 0 0.5 1.5 1 -0"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (fdim  "0 5 0 9.5 0 5.5 1e+10 0"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (fmin  "2 -2 -2 0.5 0.5 2 1.5 -3"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (fmax  "1e+01 3 3 1e+01 3.25 7.5 1e+10 3"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (copysign  "2 -3 2 1e+01 0.5 7.5 1e+10 3"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (remainder  "2 -1 1 0 0.5 -0.5 -0.5 -0"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3") \
       (powr  "1024 0.11111111 8 3.1622777 0.10511205 56.25 1e+15 27 tolerance 16 ulp" \
        "2 3 2 1e+01 0.5 7.5 1e+10 3") \
       (maxmag  "1e+01 3 3 1e+01 3.25 7.5 1e+10 3"  "2 3 -2 1e+01 0.5 7.5 1e+10 -3")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[8] $expected
arg_in:  1 buffer float[8] $given
arg_in:  2 buffer float[8] 1e+01 -2 3 0.5 3.25 2 1.5 3
!*/

#define APPLY(F)                                                                              \
    kernel void apply_##F(global float *out, global const float *a, global const float *b)    \
    {                                                                                         \
        size_t i = get_global_id(0);                                                          \
        out[i] = F(a[i], b[i]);                                                               \
    }

APPLY(pow)
APPLY(atan2)
APPLY(hypot)
APPLY(fmod)
APPLY(fdim)
APPLY(fmin)
APPLY(fmax)
APPLY(copysign)
APPLY(remainder)
APPLY(powr)
APPLY(maxmag)
