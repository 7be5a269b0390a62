// SPDX-License-Identifier: MIT
/*!
# Scalar expressions as C99 has them: literals, promotions, conversions, sequence.

[config]
name: compute language scalars

[test]
name: literals
kernel_name: literals
arg_out: 0 buffer long[12] 255 -1 8 10 97 10 0 -9223372036854775808 4294967295 2147483648 63 92

[test]
name: literals with a point
kernel_name: floats
arg_out: 0 buffer float[8] 0.5 1536 0.25 100 1e-3 1 3 -0.0

[test]
for: name kernel type of of2 expected in \
       (promotions  promotions  int[10]  buffer  "uchar[4] 200 100 255 1" \
        "300 44 -55 -256 510 100 1 1 1 200") \
       ("unsigned against signed"  mixed_signs  int[6]  int  -1  "0 1 1 0 1 1") \
       ("truth values"  truth  int[9]  buffer  "float[4] 0 -0.0 nan 1e-45"  "1 1 0 0 1 1 1 256 1") \
       ("shifts by more than the width"  wide_shifts  int[8]  buffer  "int[4] 32 33 -1 64" \
        "5 10 -2147483648 5 -8 -4 -1 -8") \
       ("shifts of long by more than the width"  wide_long_shifts  ulong[8]  buffer  "int[4] 64 65 -1 32" \
        "5 10 0x8000000000000000 0x500000000 0x8000000000000000 0x4000000000000000 1 0x80000000")
name: $name
kernel_name: $kernel
arg_in:  1 $of $of2
arg_out: 0 buffer $type $expected

[test]
name: comma, increments, conditions
kernel_name: sequence
arg_out: 0 buffer int[9] 5 6 5 6 4 1 2 3 10

[test]
name: conversions of assignment
kernel_name: assignment
arg_in:  1 buffer float[3] 3.99 -3.99 255.5
arg_out: 0 buffer int[8] 3 -3 255 -1 255 65535 1 44

[test]
name: sizes
kernel_name: sizes
arg_out: 0 buffer uint[16] 1 2 4 8 4 8 16 16 64 4 12 48 4 16 1 32

[test]
name: steps of vectors
kernel_name: steps
arg_out: 0 buffer int[8] 1 2 4 4 8 16 1 4

[test]
name: integers divided towards zero
kernel_name: division
arg_in:  1 buffer int[4] 7 -7 2 -2
arg_out: 0 buffer int[8] 3 -3 -3 3 1 1 -1 -1
!*/

kernel void literals(global long *o)
{
    o[0] = 0xff;
    o[1] = 0xffffffffffffffff;
    o[2] = 010;
    o[3] = '\n';
    o[4] = 'a';
    o[5] = '\x0A';
    o[6] = '\0';
    o[7] = -9223372036854775807L - 1;
    o[8] = 4294967295U;
    o[9] = 2147483648;
    o[10] = '\077';
    o[11] = '\\';
}

kernel void floats(global float *o)
{
    o[0] = .5f;
    o[1] = 0x1.8p10f;
    o[2] = 0x.4p0F;
    o[3] = 1e2f;
    o[4] = 1.e-3f;
    o[5] = 1.f;
    o[6] = 3;
    o[7] = -0.f;
}

kernel void promotions(global int *o, global const uchar *in)
{
    uchar a = in[0], b = in[1], c = in[2], d = in[3];
    char s = (char)c;
    o[0] = a + b;
    o[1] = (uchar)(a + b);
    o[2] = d - (a - b + 0) + 44;
    o[3] = ~c;
    o[4] = c << d;
    o[5] = a >> d;
    o[6] = s < d;
    o[7] = s == -1;
    o[8] = (ushort)s == 65535;
    a += 256;
    o[9] = a;
}

kernel void mixed_signs(global int *o, int minus)
{
    uint one = 1;
    o[0] = minus < one;
    o[1] = minus < (long)one;
    o[2] = minus < (char)1;
    o[3] = (ulong)minus < one;
    o[4] = (uchar)minus == 255;
    o[5] = minus == UINT_MAX;
}

kernel void truth(global int *o, global const float *in)
{
    bool b = 256;
    o[0] = !in[0];
    o[1] = !in[1];
    o[2] = !in[2];
    o[3] = !in[3];
    o[4] = in[2] && in[3];
    o[5] = in[0] || in[3];
    o[6] = b;
    o[7] = (int)b << 8;
    o[8] = (bool)in[3] == true;
}

kernel void wide_shifts(global int *o, global const int *by)
{
    for (int i = 0; i < 4; i++) {
        o[i] = 5 << by[i];
        o[4 + i] = -8 >> by[i];
    }
}

kernel void wide_long_shifts(global ulong *o, global const int *by)
{
    ulong five = 5, high = 1UL << 63;
    for (int i = 0; i < 4; i++) {
        o[i] = five << by[i];
        o[4 + i] = high >> by[i];
    }
}

kernel void sequence(global int *o)
{
    int i = 5, a[3] = {1, 2, 3}, *p = a;
    o[0] = i++;
    o[1] = i--;
    o[2] = i;
    o[3] = ++i;
    o[4] = (i -= 2, i);
    o[5] = *p++;
    o[6] = *p;
    o[7] = *++p;
    o[8] = i > 3 ? i > 4 ? 20 : 10 : 30;
}

kernel void assignment(global int *o, global const float *in)
{
    int i = in[0];
    char c;
    uchar u = in[2];
    ushort w;
    o[0] = i;
    o[1] = i = in[1];
    o[2] = u;
    o[3] = c = 255;
    o[4] = u = c;
    o[5] = w = c;
    o[6] = (bool)(int)in[0];
    o[7] = (char)300;
}

kernel void sizes(global uint *o)
{
    struct { char c; int i; int c2; } s;
    int3 three[3];
    o[0] = sizeof(char);
    o[1] = sizeof(half);
    o[2] = sizeof(float);
    o[3] = sizeof(long);
    o[4] = sizeof(uchar3);
    o[5] = sizeof(short3);
    o[6] = sizeof(int3);
    o[7] = sizeof(char16);
    o[8] = sizeof(float16);
    o[9] = sizeof('a');
    o[10] = sizeof s;
    o[11] = sizeof three;
    o[12] = sizeof(o[0] + (char)1);
    o[13] = sizeof *three;
    o[14] = sizeof(bool);
    o[15] = sizeof(long3);
}

kernel void steps(global int *o)
{
    o[0] = vec_step(int);
    o[1] = vec_step(float2);
    o[2] = vec_step(uchar3);
    o[3] = vec_step(long4);
    o[4] = vec_step(short8);
    o[5] = vec_step(char16);
    o[6] = vec_step(o[0]);
    o[7] = vec_step((int3)(0));
}

kernel void division(global int *o, global const int *in)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            o[2 * i + k] = in[i] / in[2 + k];
            o[4 + 2 * i + k] = in[i] % in[2 + k];
        }
}
