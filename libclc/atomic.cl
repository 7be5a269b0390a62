/* SPDX-License-Identifier: MIT */
/* atomic.cl: the atomic functions of OpenCL C 3.0 (section 6.15.12), for the scopes up to the device.
 *
 * Every access of an atomic object, reads and writes, too, is an atomic operation of the LDS or of a RAT:
 * a fetch might be answered by a cache. The compiler moves no access across one, and what a work-item
 * asks is done one after the other. So all operations on atomic objects have one order that all
 * work-items see, whatever order is named. */

#include "fence.h"

#define OVERLOAD __attribute__((overloadable))

/* ---- one type in one address space ----
 * TYPE: of the value; SPACE: of the object; BITS: int or uint, whose operations do it. */

#define DEFINE_LOAD(type, space, bits)                                                             \
    type OVERLOAD atomic_load_explicit(volatile space atomic_##type *object, memory_order order,   \
                                       memory_scope scope)                                         \
    {                                                                                              \
        FENCE_BEFORE(order, scope);                                                                \
        bits value = atomic_or((volatile space bits *)object, 0);                                  \
        FENCE_BEHIND(order, scope);                                                                \
        return as_##type(value);                                                                   \
    }                                                                                              \
    type OVERLOAD atomic_load_explicit(volatile space atomic_##type *object, memory_order order)   \
    {                                                                                              \
        return atomic_load_explicit(object, order, memory_scope_device);                           \
    }

#define DEFINE_EXCHANGE(type, space, bits)                                                         \
    type OVERLOAD atomic_exchange_explicit(volatile space atomic_##type *object, type desired,     \
                                           memory_order order, memory_scope scope)                 \
    {                                                                                              \
        FENCE_BEFORE(order, scope);                                                                \
        bits old = atomic_xchg((volatile space bits *)object, as_##bits(desired));                 \
        FENCE_BEHIND(order, scope);                                                                \
        return as_##type(old);                                                                     \
    }                                                                                              \
    type OVERLOAD atomic_exchange_explicit(volatile space atomic_##type *object, type desired,     \
                                           memory_order order)                                     \
    {                                                                                              \
        return atomic_exchange_explicit(object, desired, order, memory_scope_device);              \
    }

/* A store is an exchange whose old value nobody wants. */
#define DEFINE_STORE(type, space, bits)                                                            \
    void OVERLOAD atomic_store_explicit(volatile space atomic_##type *object, type desired,        \
                                        memory_order order, memory_scope scope)                    \
    {                                                                                              \
        atomic_exchange_explicit(object, desired, order, scope);                                   \
    }                                                                                              \
    void OVERLOAD atomic_store_explicit(volatile space atomic_##type *object, type desired,        \
                                        memory_order order)                                        \
    {                                                                                              \
        atomic_exchange_explicit(object, desired, order, memory_scope_device);                     \
    }                                                                                              \
    void OVERLOAD atomic_init(volatile space atomic_##type *object, type value)                    \
    {                                                                                              \
        *(volatile space type *)object = value;                                                    \
    }

/* Both strengths are one: hardware compares once and does not fail without reason. */
#define DEFINE_COMPARE(type, space, bits, from, strength)                                          \
    bool OVERLOAD atomic_compare_exchange_##strength##_explicit(                                   \
        volatile space atomic_##type *object, from type *expected, type desired,                   \
        memory_order success, memory_order failure, memory_scope scope)                            \
    {                                                                                              \
        FENCE_BEFORE(success, scope);                                                              \
        bits wanted = as_##bits(*expected);                                                        \
        bits old =                                                                                 \
            atomic_cmpxchg((volatile space bits *)object, wanted, as_##bits(desired));             \
        FENCE_BEHIND(success, scope);                                                              \
        if (old != wanted)                                                                         \
            *expected = as_##type(old);                                                            \
        return old == wanted;                                                                      \
    }                                                                                              \
    bool OVERLOAD atomic_compare_exchange_##strength##_explicit(                                   \
        volatile space atomic_##type *object, from type *expected, type desired,                   \
        memory_order success, memory_order failure)                                                \
    {                                                                                              \
        return atomic_compare_exchange_##strength##_explicit(object, expected, desired, success,   \
                                                             failure, memory_scope_device);        \
    }

#define DEFINE_COMPARES(type, space, bits)                                                         \
    DEFINE_COMPARE(type, space, bits, global, strong)                                              \
    DEFINE_COMPARE(type, space, bits, local, strong)                                               \
    DEFINE_COMPARE(type, space, bits, private, strong)                                             \
    DEFINE_COMPARE(type, space, bits, global, weak)                                                \
    DEFINE_COMPARE(type, space, bits, local, weak)                                                 \
    DEFINE_COMPARE(type, space, bits, private, weak)

/* The operand may be of the other sign, as that of a pointer's number is. */
#define DEFINE_FETCH(type, space, name)                                                            \
    DEFINE_FETCH_BY(type, space, name, type)                                                       \
    DEFINE_FETCH_BY(type, space, name, OTHER_##type)
#define OTHER_int  uint
#define OTHER_uint int
#define DEFINE_FETCH_BY(type, space, name, by)                                                     \
    type OVERLOAD atomic_fetch_##name##_explicit(volatile space atomic_##type *object, by operand, \
                                                 memory_order order, memory_scope scope)           \
    {                                                                                              \
        FENCE_BEFORE(order, scope);                                                                \
        type old = atomic_##name((volatile space type *)object, (type)operand);                    \
        FENCE_BEHIND(order, scope);                                                                \
        return old;                                                                                \
    }                                                                                              \
    type OVERLOAD atomic_fetch_##name##_explicit(volatile space atomic_##type *object, by operand, \
                                                 memory_order order)                               \
    {                                                                                              \
        return atomic_fetch_##name##_explicit(object, operand, order, memory_scope_device);        \
    }                                                                                              \
    type OVERLOAD atomic_fetch_##name(volatile space atomic_##type *object, by operand)            \
    {                                                                                              \
        return atomic_fetch_##name##_explicit(object, operand, memory_order_acq_rel,               \
                                              memory_scope_device);                                \
    }

