/* SPDX-License-Identifier: MIT */
/* vectors.h: vectors as Clang has them, with OpenCL's names. */
#pragma once

#include <stdint.h>

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef float float16 __attribute__((ext_vector_type(16)));
typedef double double16 __attribute__((ext_vector_type(16)));
typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef int int8 __attribute__((ext_vector_type(8)));
typedef int int16 __attribute__((ext_vector_type(16)));
typedef uint8_t uchar4 __attribute__((ext_vector_type(4)));
typedef uint32_t uint16 __attribute__((ext_vector_type(16)));
