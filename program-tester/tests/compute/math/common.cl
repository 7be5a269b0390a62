// SPDX-License-Identifier: MIT
/*!
# clamp, mix, step, smoothstep, sign, degrees, radians (OpenCL C 1.2, 6.12.4).

[config]
name: compute math common
kernel_name: common

[test]
name: float
arg_out: 0 buffer float[8] 1 2.5 0 1 0.5 -1 180 1.57079633 tolerance 2 ulp
arg_in:  1 float 3
!*/

kernel void common(global float *out, float three)
{
    out[0] = clamp(three, -1.0f, 1.0f);
    out[1] = mix(1.0f, three, 0.75f);
    out[2] = step(three, 2.0f);
    out[3] = step(2.0f, three);
    out[4] = smoothstep(2.0f, 4.0f, three);
    out[5] = sign(-three);
    out[6] = degrees(three * M_PI_F / 3.0f);
    out[7] = radians(three * 30.0f);
}
