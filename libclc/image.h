/* SPDX-License-Identifier: MIT */
/* image.h: what the image builtins are made of: pseudo-intrinsics that llvm/passes replaces, and
 * the texture and RAT operations of the code generator (llvm/evergreen/evergreen.h). */
#ifndef ROOTLE_LIBCLC_IMAGE_H
#define ROOTLE_LIBCLC_IMAGE_H

/* nomerge: resource numbers must stay constants: two calls never become one with a choice. */
#define PURE __attribute__((const, nomerge))
#define OVERLOAD __attribute__((overloadable))

/* Fetch resources 0 and 1 are the arguments and the global pool, RAT 0 is the pool. */
#define FIRST_TEXTURE 2u
#define FIRST_RAT 1u

uint __rootle_sampler_id(sampler_t sampler) __asm("llvm.OpenCL.sampler.get.resource.id") PURE;
uint __rootle_sampler_value(sampler_t sampler) __asm("llvm.OpenCL.sampler.get.value") PURE;

uint4 PURE __rootle_tex_sample(float4 coord, uint resource, uint sampler, uint normalized);
uint4 PURE __rootle_tex_ld(int4 coord, uint resource);
void __attribute__((nomerge)) __rootle_rat_store_typed(uint4 value, int4 coord, uint rat);

/* The getters of one image type; the suffix of the pseudo-intrinsic's name is the type's. */
#define DECLARE_GETTERS(suffix, type)                                                              \
    int3 OVERLOAD __rootle_image_size(type image) __asm("llvm.OpenCL.image.get.size." suffix)      \
        PURE;                                                                                      \
    int2 OVERLOAD __rootle_image_format(type image) __asm("llvm.OpenCL.image.get.format." suffix)  \
        PURE;                                                                                      \
    uint OVERLOAD __rootle_image_id(type image) __asm("llvm.OpenCL.image.get.resource.id." suffix) \
        PURE;

/* FOR_EACH_IMAGE(DO): DO(suffix, image type without its access qualifier). */
#define FOR_EACH_IMAGE(DO)                                                                         \
    DO("1d", image1d_t)                                                                            \
    DO("1d_buffer", image1d_buffer_t)                                                              \
    DO("1d_array", image1d_array_t)                                                                \
    DO("2d", image2d_t)                                                                            \
    DO("2d_array", image2d_array_t)                                                                \
    DO("3d", image3d_t)

#define DECLARE_BOTH(suffix, type)                                                                 \
    DECLARE_GETTERS(suffix, read_only type)                                                        \
    DECLARE_GETTERS(suffix, write_only type)

FOR_EACH_IMAGE(DECLARE_BOTH)

#endif
