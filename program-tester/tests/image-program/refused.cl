// SPDX-License-Identifier: MIT
/*!
# What is no image program does not build on a device that runs nothing else.

[config]
name: image programs: a kernel that is none
device_regex: Rv515
expect_build_fail: true
expect_build_log: kernel into_a_buffer
need_image_program: true
!*/

kernel void into_a_buffer(global float *out)
{
    size_t i = get_global_id(0);
    out[i] = i;
}
