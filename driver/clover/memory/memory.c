/* SPDX-License-Identifier: MIT */
/* memory.c: buffers and sub-buffers, and what all memory objects share. */
#include "driver/clover/memory/memory.h"

#include "driver/base/count.h"
#include "driver/clover/memory/copy.h"
#include "driver/clover/memory/map.h"
#include "driver/clover/object/explainer.h"
#include "driver/clover/object/info.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct clover_destructor {
    struct clover_destructor *next;
    void(CL_CALLBACK *notify)(cl_mem, void *);
    void *data;
};

enum {
    ACCESS_FLAGS = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
    POINTER_FLAGS = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR,
    HOST_FLAGS = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
};

/* Destructor callbacks are called in the reverse order of their registration: the list has the
 * newest one first. */
static void mem_destroy(void *object)
{
    cl_mem mem = object;

    while (mem->destructors) {
        struct clover_destructor *destructor = mem->destructors;
        mem->destructors = destructor->next;
        destructor->notify(mem, destructor->data);
        free(destructor);
    }
    assert(!mem->parent || mem->parent->context == mem->context);
    clover_maps_destroy(mem);
    if (clover_explainer && mem->type == CL_MEM_OBJECT_BUFFER && !mem->parent && mem->resource)
        clover_explainer->released(mem);
    if (mem->parent == NULL || mem->parent->resource != mem->resource)
        clover_screen_ops(mem->context)->resource_destroy(mem->resource);
    pthread_mutex_destroy(&mem->lock);
    clover_unref(mem->parent);
    clover_unref(mem->context);
    clover_properties_finish(&mem->given);
    free(mem->unwritten);
    free(mem->use);
}

static struct clover_slots slots;
const struct clover_class clover_mem_class = {.name = "a memory object",
                                              .invalid = CL_INVALID_MEM_OBJECT,
                                              .size = sizeof(struct _cl_mem),
                                              .slots = &slots,
                                              .destroy = mem_destroy};

static bool at_most_one(cl_mem_flags flags)
{
    return (flags & (flags - 1)) == 0;
}

