// SPDX-License-Identifier: MIT
/*!
# Arguments by value, of each type that image programs take.

[config]
name: image programs: arguments by value
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 1 1
[test]
for: kernel expected of given in \
       (a_float    "-1.5 -1.5 -1.5 -1.5"        float    -1.5) \
       (a_float2   "1 -2 -2 1"                  float2   "1 -2") \
       (a_float3   "0.5 -2 1 -2"                float3   "1 -2 0.5") \
       (a_float4   "4 3 2 1"                    float4   "1 2 3 4") \
       (a_float8   "5 12 21 32"                 float8   "1 2 3 4 5 6 7 8") \
       (a_float16  "28 32 36 40"                float16  "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16") \
       (an_int     "-12345 -6172 12345 -12344"  int      -12345) \
       (a_uint     "3e+09 3e+09 3e+09 3e+09"    uint     3000000000)
name: $of
kernel_name: $kernel
arg_out: 0 image float4 $expected image_type 2d image_width 1 image_height 1 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  1 $of $given

[test]
name: int2 and int4
kernel_name: ints
arg_out: 0 image float4 -3 -8 -5 -12 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 int2 -1 2
arg_in:  2 int4 3 -4 5 -6

[test]
name: several of different sizes
kernel_name: several
arg_out: 0 image float4 12 14 6.5 8.25 \
           image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 float 2
arg_in:  2 float4 1 2 3 4
arg_in:  3 int 10
arg_in:  4 float2 0.5 0.25

[test]
for: name kernel expected given of given2 in \
       ("reciprocals of arguments"      reciprocals  "0.25 0.125 0.75 0.5"  4  int    8) \
       ("an argument that is not used"  unused       "7 7 7 7"              1  float  7)
name: $name
kernel_name: $kernel
arg_out: 0 image float4 $expected image_type 2d image_width 1 image_height 1 image_channel_order RGBA \
        image_channel_data_type FLOAT
arg_in:  1 float $given
arg_in:  2 $of $given2
!*/

kernel void a_float(write_only image2d_t out, float a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(a));
}

kernel void a_float2(write_only image2d_t out, float2 a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(a, a.yx));
}

kernel void a_float3(write_only image2d_t out, float3 a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(a.zyx, a.y));
}

kernel void a_float4(write_only image2d_t out, float4 a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, a.wzyx);
}

kernel void a_float8(write_only image2d_t out, float8 a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, a.lo * a.hi);
}

kernel void a_float16(write_only image2d_t out, float16 a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, a.lo.lo + a.lo.hi + a.hi.lo + a.hi.hi);
}

kernel void an_int(write_only image2d_t out, int a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(a, a / 2, -a, a + 1));
}

kernel void a_uint(write_only image2d_t out, uint a)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(a));
}

kernel void ints(write_only image2d_t out, int2 a, int4 b)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, convert_float4(b) * (float4)(a.x, a.y, a.x, a.y));
}

kernel void several(write_only image2d_t out, float a, float4 b, int c, float2 d)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, b * a + (float4)(c, c, d));
}

kernel void reciprocals(write_only image2d_t out, float a, int b)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(1.0f / a, 1.0f / b, 3.0f / a, a / b));
}

kernel void unused(write_only image2d_t out, float a, float b)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(b));
}
