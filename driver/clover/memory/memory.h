/* SPDX-License-Identifier: MIT */
/* memory.h: buffers and images. */
#pragma once

#include "driver/clover/object/properties.h"
#include "driver/clover/platform/context.h"

struct clover_destructor;
struct clover_map;
struct clover_use;

struct _cl_mem {
    struct clover_object base;
    cl_context context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size;                    /* bytes, as the application sees it */
    void *host_ptr;                 /* CL_MEM_USE_HOST_PTR's, else NULL */
    unsigned char *unwritten;       /* written.h; NULL: nobody asks */
    cl_mem parent;                  /* of sub-buffers and images over others; holds a reference */
    cl_uint number;                 /* among the context's objects of its kind, from 1 on */
    size_t offset;                  /* of a sub-buffer in its parent, bytes */
    struct pipe_resource *resource; /* a sub-buffer's is its parent's */
    /* Images. Unused dimensions are 1 here and 0 in queries. */
    cl_image_format format;
    size_t texel_bytes, width, height, depth, array_size;
    cl_uint mip_levels;            /* as given: 0 is one level, too */
    size_t row_pitch, slice_pitch; /* of host_ptr's memory, or what it would be */
    pthread_mutex_t lock;          /* for what follows */
    struct clover_map *maps;
    cl_uint map_count;
    struct clover_use *use; /* the explainer's, of a buffer and its sub-buffers; NULL: none */
    struct clover_destructor *destructors;
    struct clover_properties given; /* to clCreate*WithProperties */
    cl_bool uses_svm;               /* never */
};

extern const struct clover_class clover_mem_class;

static inline bool clover_mem_is_buffer(const struct _cl_mem *mem)
{
    return mem->type == CL_MEM_OBJECT_BUFFER;
}

/* These check handles that come from the application. */
static inline bool clover_is_buffer(cl_mem mem)
{
    return clover_is(mem, &clover_mem_class) && clover_mem_is_buffer(mem);
}

static inline bool clover_is_image(cl_mem mem)
{
    return clover_is(mem, &clover_mem_class) && !clover_mem_is_buffer(mem);
}

/* Flags of clCreateBuffer and clCreateImage: CL_INVALID_VALUE when they contradict each other,
 * CL_INVALID_HOST_PTR when they do not go with host_ptr. */
cl_int clover_check_mem_flags(cl_mem_flags flags, const void *host_ptr);
/* Flags of a question about images, CL_MEM_KERNEL_READ_AND_WRITE among them, which no image is made
 * with: CL_INVALID_VALUE when they contradict each other. */
cl_int clover_check_question_flags(cl_mem_flags flags);
/* Flags of an object made from a parent: CL_INVALID_VALUE when they do not go together; fills in
 * what is inherited. */
cl_int clover_inherit_flags(cl_mem_flags *flags, cl_mem parent);
/* A memory object without resource, one handle. NULL when memory is short. */
cl_mem clover_mem_create(cl_context context, cl_mem_object_type type, cl_mem_flags flags);
/* Ends clCreate*WithProperties: keeps the list with an object that was made, or releases it. */
cl_mem clover_mem_result(cl_mem mem, const cl_mem_properties *properties, cl_int error,
                         cl_int *errcode_ret);
/* Sets first contents from host memory if the flags ask for it. */
cl_int clover_mem_upload(cl_mem mem, const void *host_ptr);
