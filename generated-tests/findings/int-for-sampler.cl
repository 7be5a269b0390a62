/*!
[config]
name: an int is no sampler (6.12.14.2: "sampler_t sampler")
expect_build_fail: true
need_image_support: true
clc_version_min: 12
!*/

kernel void use(global float4 *result, read_only image2d_t image, int texels)
{
    result[0] = read_imagef(image, texels, (float2)(0.5f, 0.5f));
}
