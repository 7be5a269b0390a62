/*!
[config]
name: a zero that is converted to a double has the positive sign, whatever the rounding (6.2.3.2)
kernel_name: convert
clc_version_min: 12
require_device_extensions: cl_khr_fp64

[test]
arg_out: 0 buffer double[1] 0 signed_zero
arg_in:  1 ulong 0
!*/

kernel void convert(global double *out, ulong in)
{
    *out = convert_double_rtn(in);
}
