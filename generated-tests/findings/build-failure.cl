/*!
[config]
name: a program with an error: the build fails, and the application lives on (5.6.2)
expect_build_fail: true
clc_version_min: 12
!*/

kernel void wrong(write_only image2d_t image, global float4 *result)
{
    result[0] = read_imagef(image, (int2)(0, 0));
}
