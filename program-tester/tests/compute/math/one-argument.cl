// SPDX-License-Identifier: MIT
/*!
# Functions of one float (OpenCL C 1.2, 6.12.2). Expected values are the exact results rounded to float; bounds are those of
# OpenCL 1.2, 7.4, which stand above each group.

[config]
name: functions of one float
global_size: 10 0 0

# Trigonometric: sin 4 ulp, cos 4, tan 5, also for a large argument.
[test]
for: kernel tolerance expected in \
       (sin  4 \
        "0 0.47942555 -0.47942555 0.84147096 -0.9489846 0.9092974 -8.742278e-08 0.5440211 -0.50636566 0.0009999999") \
       (cos  4  "1 0.87758255 0.87758255 0.5403023 0.31532237 -0.41614684 -1 -0.8390715 0.8623189 0.9999995") \
       (tan  5 \
        "0 0.5463025 -0.5463025 1.5574077 -3.0095696 -2.1850398 8.742278e-08 -0.64836085 -0.58721393 0.0010000004")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance $tolerance ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001

# Inverse-trigonometric: asin 4 ulp, acos 4, atan 5.
[test]
for: kernel tolerance expected given in \
       (asin  4 \
        "0 0.5235988 -0.5235988 1.5707964 -1.5707964 0.25268024 -0.8480621 1.5260715 0.0010000002 -0.10016742" \
        "0 0.5 -0.5 1 -1 0.25 -0.75 0.999 0.001 -0.1") \
       (acos  4 \
        "1.5707964 1.0471976 2.0943952 0 3.1415927 1.3181161 2.4188583 0.0447248 1.5697963 1.6709638" \
        "0 0.5 -0.5 1 -1 0.25 -0.75 0.999 0.001 -0.1") \
       (atan  5 \
        "0 0.4636476 -0.4636476 0.7853982 -0.8960554 1.1071488 1.2626272 -1.4711276 1.5607966 0.0009999997" \
        "0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance $tolerance ulp
arg_in:  1 buffer float[10] $given

# Hyperbolic: sinh, cosh: 4 ulp, tanh: 5 ulp.
[test]
for: kernel tolerance expected in \
       (sinh  4  "0 0.5210953 -0.5210953 1.1752012 -1.601919 3.6268604 11.54874 -11013.232 2.425826e+08 0.0010000002") \
       (cosh  4  "1 1.127626 1.127626 1.5430807 1.8884239 3.7621956 11.591954 11013.233 2.425826e+08 1.0000005") \
       (tanh  5  "0 0.46211717 -0.46211717 0.7615942 -0.84828365 0.9640276 0.9962721 -1 1 0.0009999997")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance $tolerance ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 2e+01 0.001

# Exponential: exp, exp2, exp10, expm1: 3 ulp.
[test]
for: kernel expected given in \
       (exp \
        "1 1.6487212 0.60653067 2.7182817 0.2865048 7.389056 23.140696 4.539993e-05 1.0010005 5.5406225e+34" \
        "0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 0.001 8e+01") \
       (exp2  "1 1.4142135 0.70710677 2 0.4204482 4 8.824979 0.0009765625 1.2676506e+30 1.0006934" \
        "0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001") \
       (exp10  "1 1e+01 1e+02 0.1 3.1622777 1e+10 1e-10 1e+03 1e+30 1.0023053" \
        "0 1 2 -1 0.5 1e+01 -1e+01 3 3e+01 0.001") \
       (expm1 \
        "0 0.6487213 -0.39346933 1.7182819 -0.7134952 6.389056 1.000005e-05 -0.9999546 4.851652e+08 0.0010005002" \
        "0 0.5 -0.5 1 -1.25 2 1e-05 -1e+01 2e+01 0.001")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance 3 ulp
arg_in:  1 buffer float[10] $given

# Logarithmic: log, log2, log10: 3 ulp, log1p: 2 ulp.
[test]
for: kernel tolerance expected given in \
       (log  3 \
        "-6.9077554 -0.6931472 0 0.4054651 0.6931472 2.3025851 6.9077554 -23.02585 47.150314 -0.010050327" \
        "0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99") \
       (log2  3  "-9.965784 -1 0 0.5849625 1 3.321928 9.965784 -33.21928 68.02352 -0.014499555" \
        "0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99") \
       (log10  3  "-3 -0.30103 0 0.17609125 0.30103 1 3 -1e+01 20.477121 -0.004364801" \
        "0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99") \
       (log1p  2 \
        "0 0.4054651 -0.6931472 0.6931472 9.99995e-06 2.3978953 6.908755 -0.0010005004 0.22314355 1.3862944" \
        "0 0.5 -0.5 1 1e-05 1e+01 1e+03 -0.001 0.25 3")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance $tolerance ulp
arg_in:  1 buffer float[10] $given

# Roots: sqrt 3 ulp, rsqrt 2, cbrt 2.
[test]
for: kernel tolerance expected given in \
       (sqrt  3 \
        "0.03162278 0.70710677 1 1.2247449 1.4142135 3.1622777 31.622776 1e-05 1.7320507e+10 0.9949874" \
        "0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99") \
       (rsqrt  2 \
        "31.622776 1.4142135 1 0.8164966 0.70710677 0.31622776 0.031622775 1e+05 5.7735025e-11 1.0050378" \
        "0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99") \
       (cbrt  2  "2 -3 0.1 1 1.2599211 1e+01 -0.7937005 2154.4346 0.031072324 4" \
        "8 -27 0.001 1 2 1e+03 -0.5 1e+10 3e-05 64")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected tolerance $tolerance ulp
arg_in:  1 buffer float[10] $given

# floor, ceil, trunc, rint (half to even) and round (half away from zero) are exact (OpenCL C 1.2, 6.12.2).
# The result for -0 is -0 (7.5.1 and ISO C99, F.9.6); one that is rounded to 0 may have either sign.
[test]
for: kernel expected in \
       (floor  "0|-0 -1 1 2 -3 2 1e+20 -1 -0 -8") \
       (ceil   "1 0|-0 2 3 -2 3 1e+20 0|-0 -0 -7") \
       (trunc  "0|-0 0|-0 1 2 -2 2 1e+20 0|-0 -0 -7") \
       (rint   "0|-0 0|-0 2 2 -2 2 1e+20 0|-0 -0 -8") \
       (round  "1 -1 2 3 -3 2 1e+20 0|-0 -0 -8")
name: $kernel
kernel_name: apply_$kernel
arg_out: 0 buffer float[10] $expected signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(sin)
APPLY(cos)
APPLY(tan)
APPLY(asin)
APPLY(acos)
APPLY(atan)
APPLY(sinh)
APPLY(cosh)
APPLY(tanh)
APPLY(exp)
APPLY(exp2)
APPLY(exp10)
APPLY(expm1)
APPLY(log)
APPLY(log2)
APPLY(log10)
APPLY(log1p)
APPLY(sqrt)
APPLY(rsqrt)
APPLY(cbrt)
APPLY(floor)
APPLY(ceil)
APPLY(trunc)
APPLY(rint)
APPLY(round)
