/* SPDX-License-Identifier: MIT */
/* pipe.h: what the OpenCL API layer (clover) asks of a hardware driver (r600, r300).
 *
 * clover knows no hardware, a driver no OpenCL object. Image formats cross this line as the
 * OpenCL (channel order, channel data type) pair. A screen may be used from any thread; a context
 * by one thread at a time (clover makes one per lane of a command queue); launches of different
 * contexts may run at the same time. Views, surfaces and sampler states are created for a launch,
 * surfaces first, and destroyed after it by clover; a resource must outlive its views and every
 * launch that uses it (clover holds references). Sizes are in bytes for buffers and texels for
 * textures. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/abi/binding.h"

struct guide;
struct pipe_screen;
struct pipe_context;
struct pipe_resource;
struct pipe_transfer;
struct pipe_sampler_view; /* an image bound for reading */
struct pipe_surface;      /* an image bound for writing */
struct pipe_sampler;
struct pipe_compute_state;
struct pipe_fence;

enum { PIPE_ERROR_SIZE = 2048 };

enum pipe_target {
    PIPE_BUFFER,         /* in the global memory pool; width is bytes */
    PIPE_TEXTURE_BUFFER, /* 1D image over a PIPE_BUFFER: see pipe_resource_template.backing */
    PIPE_TEXTURE_1D,
    PIPE_TEXTURE_1D_ARRAY,
    PIPE_TEXTURE_2D,
    PIPE_TEXTURE_2D_ARRAY,
    PIPE_TEXTURE_3D,
};

struct pipe_resource_template {
    enum pipe_target target;
    uint32_t order, type;   /* cl_channel_order, cl_channel_type; 0 for buffers */
    uint64_t width;         /* bytes for PIPE_BUFFER, else texels */
    uint32_t height, depth; /* texels; 1 where the target has none */
    uint32_t array_size;    /* layers; 1 where the target has none */
    /* The resource that owns the memory: of a PIPE_TEXTURE_BUFFER a buffer, of other textures a
     * buffer or NULL, of a PIPE_TEXTURE_2D also a texture of the same target and size, with texels
     * of as many bytes. */
    struct pipe_resource *backing;
    uint64_t backing_offset;         /* in a buffer, bytes */
    uint64_t row_pitch, slice_pitch; /* of a texture in a buffer, bytes; slices or layers of 1 row,
                                        too */
    uint32_t levels;                 /* of a mipmapped texture; 0 and 1: it has one */
};

/* x, width in bytes for buffers. Layers of arrays are in z/depth, for 1D arrays too. */
struct pipe_box {
    uint64_t x, width;
    uint32_t y, z, height, depth;
    uint32_t level; /* of a mipmapped texture */
};

enum {
    PIPE_MAP_READ = 1,
    PIPE_MAP_WRITE = 2,
    PIPE_MAP_DISCARD = 4 /* old contents are not needed */
};

/* Filled by transfer_map; the driver chooses the pitches and clover must use them. */
struct pipe_transfer_info {
    void *data;         /* first byte of the box */
    size_t row_pitch;   /* bytes from a row to the next */
    size_t slice_pitch; /* bytes from a slice or layer to the next */
};

struct pipe_caps {
    char name[128]; /* CL_DEVICE_NAME */
    char vendor[64];
    uint32_t vendor_id;
    uint32_t compute_units;
    uint32_t max_clock_mhz;
    uint32_t max_work_group_size; /* work-items */
    uint32_t wave_size;
    uint64_t global_mem_bytes, max_alloc_bytes;
    uint32_t local_mem_bytes;
    uint32_t max_parameter_bytes;
    uint32_t max_constant_bytes;
    uint32_t image_max_2d_width, image_max_2d_height, image_max_3d_width, image_max_3d_height,
        image_max_3d_depth;
    uint32_t image_max_array_size;
    uint32_t
        image_pitch_texels; /* row pitches of textures in buffers had best be multiples of so many,
                               and those of 2D ones are in OpenCL before 3.0; 0: none lie there */
    uint64_t image_max_buffer_texels;
    uint32_t max_read_images, max_write_images, max_samplers;
    bool fp64;
    bool fma;
    /* Kernels are image programs and nothing else (docs/r500.md): no memory, no groups, no
     * denormals. */
    bool image_programs_only;
    uint32_t image_access; /* enum hw_image_access: how code has to access images */
    bool mipmaps;          /* textures can have levels */
    char chip[32];         /* name to compile for: hw_chip.name */
};

