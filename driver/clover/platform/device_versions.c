/* SPDX-License-Identifier: MIT */
/* device_versions.c: what OpenCL 2.0 to 3.0 ask of platform and device: versions in numbers,
 * extensions and features by name, and which optional parts are there. */
#include "driver/clover/platform/device_versions.h"

#include "driver/base/count.h"
#include "driver/base/opencl_version.h"
#include "driver/clover/object/info.h"
#include "driver/compiler.h"
#include "driver/hw/language.h"

#include <stdio.h>
#include <string.h>

#include "rootle_version.h"

bool clover_is_new(void)
{
    return opencl_version() == OPENCL_VERSION_NEW;
}

const char *clover_version_text(void)
{
    return clover_is_new() ? "OpenCL 3.0 Rootle " ROOTLE_VERSION
                           : "OpenCL 1.2 Rootle " ROOTLE_VERSION;
}

/* The largest list, of the extensions, with room for more. */
enum { MAX_NAMES = 64 };

/* The least that a device with variables at program scope must have; they are part of binaries. */
enum { CLOVER_VARIABLE_BYTES = 64 << 10 };

struct name_list {
    cl_name_version rows[MAX_NAMES];
    size_t count;
};

static void add(struct name_list *list, const char *name, cl_version version)
{
    cl_name_version *row = &list->rows[list->count];

    if (list->count == MAX_NAMES)
        return;
    list->count++;
    *row = (cl_name_version){.version = version};
    snprintf(row->name, sizeof row->name, "%s", name);
}

static bool carried(const struct pipe_caps *caps, const struct hw_language *row)
{
    return hw_language_carried(row, caps->fp64, caps->image_programs_only) &&
           (row->needs != HW_LANGUAGE_NEEDS_IMAGES_IN_BUFFERS || caps->image_pitch_texels) &&
           (row->needs != HW_LANGUAGE_NEEDS_ANY_IMAGES_IN_BUFFERS ||
            clover_has_images_in_buffers(caps)) &&
           (row->needs != HW_LANGUAGE_NEEDS_MIPMAPS || clover_has_mipmaps(caps)) &&
           (row->needs != HW_LANGUAGE_NEEDS_TRANSLATOR || compiler_takes_il());
}

static void add_carried(struct name_list *list, const struct hw_language *rows, size_t count,
                        const struct pipe_caps *caps)
{
    for (size_t i = 0; i < count; i++) {
        const struct hw_language *row = &rows[i];
        if (carried(caps, row))
            add(list, row->name, CL_MAKE_VERSION(row->major, row->minor, row->patch));
    }
}

bool clover_has_mipmaps(const struct pipe_caps *caps)
{
    return caps->mipmaps && clover_is_new();
}

bool clover_has_images_in_buffers(const struct pipe_caps *caps)
{
    return caps->image_pitch_texels && clover_is_new();
}

uint32_t clover_extensions(const struct pipe_caps *caps)
{
    uint32_t mask = 0;

    for (size_t i = 0; i < hw_extension_count; i++)
        mask |= (uint32_t)carried(caps, &hw_extensions[i]) << i;
    return mask;
}

void clover_extensions_describe(const struct pipe_caps *caps, char text[CLOVER_EXTENSIONS_SIZE])
{
    const uint32_t listed = clover_extensions(caps);
    size_t size = 0;

    for (size_t i = 0; i < hw_extension_count; i++) {
        if (listed & 1u << i)
            size += (size_t)snprintf(text + size, CLOVER_EXTENSIONS_SIZE - size, "%s%s",
                                     size ? " " : "", hw_extensions[i].name);
    }
}

/* Section 5.8.6.3 of the unified specification: what -cl-std may say. */
static void add_languages(struct name_list *list)
{
    for (cl_uint minor = 0; minor <= 2; minor++)
        add(list, "OpenCL C", CL_MAKE_VERSION(1, minor, 0));
    add(list, "OpenCL C", CL_MAKE_VERSION(3, 0, 0));
}

/* The number of SPIR-V 1.x versions that llvm-spirv-15 reads. */
enum { SPIRV_MINORS = 5 };

static void add_modules(struct name_list *list)
{
    for (cl_uint minor = 0; compiler_takes_il() && minor < SPIRV_MINORS; minor++)
        add(list, "SPIR-V", CL_MAKE_VERSION(1, minor, 0));
}

static cl_int answer_list(cl_device_id device, cl_device_info name, struct clover_answer to)
{
    struct name_list list = {.count = 0};
    const struct pipe_caps *caps = &device->caps;

    switch (name) {
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        add_carried(&list, hw_extensions, hw_extension_count, caps);
        break;
    case CL_DEVICE_OPENCL_C_FEATURES:
        add_carried(&list, hw_features, hw_feature_count, caps);
        break;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        add_languages(&list);
        break;
    case CL_DEVICE_ILS_WITH_VERSION:
        add_modules(&list);
        break;
    default: /* CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: there are none */
        break;
    }
    return clover_answer(to, list.rows, list.count * sizeof *list.rows);
}

static const cl_device_info lists[] = {
    CL_DEVICE_EXTENSIONS_WITH_VERSION,       CL_DEVICE_OPENCL_C_FEATURES,
    CL_DEVICE_OPENCL_C_ALL_VERSIONS,         CL_DEVICE_ILS_WITH_VERSION,
    CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
};

