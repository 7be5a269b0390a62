/* SPDX-License-Identifier: MIT */
/* r600.h: the objects behind pipe.h and the functions that its files share. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/abi/kernel_abi.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/image_access.h"
#include "driver/hw/mips.h"
#include "driver/hw/tiling.h"
#include "driver/pipe.h"
#include "driver/r600/cs.h"
#include "driver/r600/faults.h"
#include "driver/r600/pieces.h"
#include "driver/r600/pool.h"
#include "driver/winsys.h"

enum {
    R600_MAX_GROUP_SIZE = 256,
    R600_MAX_LDS_BYTES = HW_LDS_DWORDS * 4,
    R600_MAX_INPUT_BYTES = 65536, /* what ALU_CONST_BUFFER_SIZE can say */
    /* Views of the images that are only read, and then of those that are read and written. */
    R600_MAX_VIEWS = ABI_MAX_READ_IMAGES + ABI_MAX_WRITE_IMAGES,
    R600_MAX_IMAGE_2D = 16384,
    R600_MAX_IMAGE_3D = 2048,
    R600_MAX_LAYERS = 2048,         /* CB_COLOR_VIEW has 11 bits */
    R600_MAX_SCRATCH_BYTES = 65536, /* of one work-item */
    R600_WAVE_SLOTS = 248,          /* resident waves of a shader engine */
    R600_ADDRESS_ALIGNMENT = 256,   /* of everything whose registers hold address >> 8 */
};

struct r600_screen {
    struct pipe_screen base;
    struct winsys *ws;
    struct winsys_info info;
    const struct hw_chip *chip;
    struct hw_tiling_config tiling;
    int forced_mode;               /* HW_ARRAY_* of ROOTLE_TILING, or -1 */
    struct hw_image_choice images; /* ROOTLE_FORMATS */
    struct r600_limits limits;
    const struct r600_faults *faults; /* NULL: nobody makes state wrong */
    struct r600_pool pool;
    atomic_uint contexts; /* that were made: the order of each one's streams */
    pthread_mutex_t scratch_lock;
    pthread_mutex_t shadow_lock; /* of the shadows of textures */
    struct winsys_bo *scratch;   /* of launches that need much; grows; NULL until one does */
};

/* A level of a mipmapped texture. */
struct r600_level {
    struct hw_surface_layout layout;
    uint64_t offset; /* from the resource's first byte */
};

struct pipe_resource {
    struct r600_screen *screen;
    struct pipe_resource_template tmpl;
    const struct hw_image_format *format; /* NULL for PIPE_BUFFER */
    const struct hw_image_format *bound;  /* as what it is bound: the format, or raw bits */
    bool lowered;                         /* raw bits, which kernels convert */
    struct hw_image_format faulty;        /* what `bound` is under ROOTLE_FAULT */
    struct r600_pool_block block;         /* PIPE_BUFFER */
    struct winsys_bo *bo;                 /* textures with memory of their own */
    uint8_t *map;                         /* where the resource's first byte is mapped */
    uint8_t *padding;                     /* what the host has where texels have padding, a byte
                                             each by place; NULL: they have none */
    struct hw_surface_layout layout;      /* those textures: of level 0 */
    struct r600_level *mips;              /* levels from 1 on; NULL: there are none */
    /* All levels as one surface: tiles in a row, 0 where there is none such; rows of tiles in a
     * layer at most, and layers. */
    uint32_t chain_tiles, chain_rows, chain_layers;
    /* The shadow of a texture in a buffer: kernels write it in the texture's place while surfaces
     * use it (driver/r600/shadow.c). screen->shadow_lock guards both. */
    struct pipe_resource *shadow;
    unsigned shadow_users;
    bool read_in_shadow; /* kernels read a shadow, too: no layout is so, or its padding is not ones
                          */
};

struct pipe_sampler_view {
    struct winsys_bo *bo;
    struct pipe_resource *shadowed; /* NULL, or whose shadow it shows */
    bool texture;                   /* else a buffer resource */
    uint32_t words[8];
};

/* CB_COLORn_BASE to _DIM, as they follow each other. */
enum {
    R600_CB_BASE,
    R600_CB_PITCH,
    R600_CB_SLICE,
    R600_CB_VIEW,
    R600_CB_INFO,
    R600_CB_ATTRIB,
    R600_CB_DIM,
    R600_CB_REGS
};