#define DEFINE_FETCHES(type, space)                                                                \
    DEFINE_FETCH(type, space, add)                                                                 \
    DEFINE_FETCH(type, space, sub)                                                                 \
    DEFINE_FETCH(type, space, or)                                                                  \
    DEFINE_FETCH(type, space, xor)                                                                 \
    DEFINE_FETCH(type, space, and)                                                                 \
    DEFINE_FETCH(type, space, min)                                                                 \
    DEFINE_FETCH(type, space, max)

/* Without an order: seq_cst. */
#define DEFINE_DEFAULTS(type, space)                                                               \
    type OVERLOAD atomic_load(volatile space atomic_##type *object)                                \
    {                                                                                              \
        return atomic_load_explicit(object, memory_order_acquire, memory_scope_device);            \
    }                                                                                              \
    void OVERLOAD atomic_store(volatile space atomic_##type *object, type desired)                 \
    {                                                                                              \
        atomic_store_explicit(object, desired, memory_order_release, memory_scope_device);         \
    }                                                                                              \
    type OVERLOAD atomic_exchange(volatile space atomic_##type *object, type desired)              \
    {                                                                                              \
        return atomic_exchange_explicit(object, desired, memory_order_acq_rel,                     \
                                        memory_scope_device);                                      \
    }                                                                                              \
    DEFINE_DEFAULT_COMPARE(type, space, global, strong)                                            \
    DEFINE_DEFAULT_COMPARE(type, space, local, strong)                                             \
    DEFINE_DEFAULT_COMPARE(type, space, private, strong)                                           \
    DEFINE_DEFAULT_COMPARE(type, space, global, weak)                                              \
    DEFINE_DEFAULT_COMPARE(type, space, local, weak)                                               \
    DEFINE_DEFAULT_COMPARE(type, space, private, weak)

#define DEFINE_DEFAULT_COMPARE(type, space, from, strength)                                        \
    bool OVERLOAD atomic_compare_exchange_##strength(volatile space atomic_##type *object,         \
                                                     from type *expected, type desired)            \
    {                                                                                              \
        return atomic_compare_exchange_##strength##_explicit(                                      \
            object, expected, desired, memory_order_acq_rel, memory_order_acquire,                 \
            memory_scope_device);                                                                  \
    }

#define DEFINE_VALUE(type, space, bits)                                                            \
    DEFINE_LOAD(type, space, bits)                                                                 \
    DEFINE_EXCHANGE(type, space, bits)                                                             \
    DEFINE_STORE(type, space, bits)                                                                \
    DEFINE_COMPARES(type, space, bits)                                                             \
    DEFINE_DEFAULTS(type, space)

DEFINE_VALUE(int, global, int)
DEFINE_VALUE(int, local, int)
DEFINE_VALUE(uint, global, uint)
DEFINE_VALUE(uint, local, uint)
DEFINE_VALUE(float, global, int)
DEFINE_VALUE(float, local, int)
DEFINE_FETCHES(int, global)
DEFINE_FETCHES(int, local)
DEFINE_FETCHES(uint, global)
DEFINE_FETCHES(uint, local)

/* ---- flags ---- */

#define DEFINE_FLAG(space)                                                                         \
    bool OVERLOAD atomic_flag_test_and_set_explicit(volatile space atomic_flag *object,            \
                                                    memory_order order, memory_scope scope)        \
    {                                                                                              \
        return atomic_exchange_explicit(object, 1, order, scope) != 0;                             \
    }                                                                                              \
    bool OVERLOAD atomic_flag_test_and_set_explicit(volatile space atomic_flag *object,            \
                                                    memory_order order)                            \
    {                                                                                              \
        return atomic_exchange_explicit(object, 1, order, memory_scope_device) != 0;               \
    }                                                                                              \
    void OVERLOAD atomic_flag_clear_explicit(volatile space atomic_flag *object,                   \
                                             memory_order order, memory_scope scope)               \
    {                                                                                              \
        atomic_exchange_explicit(object, 0, order, scope);                                         \
    }                                                                                              \
    void OVERLOAD atomic_flag_clear_explicit(volatile space atomic_flag *object,                   \
                                             memory_order order)                                   \
    {                                                                                              \
        atomic_exchange_explicit(object, 0, order, memory_scope_device);                           \
    }                                                                                              \
    bool OVERLOAD atomic_flag_test_and_set(volatile space atomic_flag *object)                     \
    {                                                                                              \
        return atomic_exchange(object, 1) != 0;                                                    \
    }                                                                                              \
    void OVERLOAD atomic_flag_clear(volatile space atomic_flag *object)                            \
    {                                                                                              \
        atomic_exchange(object, 0);                                                                \
    }

DEFINE_FLAG(global)
DEFINE_FLAG(local)

void OVERLOAD atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                     memory_scope scope)
{
    FENCE(order, scope);
}
