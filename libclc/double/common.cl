// SPDX-License-Identifier: MIT
/* common.cl: smoothstep of double vectors between scalar edges (section 6.12.4 of OpenCL C
 * 1.2), which libclc lacks. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define OVERLOAD __attribute__((overloadable))

#define SMOOTHSTEP(width)                                                                          \
    double##width OVERLOAD smoothstep(double low, double high, double##width x)                    \
    {                                                                                              \
        return smoothstep((double##width)(low), (double##width)(high), x);                         \
    }

SMOOTHSTEP(2)
SMOOTHSTEP(3)
SMOOTHSTEP(4)
SMOOTHSTEP(8)
SMOOTHSTEP(16)
