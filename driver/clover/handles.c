/* SPDX-License-Identifier: MIT */
/* handles.c: clRetain… and clRelease… of each class of objects. Devices, of which parts alone are
 * counted, have theirs in sub_devices.c. */
#include "driver/clover/launch/kernel.h"
#include "driver/clover/memory/memory.h"
#include "driver/clover/memory/sampler.h"
#include "driver/clover/platform/context.h"
#include "driver/clover/program/program.h"
#include "driver/clover/queue/event.h"
#include "driver/clover/queue/queue.h"

#define HANDLES(Name, type, class)                                                                 \
    cl_int clRetain##Name(type object)                                                             \
    {                                                                                              \
        return clover_retain(object, &(class));                                                    \
    }                                                                                              \
    cl_int clRelease##Name(type object)                                                            \
    {                                                                                              \
        return clover_release(object, &(class));                                                   \
    }

HANDLES(CommandQueue, cl_command_queue, clover_queue_class)
HANDLES(Context, cl_context, clover_context_class)
HANDLES(Event, cl_event, clover_event_class)
HANDLES(Kernel, cl_kernel, clover_kernel_class)
HANDLES(MemObject, cl_mem, clover_mem_class)
HANDLES(Program, cl_program, clover_program_class)
HANDLES(Sampler, cl_sampler, clover_sampler_class)