struct pipe_surface {
    struct winsys_bo *bo;
    struct pipe_resource *shadowed; /* NULL, or whose shadow it is */
    uint32_t regs[R600_CB_REGS];
};

struct pipe_sampler {
    uint32_t words[3];
};

struct pipe_compute_state {
    struct r600_screen *screen;
    char name[128];
    struct winsys_bo *code;
    struct r600_pool_block rodata;
    const struct pipe_compute_state *shares; /* whose block that is; NULL: its own */
    uint32_t gprs, stack_entries, lds_bytes, scratch_bytes;
    bool without_denormals;
    struct rootle_binding *bindings;
    uint32_t binding_count;
};

/* Shared by the caller of launch_grid and the context's list of launches. */
struct pipe_fence {
    atomic_uint references;
    atomic_bool reported; /* somebody was told of the failure */
    struct winsys *ws;
    struct winsys_fence *fence;
};

/* A launch that may still run, and what must outlive it. */
struct r600_launch {
    struct pipe_fence *fence;
    struct winsys_bo *scratch;
    uint32_t input_start, input_end; /* bytes of the upload ring that it reads */
};

/* Memory of an ended transfer. */
struct r600_staging {
    uint8_t *memory;
    size_t room; /* bytes */
};

enum { R600_KEPT_STAGING = 2 };
enum { R600_LAUNCHES = 64, R600_UPLOAD_BYTES = 1 << 20 };

struct r600_context {
    struct pipe_context base;
    struct r600_cs cs;
    uint32_t order;            /* winsys_cs.order */
    struct winsys_bo *rtn;     /* CB_IMMED0: one dword for each resident lane */
    struct winsys_bo *scratch; /* grows; NULL until a kernel needs it */
    struct winsys_bo *upload;  /* ring of kernel inputs */
    uint8_t *upload_map;
    uint32_t upload_head;                       /* where the next input goes */
    struct r600_launch launches[R600_LAUNCHES]; /* in flight, a ring, oldest first */
    uint32_t launch_first, launch_count;
    struct r600_staging staging[R600_KEPT_STAGING];
    struct pipe_fence *failed; /* of the first launch that failed and left the ring */
};

static inline struct r600_screen *r600_screen(struct pipe_screen *screen)
{
    return (struct r600_screen *)screen;
}
static inline struct r600_context *r600_context(struct pipe_context *context)
{
    return (struct r600_context *)context;
}

/* shadow.c: what a launch binds of a texture, which stays in use until it is given back, by the
 * same context: the texture itself, or its shadow when it lies in a buffer and `write` asks for
 * one, another surface of it has one, or it cannot be read where it lies. *shadowed is then the
 * texture. NULL when memory is short. */
struct pipe_resource *r600_shadow_take(struct pipe_context *context, struct pipe_resource *texture,
                                       bool write, struct pipe_resource **shadowed);
/* `shadowed` may be NULL. What was written goes into the buffer. */
void r600_shadow_give(struct pipe_context *context, struct pipe_resource *shadowed, bool written);

/* resource.c */
struct pipe_resource *r600_resource_create(struct pipe_screen *screen,
                                           const struct pipe_resource_template *tmpl);
/* The same, bound raw or as the format is, whatever the screen's choice is. */
struct pipe_resource *r600_resource_create_as(struct pipe_screen *screen,
                                              const struct pipe_resource_template *tmpl,
                                              bool lowered);
void r600_resource_destroy(struct pipe_resource *resource);
uint32_t r600_resource_address(struct pipe_resource *resource);
void *r600_resource_memory(struct pipe_resource *resource);
/* pipe_screen_ops. */
uint64_t r600_resource_texels(struct pipe_resource *resource);
uint64_t r600_resource_texel(struct pipe_resource *resource, uint32_t level, uint32_t x, uint32_t y,
                             uint32_t z);
/* mips.c: ROOTLE_ARG_IMAGE_LEVELS. */
uint32_t r600_resource_levels(struct pipe_resource *resource);
/* Lays out the levels behind the first, and adds what they take to *bytes. False when memory is
 * short or the hardware could not have them. */
bool r600_lay_mips(struct pipe_resource *resource, uint64_t *bytes);
/* As what an image of `format` (NULL: unknown) is bound: `format` itself or raw bits. NULL when
 * such images cannot be bound. */
const struct hw_image_format *r600_bound_format(const struct hw_image_format *format, bool lowered,
                                                enum pipe_target target);

