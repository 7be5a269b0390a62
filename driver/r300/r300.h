/* SPDX-License-Identifier: MIT */
/* r300.h: the objects behind pipe.h on R500, and the functions that its files share. The folder has
 * the name of Mesa's driver, whose registers R500 has, too.
 *
 * A launch is a draw of a rectangle of pixels, one for each work-item, by an image program
 * (driver/abi/r500/image_program.h). Textures and render targets are linear. Buffers hold bytes
 * that kernels never see. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/abi/kernel_abi.h"
#include "driver/abi/r500/image_program.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/r500/r500.h"
#include "driver/hw/r500/registers.h"
#include "driver/pipe.h"
#include "driver/winsys.h"

enum {
    R300_ALIGNMENT = 4096,     /* of objects, bytes */
    R300_MAX_GROUP_SIZE = 256, /* which has no meaning to pixels */
};

struct r300_screen {
    struct pipe_screen base;
    struct winsys *ws;
    struct winsys_info info;
    const struct hw_chip *chip;
};

struct pipe_resource {
    struct r300_screen *screen;
    struct pipe_resource_template tmpl;
    const struct hw_image_format *format; /* textures */
    const struct hw_r500_format *carried;
    uint32_t pitch; /* texels of a row; rows follow each other, and slices do */
    struct winsys_bo *bo;
};

static inline bool r300_is_power_of_two(uint64_t size)
{
    return !(size & (size - 1));
}

static inline bool r300_is_3d(const struct pipe_resource *resource)
{
    return resource->tmpl.target == PIPE_TEXTURE_3D;
}

/* Both kinds of bindings are the texture itself. */
struct pipe_sampler_view {
    struct pipe_resource *resource;
};
struct pipe_surface {
    struct pipe_resource *resource;
};
struct pipe_sampler {
    uint32_t filter0; /* TX_FILTER0 */
    bool normalized, linear;
    bool wraps, mirrors; /* it repeats or mirrors; it mirrors */
};

struct pipe_compute_state {
    char name[128];
    uint32_t *code; /* what `program` points into */
    struct abi_image_program program;
    /* That which repeats and mirrors by itself; not there: without instructions. */
    struct abi_image_program wrapping;
};

/* Shared by the caller of launch_grid and the context's list of launches. */
struct pipe_fence {
    atomic_uint references;
    atomic_bool reported; /* somebody was told of the failure */
    struct winsys *ws;
    struct winsys_fence *fence;
    struct pipe_fence *next; /* younger launch of the context */
};

struct r300_cs {
    uint32_t *dwords;
    uint32_t count, room;
    struct winsys_reloc relocs[HW_R500_TEXTURES + HW_R500_TARGETS];
    uint32_t reloc_count;
    bool failed; /* memory was short */
};

struct r300_context {
    struct pipe_context base;
    struct r300_cs cs;
    struct pipe_fence *oldest, **youngest; /* launches nobody has waited for yet */
};

static inline struct r300_screen *r300_screen(struct pipe_screen *screen)
{
    return (struct r300_screen *)screen;
}
static inline struct r300_context *r300_context(struct pipe_context *context)
{
    return (struct r300_context *)context;
}

/* cs.c: a command stream. Memory that is short shows in `failed`. */
void r300_cs_reset(struct r300_cs *cs);
void r300_cs_finish(struct r300_cs *cs);
void r300_cs_emit(struct r300_cs *cs, const uint32_t *dwords, uint32_t count);
void r300_cs_reg(struct r300_cs *cs, uint32_t address, uint32_t value);
/* So many values to one register, or to as many that follow it. */
void r300_cs_regs(struct r300_cs *cs, uint32_t address, bool one, const uint32_t *values,
                  uint32_t count);
/* A register that holds an address, and whose object that is of. */
void r300_cs_address(struct r300_cs *cs, uint32_t address, struct winsys_bo *bo, bool written);

/* resource.c */
struct pipe_resource *r300_resource_create(struct pipe_screen *screen,
                                           const struct pipe_resource_template *tmpl);
void r300_resource_destroy(struct pipe_resource *resource);
uint32_t r300_resource_address(struct pipe_resource *resource);
struct pipe_transfer *r300_transfer_map(struct pipe_context *context,
                                        struct pipe_resource *resource, const struct pipe_box *box,
                                        unsigned usage, struct pipe_transfer_info *info,
                                        char error[PIPE_ERROR_SIZE]);
void r300_transfer_unmap(struct pipe_context *context, struct pipe_transfer *transfer);
/* NULL when images of the target and format are not carried; of PIPE_TEXTURE_3D they are read, not
 * written. */
const struct hw_r500_format *r300_carried(enum pipe_target target, uint32_t order, uint32_t type);

/* state.c */
struct pipe_sampler_view *r300_sampler_view_create(struct pipe_context *context,
                                                   struct pipe_resource *resource);
void r300_sampler_view_destroy(struct pipe_context *context, struct pipe_sampler_view *view);
struct pipe_surface *r300_surface_create(struct pipe_context *context,
                                         struct pipe_resource *resource, bool chain);
void r300_surface_destroy(struct pipe_context *context, struct pipe_surface *surface);
struct pipe_sampler *r300_sampler_create(struct pipe_context *context,
                                         const struct pipe_sampler_template *tmpl);
void r300_sampler_destroy(struct pipe_context *context, struct pipe_sampler *sampler);
/* The sampler of reads that have none: in texels, to the edge, without a filter. */
extern const struct pipe_sampler r300_no_sampler;

/* program.c */
struct pipe_compute_state *r300_compute_state_create(struct pipe_context *context,
                                                     const struct pipe_compute_state_template *tmpl,
                                                     char error[PIPE_ERROR_SIZE]);
void r300_compute_state_destroy(struct pipe_context *context, struct pipe_compute_state *state);
uint32_t r300_compute_state_rodata(struct pipe_compute_state *state);
/* The constants of a launch: what its inputs say (ABI_INPUT_* included). -EINVAL when they do not
 * have all. */
int r300_constants(const struct abi_image_program *program, const struct pipe_grid_info *info,
                   uint32_t values[4 * ABI_IMAGE_MAX_CONSTANTS]);

/* emit.c: the whole stream of a launch, into cs, which is empty. All that it binds is there. */
struct r300_launch {
    const struct pipe_grid_info *info;
    const struct abi_image_program *program;
    uint32_t x0, y0, x1, y1; /* pixels, inside of all targets; x1 and y1 are outside */
    const uint32_t *constants;
};
void r300_emit_launch(struct r300_cs *cs, const struct r300_launch *launch);
/* The sampler that a texture is read by. */
const struct pipe_sampler *r300_sampler_of(const struct pipe_grid_info *info,
                                           const struct abi_image_texture *texture);
/* Whether that repeats or mirrors a 2D image, which programs with ABI_IMAGE_WRAPS do themselves. */
bool r300_wraps(const struct pipe_grid_info *info, const struct abi_image_texture *texture);

/* launch.c */
int r300_launch_grid(struct pipe_context *context, const struct pipe_grid_info *info,
                     struct pipe_fence **fence, char error[PIPE_ERROR_SIZE]);
enum pipe_fence_state r300_fence_wait(struct pipe_context *context, struct pipe_fence *fence,
                                      uint64_t timeout_ns, char error[PIPE_ERROR_SIZE]);
void r300_fence_destroy(struct pipe_context *context, struct pipe_fence *fence);
/* Waits for every launch. False with `error` (may be NULL) filled when one failed and nobody was
 * told of it. */
bool r300_drain(struct r300_context *context, char error[PIPE_ERROR_SIZE]);
