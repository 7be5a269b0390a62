/*!
[config]
name: NaNs on all hosts
kernel_name: nans

[test]
name: one operand's NaN is passed on, quiet
arg_out: 0 buffer uint[4] 0x7fc12345 0xffc54321 0x7fc00001 0x7fc12345
arg_in:  1 buffer float[4] inf 0 1 -1
arg_in:  2 buffer uint[4] 0x7fc12345 0xffc54321 0x7f800001 0x3f800000
kernel_name: passes

[test]
name: of two operands it is one's
arg_out: 0 buffer uint[4] 1 1 1 1
arg_in:  1 buffer float[4] inf 0 1 -1
arg_in:  2 buffer uint[4] 0x7fc12345 0xffc54321 0x7f800001 0x3f800000
kernel_name: chooses

[test]
name: what is made of numbers has no payload, and either sign
arg_out: 0 buffer uint[4] 0x7fc00000 0x7fc00000 0x7fc00000 0x7fc00000
arg_in:  1 buffer float[4] inf 0 1 -1
arg_in:  2 buffer uint[4] 0x7fc12345 0xffc54321 0x7f800001 0x3f800000
kernel_name: makes
!*/

kernel void passes(global uint *out, global const float *number, global const uint *bits)
{
    float a = as_float(bits[0]), b = as_float(bits[1]), signaling = as_float(bits[2]), one = as_float(bits[3]);
    out[0] = as_uint(a * one);
    out[1] = as_uint(one + b);
    out[2] = as_uint(signaling + one);
    out[3] = as_uint(fma(one, number[1], a));
}

kernel void chooses(global uint *out, global const float *number, global const uint *bits)
{
    float a = as_float(bits[0]), b = as_float(bits[1]), one = as_float(bits[3]);
    uint sum = as_uint(a + b), other = as_uint(b + a), product = as_uint(a * b), fused = as_uint(fma(a, one, b));
    out[0] = sum == bits[0] || sum == bits[1];
    out[1] = other == bits[0] || other == bits[1];
    out[2] = product == bits[0] || product == bits[1];
    out[3] = fused == bits[0] || fused == bits[1];
}

kernel void makes(global uint *out, global const float *number, global const uint *bits)
{
    const uint sign = 0x80000000;
    out[0] = as_uint(number[0] - number[0]) & ~sign;
    out[1] = as_uint(number[0] * number[1]) & ~sign;
    out[2] = as_uint(sqrt(number[3])) & ~sign;
    out[3] = as_uint(fma(number[0], number[1], number[2])) & ~sign;
}
