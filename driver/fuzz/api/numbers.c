/* SPDX-License-Identifier: MIT */
/* numbers.c: the numbers that a fuzzed call is given. */
#include "driver/fuzz/api/values.h"

#include <string.h>

size_t value_choose(struct world_actor *actor, const size_t *good, size_t good_count,
                    const size_t *odd, size_t odd_count)
{
    const uint8_t choice = world_byte(actor);

    return choice < 0xf6 ? good[choice % good_count] : odd[choice % odd_count];
}

uintptr_t draw_size(struct call *call)
{
    return value_choose(call->actor, GOOD(4, 16, 64, 1, 3, 32, 128, 256, 4096),
                        ODD(HUGE_VALUES, 65536));
}

uintptr_t draw_offset(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 0, 0, 4, 16, 32, 1, 128), ODD(HUGE_VALUES));
}

uintptr_t draw_pitch(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 0, 0, 32, 64, 256, 128, 16), ODD(HUGE_VALUES, 3));
}

/* Draws a pitch of host memory: one that fits into it, or one that wraps around. */
uintptr_t draw_host_pitch(struct call *call)
{
    const size_t pitch = draw_pitch(call);

    if (pitch < 1 << 20)
        return pitch;
    return world_is_strict() ? SIZE_MAX : 1 << 20;
}

uintptr_t draw_width(struct call *call)
{
    return value_choose(call->actor, GOOD(8, 1, 2, 3, 16, 17, 64), ODD(HUGE_VALUES, 16384, 16385));
}

uintptr_t draw_height(struct call *call)
{
    return value_choose(call->actor, GOOD(4, 1, 2, 3, 16), ODD(HUGE_VALUES));
}

uintptr_t draw_count(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 0, 0, 1, 1, 2, 3), ODD(0));
}

uintptr_t draw_one(struct call *call)
{
    return value_choose(call->actor, GOOD(1), ODD(0, 2));
}

uintptr_t draw_index(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 1, 2, 3, 4), ODD(5, UINT32_MAX, 0x80000000));
}

uintptr_t draw_dimensions(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 2, 3), ODD(0, 4, UINT32_MAX));
}

uintptr_t draw_entries(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 64, 0, 2), ODD(UINT32_MAX));
}

uintptr_t draw_answer_size(struct call *call)
{
    return value_choose(call->actor, GOOD(8, 4, 64, 24, 256, ANSWER_MAX, 0, 1), ODD(SIZE_MAX, 3));
}

uintptr_t draw_pattern_size(struct call *call)
{
    return value_choose(call->actor, GOOD(4, 1, 2, 8, 16, 32, 64, 128), ODD(0, 3, 256, SIZE_MAX));
}

uintptr_t draw_bool(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 1), ODD(2, UINT32_MAX));
}

uintptr_t draw_status(struct call *call)
{
    return value_choose(call->actor, GOOD(CL_COMPLETE, (size_t)-1), ODD(1, 3, 4, INT32_MAX));
}

uintptr_t draw_callback_type(struct call *call)
{
    return value_choose(call->actor, GOOD(CL_COMPLETE, CL_RUNNING, CL_SUBMITTED),
                        ODD(CL_QUEUED, 7));
}

uintptr_t draw_region_type(struct call *call)
{
    return value_choose(call->actor, GOOD(CL_BUFFER_CREATE_TYPE_REGION), ODD(0, UINT32_MAX));
}

/* Bits of any kind: flags of memory, maps, queues, migration, and types of devices. */
uintptr_t draw_flags(struct call *call)
{
    const bool map = strstr(call->name, "Map"), migrate = strstr(call->name, "Migrate");
    const size_t any =
        (size_t)1 << world_byte(call->actor) % 16 | 1u << world_byte(call->actor) % 4;

    if (map)
        return value_choose(call->actor,
                            GOOD(CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                                 CL_MAP_WRITE_INVALIDATE_REGION),
                            ODD(any, 0));
    if (migrate)
        return value_choose(call->actor, GOOD(0, CL_MIGRATE_MEM_OBJECT_HOST, 2, 3), ODD(any));
    return value_choose(call->actor,
                        GOOD(CL_MEM_READ_WRITE, 0, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
                             CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                             CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_HOST_READ_ONLY,
                             CL_MEM_HOST_NO_ACCESS),
                        ODD(any, any | 2, SIZE_MAX));
}

uintptr_t draw_device_type(struct call *call)
{
    return value_choose(
        call->actor, GOOD(CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_DEFAULT),
        ODD(0, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_CUSTOM, (size_t)1 << 20, SIZE_MAX));
}

uintptr_t draw_image_type(struct call *call)
{
    return value_choose(call->actor,
                        GOOD(CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D,
                             CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                             CL_MEM_OBJECT_IMAGE1D_BUFFER),
                        ODD(0, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE, UINT32_MAX));
}

uintptr_t draw_addressing(struct call *call)
{
    return value_choose(call->actor,
                        GOOD(CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                             CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT),
                        ODD(0, CL_FILTER_LINEAR, UINT32_MAX));
}

uintptr_t draw_filter(struct call *call)
{
    return value_choose(call->actor, GOOD(CL_FILTER_NEAREST, CL_FILTER_LINEAR), ODD(0, UINT32_MAX));
}

/* Names of questions: each kind of object has its own range of them. */
uintptr_t draw_question(struct call *call)
{
    static const struct {
        const char *call;
        cl_uint first;
    } ranges[] = {
        {"Platform", CL_PLATFORM_PROFILE},
        {"Device", CL_DEVICE_TYPE},
        {"Context", CL_CONTEXT_REFERENCE_COUNT},
        {"Queue", CL_QUEUE_CONTEXT},
        {"MemObject", CL_MEM_TYPE},
        {"Image", CL_IMAGE_FORMAT},
        {"Sampler", CL_SAMPLER_REFERENCE_COUNT},
        {"Build", CL_PROGRAM_BUILD_STATUS},
        {"Program", CL_PROGRAM_REFERENCE_COUNT},
        {"KernelArg", CL_KERNEL_ARG_ADDRESS_QUALIFIER},
        {"WorkGroup", CL_KERNEL_WORK_GROUP_SIZE},
        {"SubGroup", CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE},
        {"Kernel", CL_KERNEL_FUNCTION_NAME},
        {"Profiling", CL_PROFILING_COMMAND_QUEUED},
        {"Event", CL_EVENT_COMMAND_QUEUE},
        {"Pipe", CL_PIPE_PACKET_SIZE},
    };
    const uint8_t choice = world_byte(call->actor);

    for (size_t i = 0; i < COUNT(ranges); i++)
        if (strstr(call->name, ranges[i].call))
            return ranges[i].first + (i == 1 ? choice : choice % 16);
    return choice;
}
