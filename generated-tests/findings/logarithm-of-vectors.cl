// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.4: log of floats may be 3 ulp off. That of the float 0.785397887 is -0.24156482689797 (by mpmath), and floats near it are 1.5e-8 apart.

[config]
name: logarithms of floats

[test]
for: of width in (1 "") (2 2) (4 4) (8 8) (16 16)
name: of $of
kernel_name: of_$of
arg_out: 0 buffer float$width[1] repeat -0.24156487..-0.241564795
arg_in:  1 buffer float$width[1] repeat 0.785397887
!*/

#define LOGARITHM(name, type) kernel void name(global type *out, global const type *in) { out[0] = log(in[0]); }

LOGARITHM(of_1, float)
LOGARITHM(of_2, float2)
LOGARITHM(of_4, float4)
LOGARITHM(of_8, float8)
LOGARITHM(of_16, float16)
