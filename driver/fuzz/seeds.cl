// SPDX-License-Identifier: MIT
/* seeds.cl: kernels whose machine code has every kind of instruction that the compiler makes. */

kernel void images(read_only image2d_t in, write_only image2d_t out, sampler_t s)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    float4 v = read_imagef(in, s, convert_float2(p) * 0.25f) + read_imagef(in, p);
    write_imagef(out, p, v * (float)get_image_width(in));
}

kernel void local_sum(global int *out, global const int *in, local int *part)
{
    size_t i = get_local_id(0);
    part[i] = in[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] += part[i + step];
    }
    atomic_add(&part[0], 1);
    if (i == 0)
        out[atomic_inc(out)] = part[0];
}

kernel void private_arrays(global float *out, global const uchar *in, int n)
{
    float small[8], large[400];
    for (int i = 0; i < 8; i++)
        small[i] = sin((float)i * n);
    for (int i = 0; i < n; i++)
        large[in[i]] = small[i & 7] / (float)(n + 1);
    out[get_global_id(0)] = large[n] + exp2(small[n & 7]);
    ((global uchar *)out)[n] = in[n];
}

kernel void flow(global uint *out, uint n)
{
    uint r = 1;
    while (1) {
        r = r * 1664525u + 1013904223u;
        if (r % n == 3)
            break;
        switch (r & 7) {
        case 1:
            r ^= n;
            break;
        case 2:
            r /= 3;
            continue;
        default:
            r = rotate(r, 5u);
        }
    }
    out[get_global_id(0)] = r;
}

kernel void doubles(global double *out, global const double *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i] > 1.0 ? fma(in[i], in[i], 2.5) : in[i] / 3.0;
}
