/* SPDX-License-Identifier: MIT */
/* binding.h: what a kernel finds bound beside what docs/kernel-abi.md binds for all: how code of
 * other compilers, which looks elsewhere, is told of in general terms. */
#pragma once

#include <stdint.h>

enum rootle_binding_kind {
    ROOTLE_BIND_INPUTS,       /* constant buffer `slot`: the inputs from byte `value` on, counted as
                                 arguments' offsets are; a multiple of 256 */
    ROOTLE_BIND_INPUTS_FETCH, /* fetch resource `slot`: all inputs, by byte */
    ROOTLE_BIND_RODATA_FETCH, /* fetch resource `slot`: the program's constants, by byte */
    ROOTLE_BIND_POOL_FETCH,   /* fetch resource `slot`: the pool, in elements of `value` bytes */
    ROOTLE_BIND_POOL_STORE,   /* random access target `slot`: the pool */
    ROOTLE_BIND_LOOP,         /* loop constant `slot`: the register's value is `value` */
    ROOTLE_BIND_KIND_COUNT
};

struct rootle_binding {
    uint32_t kind; /* enum rootle_binding_kind */
    uint32_t slot, value;
};
