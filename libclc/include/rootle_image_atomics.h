/* SPDX-License-Identifier: MIT */
/* rootle_image_atomics.h: atomics on images of R with SIGNED_INT32 or UNSIGNED_INT32, an extension
 * of this driver for OpenCL C. A program includes it:
 *
 *     #include <rootle_image_atomics.h>
 *
 * Each does one operation on a texel as one step, as the atomic_* functions of section 6.12.11 do
 * in memory, and returns the texel's old value. Outside of the image nothing changes, and the
 * result is 0. Images may be write_only, or read_write where the language has it (-cl-std=CL3.0).
 */
#pragma once

#define rootle_image_atomics 1

#define ROOTLE_ATOMIC(name, texel, image_type, int_type)                                           \
    texel __attribute__((overloadable)) image_atomic_##name(image_type, int_type, texel);

#define ROOTLE_ATOMICS_OF(texel, image_type, int_type)                                             \
    ROOTLE_ATOMIC(add, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(sub, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(and, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(or, texel, image_type, int_type)                                                 \
    ROOTLE_ATOMIC(xor, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(min, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(max, texel, image_type, int_type)                                                \
    ROOTLE_ATOMIC(xchg, texel, image_type, int_type)                                               \
    /* image, coordinate, expected, new */                                                         \
    texel __attribute__((overloadable)) image_atomic_cmpxchg(image_type, int_type, texel, texel);

#define ROOTLE_ATOMICS(access, image_type, int_type)                                               \
    ROOTLE_ATOMICS_OF(int, access image_type, int_type)                                            \
    ROOTLE_ATOMICS_OF(uint, access image_type, int_type)

#define ROOTLE_ATOMICS_AS(access)                                                                  \
    ROOTLE_ATOMICS(access, image1d_t, int)                                                         \
    ROOTLE_ATOMICS(access, image1d_buffer_t, int)                                                  \
    ROOTLE_ATOMICS(access, image1d_array_t, int2)                                                  \
    ROOTLE_ATOMICS(access, image2d_t, int2)                                                        \
    ROOTLE_ATOMICS(access, image2d_array_t, int4)                                                  \
    ROOTLE_ATOMICS(access, image3d_t, int4)

ROOTLE_ATOMICS_AS(write_only)
#ifdef __opencl_c_read_write_images
ROOTLE_ATOMICS_AS(read_write)
#endif
