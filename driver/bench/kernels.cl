// SPDX-License-Identifier: MIT
// The kernels that the benchmark runs. Every work-item makes one element of the result, always by
// the same amount of work, so that a slow driver can be measured on fewer of them.

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

kernel void copy_buffer(global const float4 *source, global float4 *result)
{
    uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    result[at] = source[at];
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

// Integers alone, each step waiting for the one before.
kernel void xorshift(global float *result)
{
    uint at = get_global_id(1) * 1024 + get_global_id(0);
    uint state = at * 2654435761u + 1u;
    for (int i = 0; i < 1000; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
    }
    result[at] = (float)(state >> 8);
}

// The pull of 1,024 bodies on one, along x.
kernel void n_body(global const float4 *bodies, global float *result)
{
    uint at = get_global_id(1) * 128 + get_global_id(0);
    float4 own = bodies[at & 1023];
    float sum = 0.0f;
    for (int i = 0; i < 1024; i++) {
        float4 other = bodies[i];
        float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        sum += dx * other.w * inverse * inverse * inverse;
    }
    result[at] = sum;
}

// Sums of 256 numbers in local memory. They are whole, so that their order does not matter.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void reduce(global const float *numbers,
                                                                    global float *result)
{
    local float sums[256];
    uint at = get_global_id(1) * 1024 + get_global_id(0), own = get_local_id(0);
    sums[own] = floor(numbers[at] * 1024.0f);
    for (uint half_size = 128; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own < half_size)
            sums[own] += sums[own + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    result[at] = sums[0];
}

#ifdef __opencl_c_subgroups
// The same, summed up by sub-groups.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sub_groups(global const float *numbers,
                                                                        global float *result)
{
    local float sums[256];
    uint at = get_global_id(1) * 1024 + get_global_id(0);
    sums[get_sub_group_id()] = sub_group_reduce_add(floor(numbers[at] * 1024.0f));
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (uint i = 0; i < get_num_sub_groups(); i++)
        sum += sums[i];
    result[at] = sum;
}
#endif

kernel void one_store(global uint *result)
{
    result[0] = 1;
}

#ifdef cl_khr_mipmap_image
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
// Between two levels, which change along x.
kernel void mips(read_only image2d_t source, write_only image2d_t result, sampler_t between)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float2 from = (convert_float2(place) + 0.5f) / 1024.0f;
    write_imagef(result, place, read_imagef(source, between, from, from.x * 3.0f));
}

// The same by gradients.
kernel void gradients(read_only image2d_t source, write_only image2d_t result, sampler_t between)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float2 from = (convert_float2(place) + 0.5f) / 1024.0f;
    float step = (1.0f + from.x * 7.0f) / 1024.0f;
    float4 texel =
        read_imagef(source, between, from, (float2)(step, 0.0f), (float2)(0.0f, step));
    write_imagef(result, place, texel);
}
#endif

// Four sums at a time, that converge; of floats and, where the device has them, of doubles and
// halves.
#define FMA_LOOP(name, real)                                                                       \
    kernel void name(global float *result)                                                         \
    {                                                                                              \
        uint at = get_global_id(1) * 1024 + get_global_id(0);                                      \
        real a = at * (real)0.001f + 1, b = (real)0.75f, s = a, t = a / 2, u = a / 4, v = a + 2;  \
        for (int i = 0; i < 1000; i++) {                                                           \
            s = fma(s, b, a);                                                                      \
            t = fma(t, b, a);                                                                      \
            u = fma(u, b, a);                                                                      \
            v = fma(v, b, a);                                                                      \
        }                                                                                          \
        result[at] = s + t + u + v;                                                                \
    }
FMA_LOOP(fma_float, float)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
FMA_LOOP(fma_double, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
FMA_LOOP(fma_half, half)
#endif
