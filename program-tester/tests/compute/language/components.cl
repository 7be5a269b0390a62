// SPDX-License-Identifier: MIT
/*!
# Components of vectors (6.1.7): named in all ways, and assigned to.

[config]
name: compute language components

[test]
name: hexadecimal digits
kernel_name: digits
arg_in:  0 buffer int16[1] 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115
arg_out: 1 buffer int16[1] 115 114 113 112 111 110 109 108 107 106 105 104 103 102 101 100

[test]
name: halves
kernel_name: halves
arg_in:  0 buffer short8[1] 0 1 2 3 4 5 6 7
arg_out: 1 buffer short8[2] 4 5 6 7 0 1 2 3   1 3 5 7 0 2 4 6

[test]
name: halves as targets
kernel_name: assigned_halves
arg_out: 0 buffer int8[3] 5 5 5 5 1 2 3 4   10 20 11 21 12 22 13 23   7 0 0 0 0 9 0 8

[test]
for: name kernel type of given expected in \
       (exchanged             exchanged  float4[3]  float4  "1 2 3 4"      "2 1 4 3 4 3 2 1 3 4 1 2") \
       ("of three"            of_three   uchar4[2]  uchar4  "10 20 30 40"  "30 20 10 0 10 99 30 0") \
       ("repeated in values"  repeated   int8[1]    int2    "3 4"          "3 3 3 3 4 4 4 3")
name: $name
kernel_name: $kernel
arg_in:  0 buffer $of[1] $given
arg_out: 1 buffer $type $expected

[test]
for: name kernel type expected in \
       ("with operators of assignment"  compound   int4[3]  "11 22 13 24 2 2 6 4 0 5 3 8") \
       ("in literals of parts"          literals   int8[2]  "1 2 3 4 5 6 7 8 9 9 9 9 9 9 9 9") \
       ("through pointers and arrays"   in_places  int4[2]  "1 7 3 8 50 60 70 80")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type $expected
!*/

kernel void digits(global const int16 *in, global int16 *out)
{
    int16 v = *in, r;
    r.s01234567 = v.sfedcba98;
    r.s89aBcDEF = v.S76543210;
    *out = r;
}

kernel void halves(global const short8 *in, global short8 *out)
{
    short8 v = *in;
    out[0] = (short8)(v.hi, v.lo);
    out[1] = (short8)(v.odd, v.even);
}

kernel void assigned_halves(global int8 *out)
{
    int8 v;
    v.lo = 5;
    v.hi = (int4)(1, 2, 3, 4);
    out[0] = v;
    v.even = (int4)(10, 11, 12, 13);
    v.odd = (int4)(20, 21, 22, 23);
    out[1] = v;
    v = 0;
    v.hi.odd = (int2)(9, 8);
    v.lo.lo.lo = 7;
    out[2] = v;
}

kernel void exchanged(global const float4 *in, global float4 *out)
{
    float4 v = *in;
    v.xy = v.yx;
    v.wz = v.zw;
    out[0] = v;
    v = *in;
    v = v.wzyx;
    out[1] = v;
    v = *in;
    v.hi = v.lo;
    v.lo = in->hi;
    out[2] = v;
}

kernel void of_three(global const uchar4 *in, global uchar4 *out)
{
    uchar3 v = in->xyz;
    v.xz = v.zx;
    out[0] = (uchar4)(v, 0);
    v = in->xyz;
    v.s1 = 99;
    out[1] = (uchar4)(v, 0);
}

kernel void repeated(global const int2 *in, global int8 *out)
{
    int2 v = *in;
    *out = (int8)(v.xxxx, v.yy, v.yx);
}

kernel void compound(global int4 *out)
{
    int4 v = (int4)(1, 2, 3, 4);
    v.xz += 10;
    v.yw += (int2)(20);
    out[0] = v;
    v = (int4)(1, 2, 3, 4);
    v.xz *= 2;
    out[1] = v;
    v = (int4)(1, 2, 3, 4);
    v.x--;
    v.y += 3;
    v.w <<= v.x + 1;
    out[2] = v;
}

kernel void literals(global int8 *out)
{
    int2 a = (int2)(2, 3);
    int3 b = (int3)(5, 6, 7);
    out[0] = (int8)(1, a, 4, b, 8);
    out[1] = (int8)(9);
}

kernel void in_places(global int4 *out)
{
    int4 v[2] = {(int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8)};
    int4 *p = v;
    p->yw = (int2)(7, 8);
    out[0] = v[0];
    p[1].even *= 10;
    (*(p + 1)).odd = (*(p + 1)).odd * 10;
    out[1] = p[1];
}
