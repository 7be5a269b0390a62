/* SPDX-License-Identifier: MIT */
/* async.h: copies by a work-group, and prefetches, of one element type. */
#pragma once

#define OVERLOAD __attribute__((overloadable))

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
                                           size_t count, event_t event) DEFINE_COPY(1, 1)          \
        event_t OVERLOAD async_work_group_copy(global type *target, const local type *source,      \
                                               size_t count, event_t event) DEFINE_COPY(1, 1)      \
            event_t OVERLOAD async_work_group_strided_copy(                                        \
                local type *target, const global type *source, size_t count, size_t stride,        \
                event_t event) DEFINE_COPY(1, stride)                                              \
                event_t OVERLOAD async_work_group_strided_copy(                                    \
                    global type *target, const local type *source, size_t count, size_t stride,    \
                    event_t event)                                                                 \
                    DEFINE_COPY(stride, 1) void OVERLOAD prefetch(const global type *pointer,      \
                                                                  size_t count)                    \
    {                                                                                              \
    }
