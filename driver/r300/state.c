/* SPDX-License-Identifier: MIT */
/* state.c: what images and samplers are bound as. */
#include <CL/cl.h>
#include <stdlib.h>

#include "driver/hw/registers.h"
#include "driver/r300/r300.h"

struct pipe_sampler_view *r300_sampler_view_create(struct pipe_context *context,
                                                   struct pipe_resource *resource)
{
    struct pipe_sampler_view *view = resource->carried ? malloc(sizeof(*view)) : NULL;
    (void)context;

    if (view)
        view->resource = resource;
    return view;
}

void r300_sampler_view_destroy(struct pipe_context *context, struct pipe_sampler_view *view)
{
    (void)context;
    free(view);
}

struct pipe_surface *r300_surface_create(struct pipe_context *context,
                                         struct pipe_resource *resource, bool chain)
{
    const bool drawn = resource->carried && resource->tmpl.target == PIPE_TEXTURE_2D;
    struct pipe_surface *surface = drawn ? malloc(sizeof(*surface)) : NULL;
    (void)context;
    (void)chain;

    if (surface)
        surface->resource = resource;
    return surface;
}

void r300_surface_destroy(struct pipe_context *context, struct pipe_surface *surface)
{
    (void)context;
    free(surface);
}

static uint32_t filter0(unsigned clamp, unsigned filter)
{
    return HW_SET(R500_R_TX_FILTER0, CLAMP_S, clamp) | HW_SET(R500_R_TX_FILTER0, CLAMP_T, clamp) |
           HW_SET(R500_R_TX_FILTER0, CLAMP_R, clamp) |
           HW_SET(R500_R_TX_FILTER0, MAG_FILTER, filter) |
           HW_SET(R500_R_TX_FILTER0, MIN_FILTER, filter);
}

const struct pipe_sampler r300_no_sampler = {
    .filter0 = HW_CLAMP_EDGE << HW_R500_R_TX_FILTER0_CLAMP_S_LO |
               HW_CLAMP_EDGE << HW_R500_R_TX_FILTER0_CLAMP_T_LO |
               HW_CLAMP_EDGE << HW_R500_R_TX_FILTER0_CLAMP_R_LO |
               HW_R500_FILTER_NEAREST << HW_R500_R_TX_FILTER0_MAG_FILTER_LO |
               HW_R500_FILTER_NEAREST << HW_R500_R_TX_FILTER0_MIN_FILTER_LO};

struct pipe_sampler *r300_sampler_create(struct pipe_context *context,
                                         const struct pipe_sampler_template *tmpl)
{
    struct pipe_sampler *sampler = malloc(sizeof(*sampler));
    const bool linear = tmpl->filter == CL_FILTER_LINEAR;
    (void)context;

    if (sampler)
        *sampler = (struct pipe_sampler){
            .filter0 = filter0(hw_clamp_mode(tmpl->addressing),
                               linear ? HW_R500_FILTER_LINEAR : HW_R500_FILTER_NEAREST),
            .normalized = tmpl->normalized,
            .linear = linear,
            .wraps = tmpl->addressing == CL_ADDRESS_REPEAT ||
                     tmpl->addressing == CL_ADDRESS_MIRRORED_REPEAT,
            .mirrors = tmpl->addressing == CL_ADDRESS_MIRRORED_REPEAT};
    return sampler;
}

void r300_sampler_destroy(struct pipe_context *context, struct pipe_sampler *sampler)
{
    (void)context;
    free(sampler);
}