/* Code of one kernel, as the compiler made it. The layout of inputs is the kernel ABI of
 * docs/kernel-abi.md. */
struct pipe_compute_state_template {
    const char *name; /* for messages */
    const void *code; /* machine code, dwords */
    uint32_t code_bytes;
    /* Program-scope constants and variables, placed in the global pool; may be NULL. */
    const void *rodata;
    uint32_t rodata_bytes;
    const uint32_t
        *relocations; /* byte offsets of dwords in rodata, to which its address is added */
    uint32_t relocation_count;
    /* Another kernel of the program, which lives as long: its place of rodata is this one's, too.
     * NULL: it gets a place of its own. */
    struct pipe_compute_state *shares;
    uint32_t gprs;          /* SQ_PGM_RESOURCES.NUM_GPRS */
    uint32_t stack_entries; /* SQ_PGM_RESOURCES.STACK_SIZE */
    uint32_t lds_bytes;     /* static local memory of a work-group */
    uint32_t scratch_bytes; /* of one work-item */
    bool without_denormals; /* single denormals are zeros */
    /* Further bindings (code of other compilers), after all else and so in its place; as
     * rootle_kernel_fault lets it pass. */
    const struct rootle_binding *bindings;
    uint32_t binding_count;
};

/* A sampler's state: the values of CL_ADDRESS_* and CL_FILTER_*. */
struct pipe_sampler_template {
    uint32_t addressing, filter;
    bool normalized;
    uint32_t mip_filter; /* of levels; 0: only the first is sampled */
    float lod_min, lod_max;
};

struct pipe_grid_info {
    const struct pipe_compute_state *state;
    uint32_t work_dim;
    uint32_t local_size[3]; /* work-items of a group; unused dimensions are 1 */
    uint32_t groups[3];     /* work-groups */
    uint32_t offset[3];     /* global id of the first work-item; code finds it among its inputs */
    uint32_t lds_bytes;     /* static and dynamic local memory of a group */
    /* Constant buffer 0 from byte 36 on: arguments, implicit arguments. The driver writes bytes 0
     * to 35 (numbers of groups, global size, local size) itself. */
    const void *input;
    uint32_t input_bytes;
    /* Slot i of each array is image or sampler i of the kernel ABI; entries may be NULL. */
    struct pipe_sampler_view *const *views;
    uint32_t view_count;
    struct pipe_surface *const *surfaces;
    uint32_t surface_count;
    struct pipe_sampler *const *samplers;
    uint32_t sampler_count;
    uint32_t compute_units;    /* that may run it; 0: all */
    bool waited;               /* a promise that fence_wait follows, for ever */
    const struct guide *guide; /* for messages; lives until the fence is done; may be NULL */
};

enum pipe_fence_state { PIPE_FENCE_PENDING, PIPE_FENCE_DONE, PIPE_FENCE_FAILED };

struct pipe_screen_ops {
    void (*destroy)(struct pipe_screen *screen);
    void (*get_caps)(struct pipe_screen *screen, struct pipe_caps *caps);
    /* Whether an image of this target and format can be read, and written, by kernels. */
    void (*format_support)(struct pipe_screen *screen, enum pipe_target target, uint32_t order,
                           uint32_t type, bool *read, bool *write);
    /* All pairs that some target supports: index from 0 until false. */
    bool (*format_at)(struct pipe_screen *screen, uint32_t index, uint32_t *order, uint32_t *type);

    /* Contents are zero. NULL when memory is short or the template cannot be carried. */
    struct pipe_resource *(*resource_create)(struct pipe_screen *screen,
                                             const struct pipe_resource_template *tmpl);
    void (*resource_destroy)(struct pipe_resource *resource); /* NULL is legal */
    /* PIPE_BUFFER: the pointer value that kernels see, a byte offset into the global pool; never 0.
     */
    uint32_t (*resource_address)(struct pipe_resource *resource);
    /* PIPE_BUFFER: its memory, which the host may use as its own as long as the resource lives, and
     * transfers map. NULL: only they may. The slot may be NULL. */
    void *(*resource_memory)(struct pipe_resource *resource);
    /* The value of ROOTLE_ARG_IMAGE_LEVELS (docs/kernel-abi.md) for a texture. Needed of who has
     * pipe_caps.mipmaps, or images that kernels convert. */
    uint32_t (*resource_levels)(struct pipe_resource *resource);
    /* How many texels the memory of a texture has room for, all levels and padding included, and
     * which of them the one at a level is: what ROOTLE_CHECK keeps of texels is by these numbers. 0
     * of a texture that lies in a buffer. NULL: it is not known. */
    uint64_t (*resource_texels)(struct pipe_resource *resource);
    uint64_t (*resource_texel)(struct pipe_resource *resource, uint32_t level, uint32_t x,
                               uint32_t y, uint32_t z);