/* Whether it is a texture, not of one row of vertices, that lies in a buffer. */
static inline bool r600_lies_in_buffer(const struct pipe_resource *texture)
{
    const struct pipe_resource *backing = texture->tmpl.backing;
    return texture->tmpl.target > PIPE_TEXTURE_BUFFER && backing &&
           backing->tmpl.target == PIPE_BUFFER;
}

/* transfer.c */
struct pipe_transfer *r600_transfer_map(struct pipe_context *context,
                                        struct pipe_resource *resource, const struct pipe_box *box,
                                        unsigned usage, struct pipe_transfer_info *info,
                                        char error[PIPE_ERROR_SIZE]);
void r600_transfer_unmap(struct pipe_context *context, struct pipe_transfer *transfer);
bool r600_copy_whole(struct pipe_context *context, struct pipe_resource *to,
                     struct pipe_resource *from);
bool r600_copy_box(struct pipe_context *context, struct pipe_resource *resource,
                   const struct pipe_box *box, unsigned usage,
                   const struct pipe_transfer_info *memory);
void r600_transfer_finish(struct r600_context *context);

/* state.c: descriptors, made once for each object. */
void r600_buffer_words(uint32_t words[8], uint64_t offset, uint64_t size, uint32_t stride,
                       const struct hw_image_format *format);
struct pipe_sampler_view *r600_sampler_view_create(struct pipe_context *context,
                                                   struct pipe_resource *resource);
void r600_sampler_view_destroy(struct pipe_context *context, struct pipe_sampler_view *view);
struct pipe_surface *r600_surface_create(struct pipe_context *context,
                                         struct pipe_resource *resource, bool chain);
void r600_surface_destroy(struct pipe_context *context, struct pipe_surface *surface);
struct pipe_sampler *r600_sampler_create(struct pipe_context *context,
                                         const struct pipe_sampler_template *tmpl);
void r600_sampler_destroy(struct pipe_context *context, struct pipe_sampler *sampler);
/* The RAT of the global pool. */
void r600_pool_surface(const struct r600_screen *screen, struct pipe_surface *surface);

/* compute.c */
struct pipe_compute_state *r600_compute_state_create(struct pipe_context *context,
                                                     const struct pipe_compute_state_template *tmpl,
                                                     char error[PIPE_ERROR_SIZE]);
void r600_compute_state_destroy(struct pipe_context *context, struct pipe_compute_state *state);
uint32_t r600_compute_state_rodata(struct pipe_compute_state *state);
int r600_launch_grid(struct pipe_context *context, const struct pipe_grid_info *info,
                     struct pipe_fence **fence, char error[PIPE_ERROR_SIZE]);

/* emit.c: everything of one command stream of a launch but the inputs' contents. It takes the
 * pieces that it has room for. */
struct r600_dispatch {
    const struct pipe_grid_info *info;
    uint32_t input_offset, input_bytes; /* in the upload buffer; header included */
    struct winsys_bo *scratch;          /* NULL when the kernel uses none */
    uint32_t scratch_ring_bytes;
};
void r600_emit_launch(struct r600_context *context, const struct r600_dispatch *dispatch,
                      struct r600_pieces *pieces);

/* launches.c: launches in flight, the input ring, fences. */
struct pipe_fence *r600_fence_create(struct winsys *ws); /* without a winsys fence yet */
void r600_fence_unreference(struct pipe_fence *fence);   /* NULL is legal */
enum pipe_fence_state r600_fence_wait(struct pipe_context *context, struct pipe_fence *fence,
                                      uint64_t timeout_ns, char error[PIPE_ERROR_SIZE]);
void r600_fence_destroy(struct pipe_context *context, struct pipe_fence *fence);
/* Start of room for `bytes` in the upload ring, 256-byte aligned; waits for old launches when it is
 * full. The room is taken by the launch that is recorded next. */
uint32_t r600_upload_reserve(struct r600_context *context, uint32_t bytes);
/* Records a submitted launch; takes over its references to fence and scratch. */
void r600_launch_record(struct r600_context *context, const struct r600_launch *launch);
/* Waits for every launch. False when one failed, which drain then tells. */
bool r600_launches_idle(struct r600_context *context);
/* Waits for every launch. False with `error` filled when one failed and nobody was told of it. */
bool r600_launches_drain(struct r600_context *context, char error[PIPE_ERROR_SIZE]);
