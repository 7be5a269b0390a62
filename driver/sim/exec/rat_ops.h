/* SPDX-License-Identifier: MIT */
/* rat_ops.h: computes the new value of a dword for atomic operations of random access targets.
 * Everything is inline, for the interpreter and for recompiled programs: see lanes/sample.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "driver/hw/isa.h"

/* Returns the new value of a dword; x is the operand, w the compare value or mask. Returning
 * operations are numbered as the others, plus HW_RAT_NOP_RTN. */
static inline uint32_t sim_rat_result(unsigned op, uint32_t old, uint32_t x, uint32_t w)
{
    switch (op % HW_RAT_NOP_RTN) {
    case HW_RAT_XCHG_RTN - HW_RAT_NOP_RTN:
        return x;
    case HW_RAT_CMPXCHG_INT:
        return old == w ? x : old;
    case HW_RAT_ADD:
        return old + x;
    case HW_RAT_SUB:
        return old - x;
    case HW_RAT_RSUB:
        return x - old;
    case HW_RAT_MIN_INT:
        return (int32_t)old < (int32_t)x ? old : x;
    case HW_RAT_MIN_UINT:
        return old < x ? old : x;
    case HW_RAT_MAX_INT:
        return (int32_t)old > (int32_t)x ? old : x;
    case HW_RAT_MAX_UINT:
        return old > x ? old : x;
    case HW_RAT_AND:
        return old & x;
    case HW_RAT_OR:
        return old | x;
    case HW_RAT_XOR:
        return old ^ x;
    case HW_RAT_MSKOR:
        return (old & ~w) | x;
    case HW_RAT_INC_UINT:
        return old >= x ? 0 : old + 1;
    case HW_RAT_DEC_UINT:
        return !old || old > x ? x : old - 1;
    default:
        return old;
    }
}

static inline bool sim_rat_supported(unsigned op)
{
    switch (op) {
    case HW_RAT_CMPXCHG_FLT:
    case HW_RAT_CMPXCHG_FDENORM:
    case HW_RAT_CMPXCHG_FLT_RTN:
    case HW_RAT_CMPXCHG_FDENORM_RTN:
    case HW_RAT_XCHG_FDENORM_RTN:
    case HW_RAT_STORE_RAW_FDENORM:
        return false;
    default:
        return true;
    }
}

static inline uint32_t sim_rat_update(uint32_t *dword, unsigned op, uint32_t x, uint32_t w)
{
    switch (op % HW_RAT_NOP_RTN) { /* what hosts have instructions for */
    case HW_RAT_XCHG_RTN - HW_RAT_NOP_RTN:
        return __atomic_exchange_n(dword, x, __ATOMIC_RELAXED);
    case HW_RAT_ADD:
        return __atomic_fetch_add(dword, x, __ATOMIC_RELAXED);
    case HW_RAT_SUB:
        return __atomic_fetch_sub(dword, x, __ATOMIC_RELAXED);
    default:
        break;
    }
    uint32_t old = __atomic_load_n(dword, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(dword, &old, sim_rat_result(op, old, x, w), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return old;
}

/* A masked store of a whole byte or half-word is a plain one. */
static inline bool sim_rat_store_part(uint8_t *dword, uint32_t x, uint32_t w)
{
    const unsigned shift = (unsigned)__builtin_ctz(w | 1u << 31) & ~7u;
    const uint32_t part = w >> shift;
    if (part != 0xffu && (part != 0xffffu || shift % 16))
        return false;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || x & ~w)
        return false;
    const uint32_t value = x >> shift;
    memcpy(dword + shift / 8, &value, part == 0xffu ? 1 : 2);
    return true;
}