/* The answers, in the types that the specification gives them; what is not set in answers() is
 * absent. */
struct new_answers {
    cl_version version;
    const char *il, *conformance;
    cl_uint images, image_pitch, image_base, pipe_args, pipe_reservations, pipe_packet,
        atomic_align, device_queue_size, device_queues, device_events, sub_groups;
    size_t variable_bytes, group_multiple;
    cl_command_queue_properties device_queue;
    cl_device_svm_capabilities svm;
    cl_device_atomic_capabilities atomics, fences;
    cl_device_device_enqueue_capabilities enqueue;
    cl_bool progress, uneven, collectives, generic, pipes;
};

static struct new_answers answers(cl_device_id device)
{
    const bool compute = !device->caps.image_programs_only;
    const cl_device_atomic_capabilities atomics =
        !compute ? 0
                 : CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                       CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                       CL_DEVICE_ATOMIC_SCOPE_DEVICE;

    return (struct new_answers){
        .version = CL_MAKE_VERSION(3, 0, 0),
        .il = compiler_takes_il() ? "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4" : "",
        /* The form is given; no results were ever submitted. */
        .conformance = "v0000-01-01-00",
        .images = compute ? device->caps.max_write_images : 0,
        .image_pitch = device->caps.image_pitch_texels,
        .image_base = device->caps.image_pitch_texels ? CLOVER_IMAGE_BASE_ALIGNMENT : 0,
        .group_multiple = device->caps.wave_size,
        .sub_groups = compute ? clover_sub_groups(device, device->caps.max_work_group_size) : 0,
        .collectives = compute,
        .generic = compute,
        .variable_bytes = compute ? CLOVER_VARIABLE_BYTES : 0,
        .atomics = atomics,
        .fences = compute ? atomics | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM : 0,
    };
}

#define FIELD(name, field)  CLOVER_FIELD(CL_DEVICE_##name, struct new_answers, field)
#define STRING(name, field) CLOVER_STRING(CL_DEVICE_##name, struct new_answers, field)

static const struct clover_info new_device_table[] = {
    FIELD(NUMERIC_VERSION, version),
    STRING(IL_VERSION, il),
    STRING(LATEST_CONFORMANCE_VERSION_PASSED, conformance),
    FIELD(MAX_READ_WRITE_IMAGE_ARGS, images),
    FIELD(IMAGE_PITCH_ALIGNMENT, image_pitch),
    FIELD(IMAGE_BASE_ADDRESS_ALIGNMENT, image_base),
    FIELD(MAX_PIPE_ARGS, pipe_args),
    FIELD(PIPE_MAX_ACTIVE_RESERVATIONS, pipe_reservations),
    FIELD(PIPE_MAX_PACKET_SIZE, pipe_packet),
    FIELD(PIPE_SUPPORT, pipes),
    FIELD(MAX_GLOBAL_VARIABLE_SIZE, variable_bytes),
    FIELD(GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, variable_bytes),
    FIELD(QUEUE_ON_DEVICE_PROPERTIES, device_queue),
    FIELD(QUEUE_ON_DEVICE_PREFERRED_SIZE, device_queue_size),
    FIELD(QUEUE_ON_DEVICE_MAX_SIZE, device_queue_size),
    FIELD(MAX_ON_DEVICE_QUEUES, device_queues),
    FIELD(MAX_ON_DEVICE_EVENTS, device_events),
    FIELD(DEVICE_ENQUEUE_CAPABILITIES, enqueue),
    FIELD(SVM_CAPABILITIES, svm),
    /* 0: the natural alignment of the type. */
    FIELD(PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, atomic_align),
    FIELD(PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, atomic_align),
    FIELD(PREFERRED_LOCAL_ATOMIC_ALIGNMENT, atomic_align),
    FIELD(ATOMIC_MEMORY_CAPABILITIES, atomics),
    FIELD(ATOMIC_FENCE_CAPABILITIES, fences),
    FIELD(MAX_NUM_SUB_GROUPS, sub_groups),
    FIELD(SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, progress),
    FIELD(NON_UNIFORM_WORK_GROUP_SUPPORT, uneven),
    FIELD(WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, collectives),
    FIELD(GENERIC_ADDRESS_SPACE_SUPPORT, generic),
    FIELD(PREFERRED_WORK_GROUP_SIZE_MULTIPLE, group_multiple),
};

cl_int clover_device_answer_new(cl_device_id device, cl_device_info name, struct clover_answer to)
{
    struct new_answers all = answers(device);

    if (!clover_is_new())
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < COUNT(lists); i++) {
        if (lists[i] == name)
            return answer_list(device, name, to);
    }
    return clover_info_query(new_device_table, COUNT(new_device_table), &all, name, to);
}

cl_int clover_platform_answer_new(cl_platform_info name, struct clover_answer to)
{
    static const cl_name_version icd = {CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd"};
    const cl_version version = CL_MAKE_VERSION(3, 0, 0);
    const cl_ulong timer_ns = 1;

    if (!clover_is_new())
        return CL_INVALID_VALUE;
    switch (name) {
    case CL_PLATFORM_NUMERIC_VERSION:
        return clover_answer(to, &version, sizeof version);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return clover_answer(to, &icd, sizeof icd);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return clover_answer(to, &timer_ns, sizeof timer_ns);
    default:
        return CL_INVALID_VALUE;
    }
}
