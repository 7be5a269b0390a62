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
name: fabs
kernel_name: one_fabs
arg_out: 0 image float4 2.5 1.5 0.5 0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: floor
kernel_name: one_floor
arg_out: 0 image float4 -3 -2 -1 -1  0 0 1 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: ceil
kernel_name: one_ceil
arg_out: 0 image float4 -2 -1 0 0  1 1 2 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: trunc
kernel_name: one_trunc
arg_out: 0 image float4 -2 -1 0 0  0 0 1 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: round
kernel_name: one_round
arg_out: 0 image float4 -3 -2 -1 0  0 1 2 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: rint
kernel_name: one_rint
arg_out: 0 image float4 -3 -1 -1 0  0 1 1 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.75 -1.25 -0.75 -0.25  0.25 0.75 1.25 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sign
kernel_name: one_sign
arg_out: 0 image float4 -1 -1 -1 -1  0 1 1 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1 -0.5 -0.25  0 0.5 1 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sqrt
kernel_name: one_sqrt
arg_out: 0 image float4 0.353553385 0.5 0.707106769 1  1.22474492 1.41421354 1.80277562 3.1622777 tolerance 3 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: rsqrt
kernel_name: one_rsqrt
arg_out: 0 image float4 2.82842708 2 1.41421354 1  0.816496611 0.707106769 0.554700196 0.316227764 tolerance 2 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: cbrt
kernel_name: one_cbrt
arg_out: 0 image float4 -1.44224954 -1.25992107 -1 -0.793700516  0.793700516 1 1.31037068 1.58740103 tolerance 16 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: exp
kernel_name: one_exp
arg_out: 0 image float4 0.0497870669 0.135335281 0.36787945 0.606530666  1.64872122 2.71828175 9.48773575 54.5981483 tolerance 16 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: exp2
kernel_name: one_exp2
arg_out: 0 image float4 0.125 0.25 0.5 0.707106769  1.41421354 2 4.75682831 16 tolerance 3 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: exp10
kernel_name: one_exp10
arg_out: 0 image float4 0.100000001 0.177827939 0.316227764 0.749894202  1.33352149 3.1622777 7.4989419 10 tolerance 16 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: log
kernel_name: one_log
arg_out: 0 image float4 -2.07944155 -1.38629436 -0.693147182 0  0.405465096 0.693147182 1.17865503 2.30258512 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: log2
kernel_name: one_log2
arg_out: 0 image float4 -3 -2 -1 0  0.584962487 1 1.70043969 3.32192802 tolerance 3 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: log10
kernel_name: one_log10
arg_out: 0 image float4 -0.90309 -0.60206002 -0.30103001 0  0.176091254 0.30103001 0.511883378 1 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sin
kernel_name: one_sin
arg_out: 0 image float4 -0.141120002 -0.909297407 -0.841470957 -0.47942555  0.47942555 0.841470957 0.778073192 -0.756802499 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: cos
kernel_name: one_cos
arg_out: 0 image float4 -0.989992499 -0.416146845 0.540302277 0.87758255  0.87758255 0.540302277 -0.628173649 -0.653643608 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: tan
kernel_name: one_tan
arg_out: 0 image float4 -3.00956964 -1.55740774 -0.546302497 -0.255341917  0.255341917 0.546302497 0.931596458 1.55740774 tolerance 8e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1.25 -1 -0.5 -0.25  0.25 0.5 0.75 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sinpi
kernel_name: one_sinpi
arg_out: 0 image float4 -1.22464685e-16 -0.707106769 -1 -0.382683426  0.382683426 1 0.382683426 1.22464685e-16 tolerance 1e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: cospi
kernel_name: one_cospi
arg_out: 0 image float4 -1 -0.707106769 6.12323426e-17 0.923879504  0.923879504 6.12323426e-17 -0.923879504 -1 tolerance 1e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: asin
kernel_name: one_asin
arg_out: 0 image float4 -1.57079637 -0.848062098 -0.52359879 -0.125327826  0.125327826 0.52359879 1.06543577 1.57079637 tolerance 4e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: acos
kernel_name: one_acos
arg_out: 0 image float4 3.14159274 2.41885829 2.09439516 1.6961242  1.44546854 1.04719758 0.505360484 0 tolerance 4e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: atan
kernel_name: one_atan
arg_out: 0 image float4 -1.24904573 -1.10714877 -0.785398185 -0.463647604  0.463647604 0.785398185 1.15257204 1.3258177 tolerance 4e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: atanpi
kernel_name: one_atanpi
arg_out: 0 image float4 -0.397583604 -0.352416396 -0.25 -0.147583619  0.147583619 0.25 0.366875052 0.422020882 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: sinh
kernel_name: one_sinh
arg_out: 0 image float4 -1.17520118 -0.822316706 -0.521095276 -0.125325769  0.125325769 0.521095276 0.991006613 1.17520118 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: cosh
kernel_name: one_cosh
arg_out: 0 image float4 1.54308069 1.29468334 1.12762594 1.00782263  1.00782263 1.12762594 1.40786862 1.54308069 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: tanh
kernel_name: one_tanh
arg_out: 0 image float4 -0.761594176 -0.635148942 -0.462117165 -0.124352999  0.124352999 0.462117165 0.703905582 0.761594176 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -0.75 -0.5 -0.125  0.125 0.5 0.875 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: degrees
kernel_name: one_degrees
arg_out: 0 image float4 -171.887344 -114.59156 -57.2957802 -28.6478901  28.6478901 57.2957802 128.915497 229.183121 tolerance 2 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: radians
kernel_name: one_radians
arg_out: 0 image float4 -0.052359879 -0.0349065848 -0.0174532924 -0.00872664619  0.00872664619 0.0174532924 0.0392699093 0.0698131695 tolerance 2 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: fmin
kernel_name: two_fmin
arg_out: 0 image float4 -3 -2 -1 -0.5  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: fmax
kernel_name: two_fmax
arg_out: 0 image float4 -2.5 -1.5 -0.5 -0.25  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: fmod
kernel_name: two_fmod
arg_out: 0 image float4 -1 -1.5 -0.75 -1  1 0.75 1.5 1 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -7 -5.5 -2.25 -1  1 2.25 5.5 7 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 2 2 1.5 3  3 1.5 2 2 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: fdim
kernel_name: two_fdim
arg_out: 0 image float4 0.5 0 0 0.75  0 0.25 0.75 0 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 0 1 -1  0.5 0.25 1 5 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: copysign
kernel_name: two_copysign
arg_out: 0 image float4 2.5 -1.5 0.5 -0.25  0.25 -0.5 1.75 -3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 1 -1 2 -2  3 -3 4 -4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: pow
kernel_name: two_pow
arg_out: 0 image float4 0.015625 4 0.707106769 1  0.444444448 2.82842708 10.5625 0.100000001 tolerance 16 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 2 -1 0.5 3  -2 1.5 2 -1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: powr
kernel_name: two_powr
arg_out: 0 image float4 8 0.0625 0.353553385 1  2.25 0.25 3.25 1.77827942 tolerance 16 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 0.125 0.25 0.5 1  1.5 2 3.25 10 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -1 2 1.5 0.5  2 -2 1 0.25 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: hypot
kernel_name: two_hypot
arg_out: 0 image float4 3.9051249 2.5 1.11803401 0.559017003  0.559017003 1.11803401 2.85043859 5 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: step
kernel_name: two_step
arg_out: 0 image float4 1 0 0 1  0 1 1 0 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -2.5 -2 -1 0  0 1 1.75 2 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: atan2
kernel_name: two_atan2
arg_out: 0 image float4 0.463647604 1.10714877 -0.463647604 -2.03444386  2.03444386 -2.97644401 1.73594499 -0.785398185 tolerance 4e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 1 2 -1 -2  0.5 -0.5 3 -3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 2 1 2 -1  -0.25 -3 -0.5 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: atan2pi
kernel_name: two_atan2pi
arg_out: 0 image float4 0.147583619 0.352416396 -0.147583619 -0.647583604  0.647583604 -0.947431564 0.552568436 -0.25 tolerance 2e-6 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 1 2 -1 -2  0.5 -0.5 3 -3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 2 1 2 -1  -0.25 -3 -0.5 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: native_divide
kernel_name: two_native_divide
arg_out: 0 image float4 0.833333313 0.75 0.5 0.5  0.5 0.5 0.777777791 0.75 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: clamp
kernel_name: three_clamp
arg_out: 0 image float4 -2 -1.5 -0.5 -0.25  0.25 0.5 1 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -2 -2 -2 -2  -2 -2 -2 -2 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 3 image float4 1 1 1 1  1 1 1 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: mix
kernel_name: three_mix
arg_out: 0 image float4 -2.5 -2 -0.75 -0.3125  0.4375 0.5625 2 4 tolerance 2 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 3 image float4 0 1 0.5 0.25  0.75 0.125 0.5 1 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: smoothstep
kernel_name: three_smoothstep
arg_out: 0 image float4 0 0.5 0.15625 0.5  0.84375 0.5 1 0.15625 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -1 -1 0 0  0 1 1 2 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 1 1 1 2  4 2 3 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 3 image float4 -2 0 0.25 1  3 1.5 4 2.5 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: mad
kernel_name: three_mad
arg_out: 0 image float4 8.5 5 3.5 4.125  5.125 6.5 10.9375 20 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 3 image float4 1 2 3 4  5 6 7 8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: fma
kernel_name: three_fma
arg_out: 0 image float4 15.5 10 6.5 5.125  4.125 3.5 5.9375 13 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 image float4 -2.5 -1.5 -0.5 -0.25  0.25 0.5 1.75 3 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 image float4 -3 -2 -1 -0.5  0.5 1 2.25 4 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 3 image float4 8 7 6 5  4 3 2 1 \
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
