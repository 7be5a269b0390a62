// SPDX-License-Identifier: MIT
// What the benchmark runs. Every work-item makes one element of the result, always by the same
// amount of work, so that a slow driver can be measured on fewer of them.

constant sampler_t texels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void box_filter(read_only image2d_t source, write_only image2d_t result)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0.0f;
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            sum += read_imagef(source, texels, place + (int2)(x, y));
    write_imagef(result, place, sum / 25.0f);
}

// Zooms in by a factor that puts samples at ever new places between texels.
kernel void resample(read_only image2d_t source, write_only image2d_t result)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float2 size = (float2)(get_image_width(source), get_image_height(source));
    float2 from = (convert_float2(place) + 0.5f) * 0.71875f / size;
    write_imagef(result, place, read_imagef(source, smooth, from));
}

kernel void copy(read_only image2d_t source, write_only image2d_t result)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(result, place, read_imagef(source, texels, place));
}

// An oblique cut through a volume, between texels on all three axes.
kernel void cut(read_only image3d_t source, write_only image2d_t result)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float2 from = (convert_float2(place) + 0.5f) / 1024.0f;
    float4 at = (float4)(from, (from.x + from.y) * 0.5f, 0.0f);
    write_imagef(result, place, read_imagef(source, smooth, at));
}

kernel void matrix_multiply(global const float *a, global const float *b, global float *c)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < 512; k++)
        sum += a[row * 512 + k] * b[k * 512 + column];
    c[row * 512 + column] = sum;
}

// Integer and float arithmetic without memory. Halving is exact, so that fusing multiplication and
// addition or not gives the same sum.
kernel void alu_loop(global float *result)
{
    uint at = get_global_id(1) * 1024 + get_global_id(0);
    uint state = at;
    float sum = 0.0f;
    for (int i = 0; i < 1000; i++) {
        state = state * 1664525u + 1013904223u;
        sum = sum * 0.5f + (float)(state >> 24);
    }
    result[at] = sum;
}

kernel void one_store(global uint *result)
{
    result[0] = 1;
}
