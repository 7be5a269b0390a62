/* SPDX-License-Identifier: MIT */
/* memory.cl: fences, waiting for events, and copies and prefetches of three-wide vectors, which
 * libclc lacks. */

#define OVERLOAD __attribute__((overloadable))

/* Keeps memory operations on their side until optimisation is over, and is removed then: the
 * accesses of one work-item keep their order in hardware. */
void __rootle_fence(void);

void OVERLOAD mem_fence(cl_mem_fence_flags flags)
{
    __rootle_fence();
}

void OVERLOAD read_mem_fence(cl_mem_fence_flags flags)
{
    __rootle_fence();
}

void OVERLOAD write_mem_fence(cl_mem_fence_flags flags)
{
    __rootle_fence();
}

/* Clang's table of builtins takes a pointer into address space 0 here, which OpenCL C 1.2 has no
 * word for. */
typedef __attribute__((address_space(0))) event_t generic_event_t;
void __rootle_wait_group_events(int count, generic_event_t *events)
    __asm("_Z17wait_group_eventsiPU3AS09ocl_event");
void __rootle_wait_group_events(int count, generic_event_t *events)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

static uint local_linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
           get_local_id(0);
}

static uint local_linear_size(void)
{
    return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

/* The work-items of the group copy in turn; events are not told apart, waiting is a barrier. */
#define DEFINE_COPY(to_stride, from_stride)                                                        \
    {                                                                                              \
        for (size_t i = local_linear_id(); i < count; i += local_linear_size())                    \
            target[i * to_stride] = source[i * from_stride];                                       \
        return event;                                                                              \
    }

#define DEFINE_ASYNC(type)                                                                         \
    event_t OVERLOAD async_work_group_copy(local type *target, const global type *source,          \
                                           size_t count, event_t event)                            \
        DEFINE_COPY(1, 1)                                                                          \
    event_t OVERLOAD async_work_group_copy(global type *target, const local type *source,          \
                                           size_t count, event_t event)                            \
        DEFINE_COPY(1, 1)                                                                          \
    event_t OVERLOAD async_work_group_strided_copy(local type *target, const global type *source,  \
                                                   size_t count, size_t stride, event_t event)     \
        DEFINE_COPY(1, stride)                                                                     \
    event_t OVERLOAD async_work_group_strided_copy(global type *target, const local type *source,  \
                                                   size_t count, size_t stride, event_t event)     \
        DEFINE_COPY(stride, 1)                                                                     \
    void OVERLOAD prefetch(const global type *pointer, size_t count)                               \
    {                                                                                              \
    }

DEFINE_ASYNC(char3)
DEFINE_ASYNC(uchar3)
DEFINE_ASYNC(short3)
DEFINE_ASYNC(ushort3)
DEFINE_ASYNC(int3)
DEFINE_ASYNC(uint3)
DEFINE_ASYNC(long3)
DEFINE_ASYNC(ulong3)
DEFINE_ASYNC(float3)