cl_int clover_check_mem_flags(cl_mem_flags flags, const void *host_ptr)
{
    cl_mem_flags all = ACCESS_FLAGS | POINTER_FLAGS | HOST_FLAGS;
    cl_mem_flags pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);

    if ((flags & ~all) || !at_most_one(flags & ACCESS_FLAGS) || !at_most_one(flags & HOST_FLAGS))
        return CL_INVALID_VALUE;
    if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return CL_INVALID_VALUE;
    return (pointer != 0) == (host_ptr != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

cl_int clover_check_question_flags(cl_mem_flags flags)
{
    const cl_mem_flags of_images = flags & ~(cl_mem_flags)CL_MEM_KERNEL_READ_AND_WRITE;
    const cl_int error = clover_check_mem_flags(of_images, NULL);

    return error == CL_INVALID_HOST_PTR ? CL_SUCCESS : error;
}

/* A child may not widen what its parent allows. */
cl_int clover_inherit_flags(cl_mem_flags *flags, cl_mem parent)
{
    cl_mem_flags access = *flags & ACCESS_FLAGS, host = *flags & HOST_FLAGS;
    cl_mem_flags parent_access = parent->flags & ACCESS_FLAGS,
                 parent_host = parent->flags & HOST_FLAGS;

    if ((*flags & POINTER_FLAGS) || clover_check_mem_flags(*flags, NULL))
        return CL_INVALID_VALUE;
    if (access && parent_access != CL_MEM_READ_WRITE && access != parent_access)
        return CL_INVALID_VALUE;
    if (host && parent_host && host != parent_host && host != CL_MEM_HOST_NO_ACCESS)
        return CL_INVALID_VALUE;
    *flags = (access ? access : parent_access) | (host ? host : parent_host) |
             (parent->flags & POINTER_FLAGS);
    return CL_SUCCESS;
}

cl_mem clover_mem_create(cl_context context, cl_mem_object_type type, cl_mem_flags flags)
{
    cl_mem mem = clover_object_create(&clover_mem_class);

    if (!mem)
        return NULL;
    pthread_mutex_init(&mem->lock, NULL);
    clover_ref(context);
    assert((flags & ~(cl_mem_flags)(ACCESS_FLAGS | POINTER_FLAGS | HOST_FLAGS)) == 0);
    mem->context = context;
    mem->type = type;
    mem->flags = flags & ACCESS_FLAGS ? flags : flags | CL_MEM_READ_WRITE;
    mem->width = mem->height = mem->depth = mem->array_size = 1;
    return mem;
}

cl_int clover_mem_upload(cl_mem mem, const void *host_ptr)
{
    assert(mem->resource);
    const size_t origin[3] = {0};
    struct clover_extent extent = {mem->size, 1, 1};
    struct clover_end to;

    if (mem->flags & CL_MEM_USE_HOST_PTR)
        mem->host_ptr = (void *)host_ptr;
    if (!(mem->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return CL_SUCCESS;
    if (mem->type == CL_MEM_OBJECT_BUFFER) {
        to = clover_end_buffer(mem, 0, 0, 0, extent);
    } else {
        size_t region[3] = {mem->width, mem->height, mem->depth};
        /* Layers go into a dimension that is 1 so far: the second of a 1D array, the third of a 2D
         * array. */
        region[mem->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : 2] *= mem->array_size;
        to = clover_end_image(mem, origin, region);
        extent = clover_extent_image(mem, region);
    }
    bool layers = mem->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    struct clover_end from = clover_end_host(
        (void *)host_ptr, layers ? mem->slice_pitch : mem->row_pitch, mem->slice_pitch);
    pthread_mutex_lock(&mem->context->lock);
    cl_int error = clover_copy(mem->context, mem->context->pipe, &to, &from, extent);
    pthread_mutex_unlock(&mem->context->lock);
    return error;
}

static cl_int buffer_create(cl_context context, cl_mem_flags flags, size_t size,
                            const void *host_ptr, cl_mem *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    cl_int error = clover_check_mem_flags(flags, host_ptr);
    if (error == CL_INVALID_VALUE)
        return error;
    if (size == 0 || size > context->device->info.max_alloc)
        return CL_INVALID_BUFFER_SIZE;
    if (error)
        return error;

    cl_mem mem = clover_mem_create(context, CL_MEM_OBJECT_BUFFER, flags);
    if (!mem)
        return CL_OUT_OF_HOST_MEMORY;
    struct pipe_resource_template tmpl = {
        .target = PIPE_BUFFER, .width = size, .height = 1, .depth = 1, .array_size = 1};
    mem->number = atomic_fetch_add(&context->buffers, 1) + 1;
    mem->size = size;
    mem->resource = clover_screen_ops(context)->resource_create(context->device->screen, &tmpl);
    clover_tell_made(mem);
    error = mem->resource ? clover_mem_upload(mem, host_ptr) : CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (error) {
        clover_unref(mem);
        return error;
    }
    *out = mem;
    return CL_SUCCESS;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_mem mem = NULL;
    cl_int error = buffer_create(context, flags, size, host_ptr, &mem);

    return clover_result(mem, error, errcode_ret);
}

cl_mem clover_mem_result(cl_mem mem, const cl_mem_properties *properties, cl_int error,
                         cl_int *errcode_ret)
{
    if (!error)
        error = clover_properties_keep(&mem->given, properties);
    if (error)
        clover_unref(mem);
    return clover_result(mem, error, errcode_ret);
}

/* No property is supported. */
cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_mem mem = NULL;
    cl_int error = CL_INVALID_CONTEXT;

    if (clover_is(context, &clover_context_class))
        error = properties && *properties ? CL_INVALID_PROPERTY
                                          : buffer_create(context, flags, size, host_ptr, &mem);
    return clover_mem_result(mem, properties, error, errcode_ret);
}

static cl_int sub_buffer_create(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                                const cl_buffer_region *region, cl_mem *out)
{
    if (!clover_is_buffer(parent) || parent->parent)
        return CL_INVALID_MEM_OBJECT;
    cl_int error = clover_inherit_flags(&flags, parent);
    if (error || type != CL_BUFFER_CREATE_TYPE_REGION || !region)
        return CL_INVALID_VALUE;
    if (region->size == 0)
        return CL_INVALID_BUFFER_SIZE;
    if (region->origin > parent->size || region->size > parent->size - region->origin)
        return CL_INVALID_VALUE;
    if (region->origin % (parent->context->device->info.base_align_bits / 8))
        return CL_MISALIGNED_SUB_BUFFER_OFFSET;

    cl_mem mem = clover_mem_create(parent->context, CL_MEM_OBJECT_BUFFER, flags);
    if (!mem)
        return CL_OUT_OF_HOST_MEMORY;
    clover_ref(parent);
    mem->number = atomic_fetch_add(&parent->context->sub_buffers, 1) + 1;
    mem->parent = parent;
    mem->resource = parent->resource;
    mem->offset = region->origin;
    mem->size = region->size;
    if (parent->host_ptr)
        mem->host_ptr = (char *)parent->host_ptr + region->origin;
    *out = mem;
    return CL_SUCCESS;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type, const void *buffer_create_info,
                         cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_mem mem = NULL;
    cl_int error = sub_buffer_create(buffer, flags, buffer_create_type, buffer_create_info, &mem);

    return clover_result(mem, error, errcode_ret);
}

cl_int clSetMemObjectDestructorCallback(cl_mem mem, void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                        void *user_data)
{
    CLOVER_CALL;
    if (!clover_is(mem, &clover_mem_class))
        return CL_INVALID_MEM_OBJECT;
    if (!pfn_notify)
        return CL_INVALID_VALUE;
    struct clover_destructor *destructor = malloc(sizeof *destructor);
    if (!destructor)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&mem->lock);
    *destructor = (struct clover_destructor){mem->destructors, pfn_notify, user_data};
    mem->destructors = destructor;
    pthread_mutex_unlock(&mem->lock);
    return CL_SUCCESS;
}

static const struct clover_info mem_table[] = {
    CLOVER_FIELD(CL_MEM_TYPE, struct _cl_mem, type),
    CLOVER_FIELD(CL_MEM_FLAGS, struct _cl_mem, flags),
    CLOVER_FIELD(CL_MEM_SIZE, struct _cl_mem, size),
    CLOVER_FIELD(CL_MEM_HOST_PTR, struct _cl_mem, host_ptr),
    CLOVER_FIELD(CL_MEM_MAP_COUNT, struct _cl_mem, map_count),
    CLOVER_HANDLES(CL_MEM_REFERENCE_COUNT),
    CLOVER_OBJECT(CL_MEM_CONTEXT, struct _cl_mem, context),
    CLOVER_OBJECT(CL_MEM_ASSOCIATED_MEMOBJECT, struct _cl_mem, parent),
    CLOVER_FIELD(CL_MEM_OFFSET, struct _cl_mem, offset),
    CLOVER_FIELD(CL_MEM_USES_SVM_POINTER, struct _cl_mem, uses_svm),
    CLOVER_ARRAY(CL_MEM_PROPERTIES, struct _cl_mem, given.list, given.count),
};

cl_int clGetMemObjectInfo(cl_mem mem, cl_mem_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(mem, &clover_mem_class))
        return CL_INVALID_MEM_OBJECT;
    pthread_mutex_lock(&mem->lock);
    cl_int error = clover_info_query(mem_table, COUNT(mem_table), mem, param_name, to);
    pthread_mutex_unlock(&mem->lock);
    return error;
}