    struct pipe_context *(*context_create)(struct pipe_screen *screen);
};

struct pipe_context_ops {
    void (*destroy)(struct pipe_context *context);

    /* Maps a box of a resource after the launches of this context that use it have ended. NULL with
     * `error` filled when memory is short or such a launch failed. Tiled textures are copied. Of
     * what is not, kernels of other contexts may still change every byte: see
     * docs/hacking/README.md. */
    struct pipe_transfer *(*transfer_map)(struct pipe_context *context,
                                          struct pipe_resource *resource,
                                          const struct pipe_box *box, unsigned usage,
                                          struct pipe_transfer_info *info,
                                          char error[PIPE_ERROR_SIZE]);
    void (*transfer_unmap)(struct pipe_context *context, struct pipe_transfer *transfer);
    /* Copies all of one texture to another that lies in memory in the same way, as transfers would.
     * False, having done nothing, when they do not lie so. May be NULL. */
    bool (*copy_whole)(struct pipe_context *context, struct pipe_resource *to,
                       struct pipe_resource *from);
    /* Copies a box of a texture from or to memory (PIPE_MAP_WRITE or PIPE_MAP_READ), as a transfer
     * would, without memory of its own between the two. False, having done nothing, where a
     * transfer is as good, or fails. May be NULL. */
    bool (*copy_box)(struct pipe_context *context, struct pipe_resource *resource,
                     const struct pipe_box *box, unsigned usage,
                     const struct pipe_transfer_info *memory);

    struct pipe_sampler_view *(*sampler_view_create)(struct pipe_context *context,
                                                     struct pipe_resource *resource);
    void (*sampler_view_destroy)(struct pipe_context *context, struct pipe_sampler_view *view);
    /* Makes a surface of a texture's first level; `chain`: of all of its levels as one surface of
     * tiles, which code finds its way in by the value of resource_levels. */
    struct pipe_surface *(*surface_create)(struct pipe_context *context,
                                           struct pipe_resource *resource, bool chain);
    void (*surface_destroy)(struct pipe_context *context, struct pipe_surface *surface);
    struct pipe_sampler *(*sampler_create)(struct pipe_context *context,
                                           const struct pipe_sampler_template *tmpl);
    void (*sampler_destroy)(struct pipe_context *context, struct pipe_sampler *sampler);

    /* The template's memory may be freed after the call. NULL with `error` filled on failure. */
    struct pipe_compute_state *(*compute_state_create)(
        struct pipe_context *context, const struct pipe_compute_state_template *tmpl,
        char error[PIPE_ERROR_SIZE]);
    void (*compute_state_destroy)(struct pipe_context *context, struct pipe_compute_state *state);
    /* Pool address of the state's rodata (0 when it has none): the value of ROOTLE_ARG_RODATA. */
    uint32_t (*compute_state_rodata)(struct pipe_compute_state *state);

    /* Emits state and dispatch, and submits. *fence receives a new fence. 0, or a negative errno
     * with `error` filled. Views, surfaces and samplers may be destroyed once the fence is done. A
     * grid may be of any size: where it takes several submissions, all but the last have ended when
     * the call returns, and it fails with the first of them that does. An empty `error` says that
     * reports have told everything. */
    int (*launch_grid)(struct pipe_context *context, const struct pipe_grid_info *info,
                       struct pipe_fence **fence, char error[PIPE_ERROR_SIZE]);
    enum pipe_fence_state (*fence_wait)(struct pipe_context *context, struct pipe_fence *fence,
                                        uint64_t timeout_ns, char error[PIPE_ERROR_SIZE]);
    void (*fence_destroy)(struct pipe_context *context,
                          struct pipe_fence *fence); /* NULL is legal */
};

/* Embedded first in the driver's own. */
struct pipe_screen {
    const struct pipe_screen_ops *ops;
};
struct pipe_context {
    const struct pipe_context_ops *ops;
    struct pipe_screen *screen;
};

/* The hardware that the environment chooses: driver/icd has it, and tests of what lies above a
 * mock. NULL with `error` filled when it cannot be made. */
struct pipe_screen *pipe_screen_create(char error[PIPE_ERROR_SIZE]);
