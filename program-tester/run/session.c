/* SPDX-License-Identifier: MIT */
/* session.c: a context and a queue on one device, replaced when a fault has spoiled them. */
#include "program-tester/run/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MESSAGES = 32 };

static void CL_CALLBACK take_message(const char *text, const void *info, size_t size, void *data)
{
    struct pt_session *session = data;

    (void)info;
    (void)size;
    pthread_mutex_lock(&session->lock);
    if (text && session->message_count < MAX_MESSAGES) {
        session->messages = pt_grow(session->messages, &session->message_capacity,
                                    session->message_count + 1, sizeof(*session->messages));
        session->messages[session->message_count++] = pt_copy(text, strlen(text));
    }
    pthread_mutex_unlock(&session->lock);
}

void pt_session_init(struct pt_session *session, const struct pt_device *device)
{
    memset(session, 0, sizeof(*session));
    session->device = device;
    pthread_mutex_init(&session->lock, NULL);
}

static cl_int open_session(struct pt_session *session, const char **step)
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)session->device->platform, 0};
    cl_int error = CL_SUCCESS;

    *step = "clCreateContext";
    session->context =
        clCreateContext(properties, 1, &session->device->device, take_message, session, &error);
    if (error) {
        session->context = NULL;
        return error;
    }
    *step = "clCreateCommandQueue";
    session->queue = clCreateCommandQueue(session->context, session->device->device, 0, &error);
    if (error) {
        session->queue = NULL;
        pt_session_close(session);
    }
    return error;
}

cl_int pt_session_open(struct pt_session *session, const char **step)
{
    if (session->context)
        return CL_SUCCESS;
    cl_int error = open_session(session, step);
    session->is_lost = error && session->has_opened;
    session->has_opened |= !error;
    return error;
}

cl_int pt_session_queue(struct pt_session *session, unsigned number, cl_command_queue *queue)
{
    cl_int error = CL_SUCCESS;
    cl_command_queue *kept = number ? &session->others[number - 1] : &session->queue;

    assert(session->context && number < PT_QUEUES);
    if (!*kept)
        *kept = clCreateCommandQueue(session->context, session->device->device, 0, &error);
    if (error)
        *kept = NULL;
    *queue = *kept;
    return error;
}

void pt_session_close(struct pt_session *session)
{
    for (size_t i = 0; i < PT_COUNT(session->others); i++) {
        if (session->others[i])
            clReleaseCommandQueue(session->others[i]);
        session->others[i] = NULL;
    }
    if (session->queue)
        clReleaseCommandQueue(session->queue);
    if (session->context)
        clReleaseContext(session->context);
    session->queue = NULL;
    session->context = NULL;
}

void pt_session_finish(struct pt_session *session)
{
    char *message;

    pt_session_close(session);
    while ((message = pt_session_take_message(session)))
        free(message);
    free(session->messages);
    for (size_t access = 0; access < PT_COUNT(session->formats); access++) {
        for (size_t type = 0; type < PT_COUNT(session->formats[0]); type++)
            free(session->formats[access][type]);
    }
    pthread_mutex_destroy(&session->lock);
}

char *pt_session_take_message(struct pt_session *session)
{
    char *message = NULL;

    pthread_mutex_lock(&session->lock);
    if (session->message_count) {
        message = session->messages[0];
        session->message_count--;
        memmove(session->messages, session->messages + 1,
                session->message_count * sizeof(*session->messages));
    }
    pthread_mutex_unlock(&session->lock);
    return message;
}

static const cl_mem_flags accesses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                        CL_MEM_KERNEL_READ_AND_WRITE};
static const cl_mem_object_type types[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

static void ask_formats(struct pt_session *session, size_t access, size_t type)
{
    cl_uint count = 0;

    if (clGetSupportedImageFormats(session->context, accesses[access], types[type], 0, NULL,
                                   &count))
        count = 0;
    cl_image_format *formats = pt_alloc(count, sizeof(*formats));
    if (count && clGetSupportedImageFormats(session->context, accesses[access], types[type], count,
                                            formats, NULL))
        count = 0;
    session->formats[access][type] = formats;
    session->format_counts[access][type] = count;
}

bool pt_session_supports(struct pt_session *session, cl_mem_flags access,
                         const struct pt_image *image)
{
    size_t a = 0, t = 0;

    while (a + 1 < PT_COUNT(accesses) && accesses[a] != access)
        a++;
    while (t + 1 < PT_COUNT(types) && types[t] != image->type)
        t++;
    assert(accesses[a] == access && types[t] == image->type);
    if (!session->formats[a][t])
        ask_formats(session, a, t);
    for (cl_uint i = 0; i < session->format_counts[a][t]; i++) {
        const cl_image_format *format = &session->formats[a][t][i];

        if (format->image_channel_order == image->format.order->value &&
            format->image_channel_data_type == image->format.type->value)
            return true;
    }
    return false;
}
