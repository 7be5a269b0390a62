// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.2.3: convert_destType<_sat><_roundingMode> is there of all scalar types, thus between integers, too, which none of the modes changes.

[config]
name: integers are converted with a rounding mode
clc_version_min: 10

[test]
name: saturated
kernel_name: saturated
arg_out: 0 buffer char[1] 127
arg_in: 1 uchar 200

[test]
name: not saturated
kernel_name: plain
arg_out: 0 buffer char[1] 100
arg_in: 1 uchar 100
!*/

kernel void saturated(global char *out, uchar in)
{
    out[0] = convert_char_sat_rte(in);
}

kernel void plain(global char *out, uchar in)
{
    out[0] = convert_char_rte(in);
}
