/*!
[config]
name: NaNs on all hosts
kernel_name: nans

[test]
name: one operand's NaN is passed on, quiet, or none ever is
arg_out: 0 buffer uint[4] 1 1 1 1
arg_in:  1 buffer float[4] inf 0 1 -1
arg_in:  2 buffer uint[4] 0x7fc12345 0xffc54321 0x7f800001 0x3f800000
kernel_name: passes

[test]
name: of two operands it is one's, or none's
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

/* riscv64 makes one NaN of all: then each operation does. */
constant uint canonical = 0x7fc00000;

kernel void passes(global uint *out, global const float *number, global const uint *bits)
{
    float a = as_float(bits[0]), b = as_float(bits[1]), signaling = as_float(bits[2]), one = as_float(bits[3]);
    bool lost = as_uint(a * one) == canonical;
    out[0] = as_uint(a * one) == (lost ? canonical : 0x7fc12345);
    out[1] = as_uint(one + b) == (lost ? canonical : 0xffc54321);
    out[2] = as_uint(signaling + one) == (lost ? canonical : 0x7fc00001);
    out[3] = as_uint(fma(one, number[1], a)) == (lost ? canonical : 0x7fc12345);
}

kernel void chooses(global uint *out, global const float *number, global const uint *bits)
{
    float a = as_float(bits[0]), b = as_float(bits[1]), one = as_float(bits[3]);
    bool lost = as_uint(a * one) == canonical;
    uint first = lost ? canonical : bits[0], second = lost ? canonical : bits[1];
    uint sum = as_uint(a + b), other = as_uint(b + a), product = as_uint(a * b), fused = as_uint(fma(a, one, b));
    out[0] = sum == first || sum == second;
    out[1] = other == first || other == second;
    out[2] = product == first || product == second;
    out[3] = fused == first || fused == second;
}

kernel void makes(global uint *out, global const float *number, global const uint *bits)
{
    const uint sign = 0x80000000;
    out[0] = as_uint(number[0] - number[0]) & ~sign;
    out[1] = as_uint(number[0] * number[1]) & ~sign;
    out[2] = as_uint(sqrt(number[3])) & ~sign;
    out[3] = as_uint(fma(number[0], number[1], number[2])) & ~sign;
}
