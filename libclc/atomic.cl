/* SPDX-License-Identifier: MIT */
/* atomic.cl: the atomic functions of OpenCL C 3.0 (section 6.15.12) that name their order, for the
 * orders up to acq_rel and the scopes up to the device.
 *
 * Reads of global memory go by atomic operations of the RATs, since a fetch may be answered by a
 * cache. An order is kept between a work-item's own accesses: the compiler moves none across, and
 * hardware and simulator do what a work-item asks one after the other. */

#define OVERLOAD __attribute__((overloadable))

void __rootle_fence(void);

/* ---- one type in one address space ----
 * TYPE: of the value; SPACE: of the object; BITS: int or uint, whose operations do it. */

#define DEFINE_LOAD(type, space, bits)                                                             \
    type OVERLOAD atomic_load_explicit(volatile space atomic_##type *object, memory_order order,   \
                                       memory_scope scope)                                         \
    {                                                                                              \
        __rootle_fence();                                                                          \
        bits value = atomic_or((volatile space bits *)object, 0);                                  \
        __rootle_fence();                                                                          \
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
        __rootle_fence();                                                                          \
        bits old = atomic_xchg((volatile space bits *)object, as_##bits(desired));                 \
        __rootle_fence();                                                                          \
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
        __rootle_fence();                                                                          \
        bits wanted = as_##bits(*expected);                                                        \
        bits old =                                                                                 \
            atomic_cmpxchg((volatile space bits *)object, wanted, as_##bits(desired));             \
        __rootle_fence();                                                                          \
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

#define DEFINE_FETCH(type, space, name)                                                            \
    type OVERLOAD atomic_fetch_##name##_explicit(volatile space atomic_##type *object,             \
                                                 type operand, memory_order order,                 \
                                                 memory_scope scope)                               \
    {                                                                                              \
        __rootle_fence();                                                                          \
        type old = atomic_##name((volatile space type *)object, operand);                          \
        __rootle_fence();                                                                          \
        return old;                                                                                \
    }                                                                                              \
    type OVERLOAD atomic_fetch_##name##_explicit(volatile space atomic_##type *object,             \
                                                 type operand, memory_order order)                 \
    {                                                                                              \
        return atomic_fetch_##name##_explicit(object, operand, order, memory_scope_device);        \
    }

#define DEFINE_FETCHES(type, space)                                                                \
    DEFINE_FETCH(type, space, add)                                                                 \
    DEFINE_FETCH(type, space, sub)                                                                 \
    DEFINE_FETCH(type, space, or)                                                                  \
    DEFINE_FETCH(type, space, xor)                                                                 \
    DEFINE_FETCH(type, space, and)                                                                 \
    DEFINE_FETCH(type, space, min)                                                                 \
    DEFINE_FETCH(type, space, max)

#define DEFINE_VALUE(type, space, bits)                                                            \
    DEFINE_LOAD(type, space, bits)                                                                 \
    DEFINE_EXCHANGE(type, space, bits)                                                             \
    DEFINE_STORE(type, space, bits)                                                                \
    DEFINE_COMPARES(type, space, bits)

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
    }

DEFINE_FLAG(global)
DEFINE_FLAG(local)

void OVERLOAD atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                     memory_scope scope)
{
    __rootle_fence();
}
