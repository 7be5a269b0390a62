// SPDX-License-Identifier: MIT
/* seeds-r500.cl: image programs whose code has every kind of instruction that the compiler makes. Each writes four images. */

#define HERE   (int2)(get_global_id(0), get_global_id(1))
#define IMAGES write_only image2d_t a, write_only image2d_t b, write_only image2d_t c, write_only image2d_t d

constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void look_ups(IMAGES, read_only image2d_t in, sampler_t how)
{
    float4 v = read_imagef(in, how, convert_float2(HERE) * 0.25f) + read_imagef(in, HERE);
    write_imagef(a, HERE, v);
    write_imagef(b, HERE, read_imagef(in, repeated, v.xy));
    write_imagef(c, HERE, 1.0f - v);
    write_imagef(d, HERE, v.yzwx * 2.0f);
}

kernel void functions(IMAGES, float4 x)
{
    float4 y = x * (float)HERE.x;
    write_imagef(a, HERE, (float4)(sin(y.x), cos(y.y), exp2(y.z), log2(fabs(y.w))));
    write_imagef(b, HERE, (float4)(rsqrt(y.x), dot(x, y), fmin(y.x, x.y), fmax(y.z, x.w)));
    write_imagef(c, HERE, floor(y) / x);
    write_imagef(d, HERE, clamp(y - x, 0.0f, 1.0f));
}

kernel void flow(IMAGES, read_only image2d_t in, int n)
{
    float4 v = 0.0f;
    for (int i = 0; i < n; i++) {
        float4 t = read_imagef(in, HERE + i);
        if (t.x > 0.75f)
            break;
        if (t.y > 0.5f) {
            v += read_imagef(in, HERE - i) * t;
            if (t.z > 0.25f)
                continue;
        } else {
            v = v.yzxw - t;
        }
        v *= 0.5f;
    }
    write_imagef(a, HERE, v);
    write_imagef(b, HERE, v.w);
    write_imagef(c, HERE, v * v);
    write_imagef(d, HERE, v.x > v.y ? v : -v);
}
