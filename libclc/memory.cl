/* SPDX-License-Identifier: MIT */
/* memory.cl: fences, waiting for events, and copies and prefetches of three-wide vectors, which
 * libclc lacks. */

#include "async.h"
#include "fence.h"

void OVERLOAD mem_fence(cl_mem_fence_flags flags)
{
    FENCE(memory_order_acq_rel, memory_scope_work_group);
}

void OVERLOAD read_mem_fence(cl_mem_fence_flags flags)
{
    FENCE(memory_order_acquire, memory_scope_work_group);
}

void OVERLOAD write_mem_fence(cl_mem_fence_flags flags)
{
    FENCE(memory_order_release, memory_scope_work_group);
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

/* In guarded programs (llvm/passes/check_copies.c). 81 is HW_CHECK_WAIT of HW_CHECK_LOCKSTEP. */
void __rootle_check_selected(uint event, uint unused, uint what);
typedef __attribute__((address_space(0))) uint __attribute__((may_alias)) event_number_t;
void __rootle_wait_for_events(int count, event_number_t *events);
void __rootle_wait_for_events(int count, event_number_t *events)
{
    for (int i = 0; i < count; i++)
        __rootle_check_selected(events[i], 0, 81);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
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
