// SPDX-License-Identifier: MIT
/*!
# Atomics on images, an extension of Rootle (rootle_image_atomics.h): they return the old value, the
# operations are those of 6.12.11, and outside of the image nothing changes and the result is 0.

[config]
name: atomics on images
platform_regex: Rootle
need_image_support: true

[test]
name: signed operations
kernel_name: operations
arg_in:  0 image int 5 5 0x0f 0x0f 0x0f -5 -5 5 5 5 image_type 1d image_width 10 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 0 image int 8 2 0x03 0x1f 0x1c -5 3 3 3 5 image_type 1d image_width 10 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 1 buffer int[10] 5 5 0x0f 0x0f 0x0f -5 -5 5 5 5

[test]
name: unsigned minimum and maximum
kernel_name: unsigned_range
arg_in:  0 image uint 0xfffffffb 0xfffffffb image_type 2d image_width 2 image_height 1 \
        image_channel_order R image_channel_data_type UNSIGNED_INT32
arg_out: 0 image uint 3 0xfffffffb image_type 2d image_width 2 image_height 1 \
        image_channel_order R image_channel_data_type UNSIGNED_INT32
arg_out: 1 buffer uint[2] 0xfffffffb 0xfffffffb

[test]
name: all work-items on one texel of each kind
kernel_name: contended
global_size: 256
local_size: 64
arg_in:  0 image int repeat 0 image_type 2d image_width 3 image_height 3 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 0 image int 0 0 0 0 0 256 0 0 0 image_type 2d image_width 3 image_height 3 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 image int repeat 0 image_type 3d image_width 2 image_height 2 image_depth 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 1 image int 0 0 0 0 0 256 0 0 image_type 3d image_width 2 image_height 2 image_depth 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  2 image int repeat 0 image_type 2d_array image_width 2 image_height 1 \
        image_array_size 3 image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 2 image int 0 0 0 0 0 256 image_type 2d_array image_width 2 image_height 1 \
        image_array_size 3 image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  3 image int repeat 0 image_type 1d_array image_width 2 image_array_size 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 3 image int 0 0 256 0 image_type 1d_array image_width 2 image_array_size 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  4 image int repeat 0 image_type 1d_buffer image_width 5 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 4 image int 0 0 0 256 0 image_type 1d_buffer image_width 5 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  5 buffer int[256] repeat 0
arg_out: 5 buffer int[256] repeat 5

[test]
name: outside
kernel_name: outside
global_size: 6
arg_in:  0 image int repeat 9 image_type 2d image_width 2 image_height 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_out: 0 image int 9 10 9 9 image_type 2d image_width 2 image_height 2 \
        image_channel_order R image_channel_data_type SIGNED_INT32
arg_in:  1 buffer int2[6] -1 0  2 0  0 -1  0 2  0x7fffffff -2147483648  1 0
arg_out: 2 buffer int[6] 0 0 0 0 0 9
!*/

#include <rootle_image_atomics.h>

kernel void operations(write_only image1d_t image, global int *old)
{
    old[0] = image_atomic_add(image, 0, 3);
    old[1] = image_atomic_sub(image, 1, 3);
    old[2] = image_atomic_and(image, 2, 0x13);
    old[3] = image_atomic_or(image, 3, 0x13);
    old[4] = image_atomic_xor(image, 4, 0x13);
    old[5] = image_atomic_min(image, 5, 3);
    old[6] = image_atomic_max(image, 6, 3);
    old[7] = image_atomic_xchg(image, 7, 3);
    old[8] = image_atomic_cmpxchg(image, 8, 5, 3);
    old[9] = image_atomic_cmpxchg(image, 9, 4, 3);
}

kernel void unsigned_range(write_only image2d_t image, global uint *old)
{
    old[0] = image_atomic_min(image, (int2)(0, 0), 3u);
    old[1] = image_atomic_max(image, (int2)(1, 0), 3u);
}

/* Each old value is met once by each kind of image. */
kernel void contended(write_only image2d_t a, write_only image3d_t b, write_only image2d_array_t c,
                      write_only image1d_array_t d, write_only image1d_buffer_t e,
                      global int *seen)
{
    atomic_inc(&seen[image_atomic_add(a, (int2)(2, 1), 1)]);
    atomic_inc(&seen[image_atomic_add(b, (int4)(1, 0, 1, 0), 1)]);
    atomic_inc(&seen[image_atomic_add(c, (int4)(1, 0, 2, 0), 1)]);
    atomic_inc(&seen[image_atomic_add(d, (int2)(0, 1), 1)]);
    atomic_inc(&seen[image_atomic_add(e, 3, 1)]);
}

kernel void outside(write_only image2d_t image, global const int2 *at, global int *old)
{
    int i = get_global_id(0);
    old[i] = image_atomic_add(image, at[i], 1);
}
