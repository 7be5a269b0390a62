// SPDX-License-Identifier: MIT
/*!
# Built-in functions of floats that fragment programs have, or that R500's compiler makes of others. Values are the mathematical
# ones; what is allowed beyond OpenCL's ulps is what docs/r500-compiler.md says of the polynomials.

[config]
name: image programs: built-in functions
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 2 1

[test]
for: function values in \
       (fabs   "2.5 1.5 0.5 0.25  0.25 0.5 1.75 3") \
       (floor  "-3 -2 -1 -1  0 0 1 3") \
       (ceil   "-2 -1 0 0  1 1 2 3") \
       (trunc  "-2 -1 0 0  0 0 1 3") \
       (round  "-3 -2 -1 0  0 1 2 3")
name: $function
kernel_name: one_$function
arg_out: 0 image float4 $values \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function tolerance values in \
       (sqrt   "3 ulp"  "0.353553385 0.5 0.707106769 1  1.22474492 1.41421354 1.80277562 3.1622777") \
       (rsqrt  "2 ulp"  "2.82842708 2 1.41421354 1  0.816496611 0.707106769 0.554700196 0.316227764") \
       (log    "4 ulp"  "-2.07944155 -1.38629436 -0.693147182 0  0.405465096 0.693147182 1.17865503 2.30258512") \
       (log2   "3 ulp"  "-3 -2 -1 0  0.584962487 1 1.70043969 3.32192802") \
       (log10  "4 ulp"  "-0.90309 -0.60206002 -0.30103001 0  0.176091254 0.30103001 0.511883378 1")
name: $function
kernel_name: one_$function
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function tolerance values in \
       (cbrt     "16 ulp"  "-1.44224954 -1.25992107 -1 -0.793700516  0.793700516 1 1.31037068 1.58740103") \
       (exp      "16 ulp"  "0.0497870669 0.135335281 0.36787945 0.606530666  1.64872122 2.71828175 9.48773575 54.5981483") \
       (exp2     "3 ulp"   "0.125 0.25 0.5 0.707106769  1.41421354 2 4.75682831 16") \
       (sin      2e-6      "-0.141120002 -0.909297407 -0.841470957 -0.47942555  0.47942555 0.841470957 0.778073192 -0.756802499") \
       (cos      2e-6      "-0.989992499 -0.416146845 0.540302277 0.87758255  0.87758255 0.540302277 -0.628173649 -0.653643608") \
       (atan     4e-6      "-1.24904573 -1.10714877 -0.785398185 -0.463647604  0.463647604 0.785398185 1.15257204 1.3258177") \
       (atanpi   2e-6      "-0.397583604 -0.352416396 -0.25 -0.147583619  0.147583619 0.25 0.366875052 0.422020882") \
       (degrees  "2 ulp"   "-171.887344 -114.59156 -57.2957802 -28.6478901  28.6478901 57.2957802 128.915497 229.183121") \
       (radians  "2 ulp"   "-0.052359879 -0.0349065848 -0.0174532924 -0.00872664619  0.00872664619 0.0174532924 0.0392699093 0.0698131695")
name: $function
kernel_name: one_$function
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function tolerance values in \
       (exp10  "16 ulp"  "0.100000001 0.177827939 0.316227764 0.749894202  1.33352149 3.1622777 7.4989419 10") \
       (sinpi  1e-6      "-1.22464685e-16 -0.707106769 -1 -0.382683426  0.382683426 1 0.382683426 1.22464685e-16") \
       (cospi  1e-6      "-1 -0.707106769 6.12323426e-17 0.923879504  0.923879504 6.12323426e-17 -0.923879504 -1") \
       (asin   4e-6      "-1.57079637 -0.848062098 -0.52359879 -0.125327826  0.125327826 0.52359879 1.06543577 1.57079637") \
       (acos   4e-6      "3.14159274 2.41885829 2.09439516 1.6961242  1.44546854 1.04719758 0.505360484 0") \
       (sinh   2e-6      "-1.17520118 -0.822316706 -0.521095276 -0.125325769  0.125325769 0.521095276 0.991006613 1.17520118") \
       (cosh   2e-6      "1.54308069 1.29468334 1.12762594 1.00782263  1.00782263 1.12762594 1.40786862 1.54308069") \
       (tanh   2e-6      "-0.761594176 -0.635148942 -0.462117165 -0.124352999  0.124352999 0.462117165 0.703905582 0.761594176")
name: $function
kernel_name: one_$function
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: tan
kernel_name: one_tan
arg_out: 0 image float4 -3.00956964 -1.55740774 -0.546302497 -0.255341917  0.255341917 0.546302497 0.931596458 1.55740774 tolerance 8e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1.25 -1 -0.5 -0.25  0.25 0.5 0.75 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function texels values in \
       (rint  "-2.75 -1.25 -0.75 -0.25  0.25 0.75 1.25 3"  "-3 -1 -1 0  0 1 1 3") \
       (sign  "-2.5 -1 -0.5 -0.25  0 0.5 1 3"              "-1 -1 -1 -1  0 1 1 1")
name: $function
kernel_name: one_$function
arg_out: 0 image float4 $values \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 $texels \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function a b values in \
       (fmin      "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "-3 -2 -1 -0.5  0.25 0.5 1.75 3") \
       (fmax      "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "-2.5 -1.5 -0.5 -0.25  0.5 1 2.25 4") \
       (fdim      "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 0 1 -1  0.5 0.25 1 5"      "0.5 0 0 0.75  0 0.25 0.75 0") \
       (copysign  "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "1 -1 2 -2  3 -3 4 -4"         "2.5 -1.5 0.5 -0.25  0.25 -0.5 1.75 -3") \
       (step      "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-2.5 -2 -1 0  0 1 1.75 2"     "1 0 0 1  0 1 1 0")
name: $function
kernel_name: two_$function
arg_out: 0 image float4 $values \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 $a \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 image float4 $b \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function tolerance a b values in \
       (fmod           2e-6      "-7 -5.5 -2.25 -1  1 2.25 5.5 7"         "2 2 1.5 3  3 1.5 2 2"         "-1 -1.5 -0.75 -1  1 0.75 1.5 1") \
       (pow            "16 ulp"  "0.125 0.25 0.5 1  1.5 2 3.25 10"        "2 -1 0.5 3  -2 1.5 2 -1"      "0.015625 4 0.707106769 1  0.444444448 2.82842708 10.5625 0.100000001") \
       (powr           "16 ulp"  "0.125 0.25 0.5 1  1.5 2 3.25 10"        "-1 2 1.5 0.5  2 -2 1 0.25"    "8 0.0625 0.353553385 1  2.25 0.25 3.25 1.77827942") \
       (hypot          "4 ulp"   "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "3.9051249 2.5 1.11803401 0.559017003  0.559017003 1.11803401 2.85043859 5") \
       (atan2          4e-6      "1 2 -1 -2  0.5 -0.5 3 -3"               "2 1 2 -1  -0.25 -3 -0.5 3"    "0.463647604 1.10714877 -0.463647604 -2.03444386  2.03444386 -2.97644401 1.73594499 -0.785398185") \
       (atan2pi        2e-6      "1 2 -1 -2  0.5 -0.5 3 -3"               "2 1 2 -1  -0.25 -3 -0.5 3"    "0.147583619 0.352416396 -0.147583619 -0.647583604  0.647583604 -0.947431564 0.552568436 -0.25") \
       (native_divide  "4 ulp"   "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "0.833333313 0.75 0.5 0.5  0.5 0.5 0.777777791 0.75")
name: $function
kernel_name: two_$function
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 $a \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 image float4 $b \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function a b c values in \
       (clamp  "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-2 -2 -2 -2  -2 -2 -2 -2"     "1 1 1 1  1 1 1 1"  "-2 -1.5 -0.5 -0.25  0.25 0.5 1 1") \
       (mad    "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "1 2 3 4  5 6 7 8"  "8.5 5 3.5 4.125  5.125 6.5 10.9375 20") \
       (fma    "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "8 7 6 5  4 3 2 1"  "15.5 10 6.5 5.125  4.125 3.5 5.9375 13")
name: $function
kernel_name: three_$function
arg_out: 0 image float4 $values \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 $a \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 image float4 $b \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  3 image float4 $c \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
for: function tolerance a b c values in \
       (mix         "2 ulp"  "-2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3"  "-3 -2 -1 -0.5  0.5 1 2.25 4"  "0 1 0.5 0.25  0.75 0.125 0.5 1"  "-2.5 -2 -0.75 -0.3125  0.4375 0.5625 2 4") \
       (smoothstep  "4 ulp"  "-1 -1 0 0  0 1 1 2"                     "1 1 1 2  4 2 3 4"             "-2 0 0.25 1  3 1.5 4 2.5"        "0 0.5 0.15625 0.5  0.84375 0.5 1 0.15625")
name: $function
kernel_name: three_$function
arg_out: 0 image float4 $values tolerance $tolerance \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 image float4 $a \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  2 image float4 $b \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  3 image float4 $c \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

#define ONE(name)                                                                 \
    kernel void one_##name(write_only image2d_t out, read_only image2d_t in)      \
    {                                                                             \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                     \
        write_imagef(out, at, name(read_imagef(in, texels, at)));                 \
    }

#define TWO(name)                                                                                      \
    kernel void two_##name(write_only image2d_t out, read_only image2d_t a, read_only image2d_t b)     \
    {                                                                                                  \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                                          \
        write_imagef(out, at, name(read_imagef(a, texels, at), read_imagef(b, texels, at)));           \
    }

#define THREE(name)                                                                                                            \
    kernel void three_##name(write_only image2d_t out, read_only image2d_t a, read_only image2d_t b, read_only image2d_t c)    \
    {                                                                                                                          \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                                                                  \
        write_imagef(out, at, name(read_imagef(a, texels, at), read_imagef(b, texels, at), read_imagef(c, texels, at)));       \
    }

ONE(fabs)
ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(round)
ONE(rint)
ONE(sign)
ONE(sqrt)
ONE(rsqrt)
ONE(cbrt)
ONE(exp)
ONE(exp2)
ONE(exp10)
ONE(log)
ONE(log2)
ONE(log10)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(sinpi)
ONE(cospi)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(atanpi)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(degrees)
ONE(radians)
TWO(fmin)
TWO(fmax)
TWO(fmod)
TWO(fdim)
TWO(copysign)
TWO(pow)
TWO(powr)
TWO(hypot)
TWO(step)
TWO(atan2)
TWO(atan2pi)
TWO(native_divide)
THREE(clamp)
THREE(mix)
THREE(smoothstep)
THREE(mad)
THREE(fma)
