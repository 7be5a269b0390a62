/* SPDX-License-Identifier: MIT */
/* images.c: images, with what they begin with. */
#include "program-tester/record/layer/layer.h"

static const cl_mem_flags from_host = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;

/* Returns the box of the application's texels that an image is made of. */
static struct box host_box(const cl_image_desc *desc, size_t element, const void *host)
{
    size_t region[3] = {desc->image_width, 1, 1};

    switch (desc->image_type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        region[2] = desc->image_array_size;
        break;
    case CL_MEM_OBJECT_IMAGE2D:
        region[1] = desc->image_height;
        break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        region[1] = desc->image_height;
        region[2] = desc->image_array_size;
        break;
    case CL_MEM_OBJECT_IMAGE3D:
        region[1] = desc->image_height;
        region[2] = desc->image_depth;
        break;
    default:
        break;
    }
    return box_with_pitches(host, region, element, desc->image_row_pitch, desc->image_slice_pitch);
}

/* The id of a new image, and what it begins with, which it stores. */
static uint64_t add_image(cl_mem image, cl_mem_flags flags, const cl_image_desc *desc,
                          const void *host, uint64_t *content)
{
    struct object object = {.kind = OBJECT_IMAGE, .type = desc->image_type, .flags = flags};

    object.is_part = desc->buffer != NULL;
    object.has_levels =
        desc->num_mip_levels > 1 && (desc->image_type == CL_MEM_OBJECT_IMAGE3D ||
                                     desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY);
    layer_next->clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof object.element, &object.element,
                               NULL);
    if (host && flags & from_host) {
        const struct box box = host_box(desc, object.element, host);
        *content = writer_data(&box);
    }
    return layer_add(image, object);
}

static uint64_t put_image(uint64_t id, cl_context context, cl_mem_flags flags,
                          const cl_image_format *format, const cl_image_desc *desc,
                          uint64_t content)
{
    struct pack pack = {0};

    pack_number(&pack, id);
    layer_pack(&pack, context);
    const uint64_t fields[] = {
        layer_flags(flags),      format->image_channel_order, format->image_channel_data_type,
        desc->image_type,        desc->image_width,           desc->image_height,
        desc->image_depth,       desc->image_array_size,      desc->image_row_pitch,
        desc->image_slice_pitch, desc->num_mip_levels,        desc->num_samples};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        pack_number(&pack, fields[i]);
    layer_pack(&pack, desc->buffer);
    pack_number(&pack, content);
    return writer_put(OP_IMAGE, &pack);
}

/* An image that was refused is kept without what it was to begin with: that need not be there. */
static void keep_refused(cl_int error, cl_context context, cl_mem_flags flags,
                         const cl_image_format *format, const cl_image_desc *desc, const void *host)
{
    struct command command = {.op = OP_IMAGE};
    const bool is_given = flags & from_host;

    if (!format || !desc || is_given != (host != NULL) || !layer_find(context).kind ||
        (desc->buffer && !layer_find(desc->buffer).kind))
        return; /* a replay could not make the same call */
    command.record = put_image(layer_new_id(), context, flags, format, desc, 0);
    layer_sent(&command, error, NULL);
}

static void keep_image(cl_mem image, cl_int error, cl_context context, cl_mem_flags flags,
                       const cl_image_format *format, const cl_image_desc *desc, const void *host)
{
    uint64_t content = 0;

    if (!image) {
        keep_refused(error, context, flags, format, desc, host);
        return;
    }
    const uint64_t id = add_image(image, flags, desc, host, &content);
    put_image(id, context, flags, format, desc, content);
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
                                       const cl_image_format *format, const cl_image_desc *desc,
                                       void *host, cl_int *error)
{
    cl_int own;
    cl_int *const told = error ? error : &own;
    cl_mem image = layer_next->clCreateImage(context, flags, format, desc, host, told);

    keep_image(image, *told, context, flags, format, desc, host);
    return image;
}

static cl_mem CL_API_CALL create_image_with(cl_context context, const cl_mem_properties *properties,
                                            cl_mem_flags flags, const cl_image_format *format,
                                            const cl_image_desc *desc, void *host, cl_int *error)
{
    cl_mem image = layer_next->clCreateImageWithProperties(context, properties, flags, format, desc,
                                                           host, error);

    if (image && properties && *properties)
        writer_note("an image was made with properties");
    if (image)
        keep_image(image, CL_SUCCESS, context, flags, format, desc, host);
    return image;
}

static cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags,
                                          const cl_image_format *format, size_t width,
                                          size_t height, size_t row_pitch, void *host,
                                          cl_int *error)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = width,
                                .image_height = height,
                                .image_row_pitch = row_pitch};
    cl_mem image =
        layer_next->clCreateImage2D(context, flags, format, width, height, row_pitch, host, error);

    if (image)
        keep_image(image, CL_SUCCESS, context, flags, format, &desc, host);
    return image;
}

static cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags,
                                          const cl_image_format *format, size_t width,
                                          size_t height, size_t depth, size_t row_pitch,
                                          size_t slice_pitch, void *host, cl_int *error)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                                .image_width = width,
                                .image_height = height,
                                .image_depth = depth,
                                .image_row_pitch = row_pitch,
                                .image_slice_pitch = slice_pitch};
    cl_mem image = layer_next->clCreateImage3D(context, flags, format, width, height, depth,
                                               row_pitch, slice_pitch, host, error);

    if (image)
        keep_image(image, CL_SUCCESS, context, flags, format, &desc, host);
    return image;
}

void layer_wrap_images(cl_icd_dispatch *table)
{
    table->clCreateImage = create_image;
    table->clCreateImageWithProperties = create_image_with;
    table->clCreateImage2D = create_image_2d;
    table->clCreateImage3D = create_image_3d;
}
