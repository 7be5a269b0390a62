// SPDX-License-Identifier: MIT
// Kernels as programs that people run have them: filters of images, a Fourier transform, a histogram, sorting, and
// clusters.

constant sampler_t texels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// One pass of a separable filter of 9 taps, along `step`.
kernel void gaussian(read_only image2d_t source, write_only image2d_t result, constant float *weights, int2 step)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0.0f;
    for (int i = -4; i <= 4; i++)
        sum += weights[i + 4] * read_imagef(source, texels, place + i * step);
    write_imagef(result, place, sum);
}

// Weights fall with the distance of places and of colours.
kernel void bilateral(read_only image2d_t source, write_only image2d_t result, float space, float colour)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float4 centre = read_imagef(source, texels, place), sum = 0.0f;
    float weights = 0.0f;
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++) {
            float4 texel = read_imagef(source, texels, place + (int2)(x, y)), apart = texel - centre;
            float weight = native_exp(-(x * x + y * y) * space - dot(apart, apart) * colour);
            sum += weight * texel;
            weights += weight;
        }
    write_imagef(result, place, sum / weights);
}

// A pass of Stockham's transform of radix 2: `half_size` of the transforms that are joined, `count` of all numbers.
kernel void fft(global const float2 *from, global float2 *to, uint half_size, uint count)
{
    uint i = get_global_id(0), k = i & (half_size - 1);
    float angle = -M_PI_F * (float)k / (float)half_size;
    float2 a = from[i], b = from[i + count / 2];
    float c = native_cos(angle), s = native_sin(angle);
    float2 turned = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
    uint place = ((i - k) << 1) + k;
    to[place] = a + turned;
    to[place + half_size] = a - turned;
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void histogram(global const uint *numbers,
                                                                       global uint *counts, uint each)
{
    local uint own[256];
    uint lane = get_local_id(0), size = get_global_size(0);
    own[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < each; i++) {
        uint number = numbers[i * size + get_global_id(0)];
        for (uint byte = 0; byte < 32; byte += 8)
            atomic_inc(&own[number >> byte & 255]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&counts[lane], own[lane]);
}

// A step of a bitonic sort: compares numbers that are `apart`, in runs of `run`.
kernel void bitonic(global uint *numbers, uint apart, uint run)
{
    uint i = get_global_id(0), low = i & (apart - 1);
    uint place = ((i - low) << 1) + low;
    uint a = numbers[place], b = numbers[place + apart];
    bool up = (place & run) == 0;
    numbers[place] = up ? min(a, b) : max(a, b);
    numbers[place + apart] = up ? max(a, b) : min(a, b);
}

// The nearest of the centres to each point.
kernel void k_means(global const float4 *points, constant float4 *centres, global uint *nearest, uint count)
{
    float4 point = points[get_global_id(0)];
    float least = INFINITY;
    uint found = 0;
    for (uint i = 0; i < count; i++) {
        float4 apart = point - centres[i];
        float distance = dot(apart, apart);
        found = distance < least ? i : found;
        least = fmin(distance, least);
    }
    nearest[get_global_id(0)] = found;
}
