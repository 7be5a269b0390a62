/* SPDX-License-Identifier: MIT */
/* image.h: what the image builtins are made of: pseudo-intrinsics that llvm/passes replaces, and
 * the texture and RAT operations of the code generator (llvm/evergreen/evergreen.h). */
#pragma once

#include "driver/abi/kernel_abi.h"

/* nomerge: resource numbers must stay constants: two calls never become one with a choice. */
#define PURE     __attribute__((const, nomerge))
#define OVERLOAD __attribute__((overloadable))

/* The names of functions that access images. In the library that has both the typed and the raw
 * ones, their names say which (CMakeLists.txt), and mixed.cl has those that programs call. */
#ifndef NAMED
#define NAMED(name) name
#endif

/* Coordinates as texture unit and RAT take them: x, y, z (depth or layer), 0; and which of them are
 * normalized when the sampler says so: a layer is not. */
#define INT_1D(c)       ((int4)((c), 0, 0, 0))
#define INT_1D_ARRAY(c) ((int4)((c).x, 0, (c).y, 0))
#define INT_2D(c)       ((int4)((c), 0, 0))
#define INT_2D_ARRAY(c) ((int4)((c).xyz, 0))
#define INT_3D(c)       ((int4)((c).xyz, 0))

/* The four dwords of texture unit and RAT as what a kernel reads and writes: of depth images one
 * float. */
#define FROM_float4(raw) as_float4(raw)
#define FROM_int4(raw)   as_int4(raw)
#define FROM_uint4(raw)  as_uint4(raw)
#define FROM_float(raw)  as_float((raw).x)
#define TO_float4(value) as_uint4(value)
#define TO_int4(value)   as_uint4(value)
#define TO_uint4(value)  as_uint4(value)
#define TO_float(value)  ((uint4)(as_uint(value), 0, 0, 0))

#define NORMALIZED_1D       1u
#define NORMALIZED_1D_ARRAY 1u
#define NORMALIZED_2D       3u
#define NORMALIZED_2D_ARRAY 3u
#define NORMALIZED_3D       7u

uint __rootle_sampler_id(sampler_t sampler) __asm("llvm.OpenCL.sampler.get.resource.id") PURE;
uint __rootle_sampler_value(sampler_t sampler) __asm("llvm.OpenCL.sampler.get.value") PURE;

uint4 PURE __rootle_tex_sample(float4 coord, uint resource, uint sampler, uint normalized);
/* The level of detail is coord.w. */
uint4 PURE __rootle_tex_sample_l(float4 coord, uint resource, uint sampler, uint normalized);
uint4 __attribute__((nomerge)) __rootle_tex_sample_l_ordered(float4 coord, uint resource,
                                                             uint sampler, uint normalized);
/* The level of detail is that of gradients, which are of the coordinates' units. */
uint4 PURE __rootle_tex_sample_g(float4 coord, float4 horizontal, float4 vertical, uint resource,
                                 uint sampler, uint normalized);
uint4 __attribute__((nomerge)) __rootle_tex_sample_g_ordered(float4 coord, float4 horizontal,
                                                             float4 vertical, uint resource,
                                                             uint sampler, uint normalized);
uint4 PURE __rootle_tex_ld(int4 coord, uint resource);
uint4 __attribute__((nomerge)) __rootle_tex_ld_ordered(int4 coord, uint resource);
uint4 __attribute__((pure, nomerge)) __rootle_buffer_ld(int index, uint resource);
uint4 __attribute__((nomerge)) __rootle_buffer_ld_ordered(int index, uint resource);
void __attribute__((nomerge)) __rootle_rat_store_typed(uint4 value, int4 coord, uint rat);

/* In the order of llvm/evergreen/select/select_image.c. */
enum {
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_MIN_INT,
    ATOMIC_MAX_INT,
    ATOMIC_MIN_UINT,
    ATOMIC_MAX_UINT,
    ATOMIC_XCHG,
    ATOMIC_CMPXCHG
};
uint __attribute__((nomerge)) __rootle_rat_atomic(uint op, uint value, uint compare, int4 coord,
                                                  uint rat);

/* The getters of one image type; the suffix of the pseudo-intrinsic's name is the type's. */
#define DECLARE_GETTERS(suffix, type)                                                              \
    int3 OVERLOAD __rootle_image_size(type image) __asm("llvm.OpenCL.image.get.size." suffix)      \
        PURE;                                                                                      \
    int2 OVERLOAD __rootle_image_format(type image) __asm("llvm.OpenCL.image.get.format." suffix)  \
        PURE;                                                                                      \
    uint OVERLOAD __rootle_image_id(type image) __asm("llvm.OpenCL.image.get.resource.id." suffix) \
        PURE;                                                                                      \
    uint OVERLOAD __rootle_image_levels(type image) __asm("llvm.OpenCL.image.get.levels." suffix)  \
        PURE;                                                                                      \
    uint OVERLOAD __rootle_image_chain(type image) __asm("llvm.OpenCL.image.get.chain.id." suffix) \
        PURE;

/* FOR_EACH_IMAGE(DO): DO(suffix, image type without its access qualifier). */
#define FOR_EACH_IMAGE(DO)                                                                         \
    DO("1d", image1d_t)                                                                            \
    DO("1d_buffer", image1d_buffer_t)                                                              \
    DO("1d_array", image1d_array_t)                                                                \
    DO("2d", image2d_t)                                                                            \
    DO("2d_array", image2d_array_t)                                                                \
    DO("3d", image3d_t)                                                                            \
    DO("2d_depth", image2d_depth_t)                                                                \
    DO("2d_array_depth", image2d_array_depth_t)

#define DECLARE_ALL(suffix, type)                                                                  \
    DECLARE_GETTERS(suffix, read_only type)                                                        \
    DECLARE_GETTERS(suffix, write_only type)                                                       \
    DECLARE_GETTERS(suffix, read_write type)

FOR_EACH_IMAGE(DECLARE_ALL)
