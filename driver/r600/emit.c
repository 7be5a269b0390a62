/* SPDX-License-Identifier: MIT */
/* emit.c: the command stream of one launch, state by state, in the order in which Mesa's r600
 * driver emits compute state (docs/hardware.md, "A launch"). All state is emitted each time: other
 * users of the device may have changed it. */
#include <assert.h>

#include "driver/abi/kernel_abi.h"
#include "driver/r600/r600.h"

enum { POINT_LIST = 1, LS_THREADS = 128, STAGES_COMPUTE_ON_LS = 2 };
enum { LOOP_NO_LIMIT = 0x01000fff /* count 4095, increment 1 */ };
enum { EVENT_INDEX_FLUSH = 4 << 8, EVENT_INDEX_NONE = 0 };

static const struct r600_screen *screen_of(const struct r600_context *context)
{
    return (const struct r600_screen *)context->base.screen;
}

static void emit_event(struct r600_cs *cs, uint32_t event)
{
    r600_cs_packet(cs, HW_PKT3_EVENT_WRITE, 1, false);
    r600_cs_emit(cs, event);
}

/* GPRs are given out dynamically; the chips misbehave with limits of 0, so each stage may have
 * 30/32. */
static uint32_t dynamic_gpr_limits(void)
{
    uint32_t limits = 0;
    for (unsigned stage = 0; stage < 6; stage++)
        limits |= 0x1eu << 5 * stage;
    return limits;
}

/* Divides threads, stack and LDS between the stages, on chips that do so by registers. */
static void emit_config(struct r600_cs *cs, const struct hw_chip *chip)
{
    r600_cs_config_regs(cs, HW_R_SQ_CONFIG, 4);
    r600_cs_emit(cs, REG_SET(SQ_CONFIG, VC_ENABLE, chip->vertex_cache) |
                         REG_SET(SQ_CONFIG, EXPORT_SRC_C, 1));
    r600_cs_emit(cs, REG_SET(SQ_GPR_RESOURCE_MGMT_1, NUM_CLAUSE_TEMP_GPRS, HW_CLAUSE_TEMPS));
    r600_cs_emit(cs, 0); /* SQ_GPR_RESOURCE_MGMT_2 */
    r600_cs_emit(cs, 0); /* SQ_GPR_RESOURCE_MGMT_3 */
    r600_cs_config_regs(cs, HW_R_SQ_THREAD_RESOURCE_MGMT_1, 5);
    r600_cs_emit(cs, 0);
    r600_cs_emit(cs, REG_SET(SQ_THREAD_RESOURCE_MGMT_2, NUM_LS_THREADS, LS_THREADS));
    r600_cs_emit(cs, 0); /* SQ_STACK_RESOURCE_MGMT_1 */
    r600_cs_emit(cs, 0); /* SQ_STACK_RESOURCE_MGMT_2 */
    r600_cs_emit(cs, REG_SET(SQ_STACK_RESOURCE_MGMT_3, NUM_LS_STACK_ENTRIES, chip->stack_entries));
    r600_cs_config_reg(cs, HW_R_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ,
                       REG_SET(SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, DYN_GPR_ENABLE, 1));
    r600_cs_config_reg(cs, HW_R_SQ_LDS_RESOURCE_MGMT,
                       REG_SET(SQ_LDS_RESOURCE_MGMT, NUM_LS_LDS, HW_LDS_DWORDS));
    r600_cs_context_reg(cs, HW_R_SQ_DYN_GPR_RESOURCE_LIMIT_1, dynamic_gpr_limits());
}

/* Cayman gives out all but the LDS by itself, and that in blocks of 32 dwords, of which the field
 * holds one too few (docs/hardware.md, "Cayman"). */
static void emit_config_cayman(struct r600_cs *cs)
{
    r600_cs_config_regs(cs, HW_R_SQ_CONFIG, 2);
    r600_cs_emit(cs, REG_SET(SQ_CONFIG, EXPORT_SRC_C, 1));
    r600_cs_emit(cs, REG_SET(SQ_GPR_RESOURCE_MGMT_1, NUM_CLAUSE_TEMP_GPRS, HW_CLAUSE_TEMPS));
    r600_cs_config_regs(cs, HW_R_SQ_GLOBAL_GPR_RESOURCE_MGMT_1, 2);
    r600_cs_emit(cs, 0);
    r600_cs_emit(cs, 0);
    r600_cs_config_reg(cs, HW_R_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ,
                       REG_SET(SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, DYN_GPR_ENABLE, 1));
    r600_cs_context_reg(cs, HW_R_SPI_LDS_MGMT, REG_SET(SPI_LDS_MGMT, NUM_LS_LDS, ~0u));
}

static void emit_loop_constant(struct r600_cs *cs, uint32_t slot, uint32_t value)
{
    r600_cs_packet(cs, HW_PKT3_SET_LOOP_CONST, 2, true);
    r600_cs_emit(cs, HW_CS_LOOP_CONST + slot);
    r600_cs_emit(cs, value);
}

static void emit_start(struct r600_cs *cs, const struct hw_chip *chip)
{
    emit_event(cs, HW_EVENT_CS_PARTIAL_FLUSH | EVENT_INDEX_FLUSH);
    r600_cs_config_reg(cs, HW_R_VGT_PRIMITIVE_TYPE, POINT_LIST);
    if (chip->vliw == HW_VLIW4)
        emit_config_cayman(cs);
    else
        emit_config(cs, chip);
    r600_cs_context_reg(cs, HW_R_VGT_GS_MODE,
                        REG_SET(VGT_GS_MODE, COMPUTE_MODE, 1) |
                            REG_SET(VGT_GS_MODE, PARTIAL_THD_AT_EOI, 1));
    r600_cs_context_reg(cs, HW_R_VGT_SHADER_STAGES_EN, STAGES_COMPUTE_ON_LS);
    r600_cs_context_reg(cs, HW_R_SPI_COMPUTE_INPUT_CNTL,
                        REG_SET(SPI_COMPUTE_INPUT_CNTL, TID_IN_GROUP_ENA, 1) |
                            REG_SET(SPI_COMPUTE_INPUT_CNTL, TGID_ENA, 1) |
                            REG_SET(SPI_COMPUTE_INPUT_CNTL, DISABLE_INDEX_PACK, 1));
    /* The kernel takes depths and stencils for tested until a stream says that they are not. */
    r600_cs_context_reg(cs, HW_R_DB_DEPTH_CONTROL, 0);
    emit_loop_constant(cs, 0, LOOP_NO_LIMIT);
    r600_cs_config_reg(cs, HW_R_WAIT_UNTIL, REG_SET(WAIT_UNTIL, WAIT_3D_IDLE, 1));
    emit_event(cs, HW_EVENT_CACHE_FLUSH_AND_INV | EVENT_INDEX_NONE);
}

enum { CB_LOW = 8 }; /* RATs from this one on have their registers elsewhere */

static uint32_t rat_register(uint32_t rat, uint32_t low_base, uint32_t high_base)
{
    assert(rat < HW_RATS);
    return rat < CB_LOW ? low_base + HW_R_CB_COLOR_BASE_STRIDE * rat
                        : high_base + HW_R_CB_COLOR8_BASE_STRIDE * (rat - CB_LOW);
}

static void emit_rat(struct r600_cs *cs, uint32_t rat, const struct pipe_surface *surface)
{
    r600_cs_context_regs(cs, rat_register(rat, HW_R_CB_COLOR_BASE, HW_R_CB_COLOR8_BASE),
                         R600_CB_REGS);
    r600_cs_emit_array(cs, surface->regs, R600_CB_REGS);
    r600_cs_reloc(cs, surface->bo, true); /* of BASE */
    r600_cs_reloc(cs, surface->bo, true); /* of ATTRIB */
}

/* Whether the kernel finds the pool at that RAT. */
static bool is_pool(const struct pipe_compute_state *state, uint32_t rat)
{
    for (uint32_t i = 0; i < state->binding_count; i++)
        if (state->bindings[i].kind == ROOTLE_BIND_POOL_STORE && state->bindings[i].slot == rat)
            return true;
    return rat == ABI_RAT_POOL;
}

/* Surface `rat` of a launch, or NULL: RAT 0 is the pool, write image i is RAT i+1. */
static const struct pipe_surface *surface_of(const struct pipe_grid_info *info,
                                             const struct pipe_surface *pool, uint32_t rat)
{
    if (is_pool(info->state, rat))
        return pool;
    return rat - 1 < info->surface_count ? info->surfaces[rat - 1] : NULL;
}

static void emit_rats(struct r600_context *context, const struct pipe_grid_info *info)
{
    struct r600_cs *cs = &context->cs;
    const struct r600_screen *screen = screen_of(context);
    struct pipe_surface pool;
    uint32_t target_mask = 0;
    r600_pool_surface(screen, &pool);
    for (uint32_t rat = 0; rat < HW_RATS; rat++) {
        const struct pipe_surface *surface = surface_of(info, &pool, rat);
        if (!surface) {
            r600_cs_context_reg(cs, rat_register(rat, HW_R_CB_COLOR_INFO, HW_R_CB_COLOR8_INFO), 0);
            continue;
        }
        emit_rat(cs, rat, surface);
        r600_cs_context_reg(cs, HW_R_ELEMENT(CB_IMMED_BASE, rat), 0);
        r600_cs_reloc(cs, context->rtn, true);
        if (rat < CB_LOW)
            target_mask |= 0xfu << 4 * rat;
    }
    r600_cs_context_reg(cs, HW_R_CB_TARGET_MASK, target_mask);
}

enum { RESOURCE_DWORDS = 8, SAMPLER_DWORDS = 3 };

static void emit_resource(struct r600_cs *cs, uint32_t slot, const uint32_t words[8],
                          struct winsys_bo *bo, bool texture)
{
    assert(slot < HW_CS_RESOURCES);
    r600_cs_packet(cs, HW_PKT3_SET_RESOURCE, RESOURCE_DWORDS + 1, true);
    r600_cs_emit(cs, (HW_CS_RESOURCE_BASE + slot) * RESOURCE_DWORDS);
    r600_cs_emit_array(cs, words, RESOURCE_DWORDS);
    r600_cs_reloc(cs, bo, false);
    if (texture)
        r600_cs_reloc(cs, bo, false); /* of the mip address */
}

static void emit_buffer(struct r600_cs *cs, uint32_t slot, struct winsys_bo *bo, uint64_t offset,
                        uint64_t size)
{
    uint32_t words[RESOURCE_DWORDS];
    r600_buffer_words(words, offset, size, 1, NULL);
    emit_resource(cs, slot, words, bo, false);
}

/* The pool in elements of 1, 4, 8 or 16 bytes; fetches that take the resource's format get the
 * dwords of an element. */
static void emit_pool(struct r600_context *context, uint32_t slot, uint32_t stride)
{
    const struct r600_pool *pool = &screen_of(context)->pool;
    const struct hw_image_format format = {
        .format = stride == 16  ? HW_FMT_32_32_32_32
                  : stride == 8 ? HW_FMT_32_32
                                : HW_FMT_32,
        .num_format = HW_NUM_FORMAT_INT,
        .dst_sel = {HW_SEL_X, HW_SEL_Y, HW_SEL_Z, HW_SEL_W},
    };
    uint32_t words[RESOURCE_DWORDS];
    r600_buffer_words(words, 0, pool->size, stride, &format);
    emit_resource(&context->cs, slot, words, pool->bo, false);
}

static void emit_buffers(struct r600_context *context, const struct r600_dispatch *dispatch)
{
    struct r600_cs *cs = &context->cs;
    emit_buffer(cs, ABI_RESOURCE_INPUTS, context->upload, dispatch->input_offset,
                dispatch->input_bytes);
    emit_pool(context, ABI_RESOURCE_POOL, 1);

    uint32_t words[RESOURCE_DWORDS];
    r600_buffer_words(words, 0, context->rtn->size, 4, NULL);
    words[3] |= REG_SET(BUF_RESOURCE3, UNCACHED, 1);
    emit_resource(cs, ABI_RESOURCE_RETURNED, words, context->rtn, false);
}

/* Constant buffer `bank` is the inputs from byte `from` on. */
static void emit_kcache(struct r600_context *context, const struct r600_dispatch *dispatch,
                        uint32_t bank, uint32_t from)
{
    struct r600_cs *cs = &context->cs;
    r600_cs_context_reg(cs, HW_R_ELEMENT(SQ_ALU_CONST_BUFFER_SIZE_LS, bank),
                        (dispatch->input_bytes - from + 255) / 256);
    r600_cs_context_reg(cs, HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, bank),
                        (dispatch->input_offset + from) >> 8);
    r600_cs_reloc(cs, context->upload, false);
}

static void emit_binding(struct r600_context *context, const struct r600_dispatch *dispatch,
                         const struct rootle_binding *binding)
{
    const struct r600_pool_block *rodata = &dispatch->info->state->rodata;
    struct r600_cs *cs = &context->cs;
    switch (binding->kind) {
    case ROOTLE_BIND_INPUTS:
        emit_kcache(context, dispatch, binding->slot, binding->value);
        break;
    case ROOTLE_BIND_INPUTS_FETCH:
        emit_buffer(cs, binding->slot, context->upload, dispatch->input_offset,
                    dispatch->input_bytes);
        break;
    case ROOTLE_BIND_RODATA_FETCH:
        if (rodata->size)
            emit_buffer(cs, binding->slot, screen_of(context)->pool.bo, rodata->offset,
                        rodata->size);
        break;
    case ROOTLE_BIND_POOL_FETCH:
        emit_pool(context, binding->slot, binding->value);
        break;
    case ROOTLE_BIND_LOOP:
        emit_loop_constant(cs, binding->slot, binding->value);
        break;
    default: /* targets are among the others */
        break;
    }
}

static void emit_bindings(struct r600_context *context, const struct r600_dispatch *dispatch)
{
    const struct pipe_compute_state *state = dispatch->info->state;
    for (uint32_t i = 0; i < state->binding_count; i++)
        emit_binding(context, dispatch, &state->bindings[i]);
}

static void emit_samplers(struct r600_cs *cs, const struct pipe_grid_info *info)
{
    for (uint32_t i = 0; i < info->sampler_count; i++) {
        if (!info->samplers[i])
            continue;
        r600_cs_packet(cs, HW_PKT3_SET_SAMPLER, SAMPLER_DWORDS + 1, true);
        assert(i < HW_CS_SAMPLERS);
        r600_cs_emit(cs, (HW_CS_SAMPLER_BASE + i) * SAMPLER_DWORDS);
        r600_cs_emit_array(cs, info->samplers[i]->words, SAMPLER_DWORDS);
    }
}

static void emit_views(struct r600_cs *cs, const struct pipe_grid_info *info)
{
    for (uint32_t i = 0; i < info->view_count; i++) {
        const struct pipe_sampler_view *view = info->views[i];
        if (view)
            emit_resource(cs, ABI_RESOURCE_IMAGES + i, view->words, view->bo, view->texture);
    }
}

static void emit_program(struct r600_cs *cs, const struct pipe_compute_state *state)
{
    r600_cs_context_regs(cs, HW_R_SQ_PGM_START_LS, 3);
    r600_cs_emit(cs, 0);
    r600_cs_emit(cs, REG_SET(SQ_PGM_RESOURCES_LS, NUM_GPRS, state->gprs) |
                         REG_SET(SQ_PGM_RESOURCES_LS, STACK_SIZE, state->stack_entries) |
                         REG_SET(SQ_PGM_RESOURCES_LS, DX10_CLAMP, 1));
    bool denormals = !state->without_denormals;
    r600_cs_emit(cs, REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_IN, denormals) |
                         REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_OUT, denormals) |
                         REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_IN, 1) |
                         REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_OUT, 1));
    r600_cs_reloc(cs, state->code, false);
}

static void emit_scratch(struct r600_cs *cs, const struct r600_dispatch *dispatch)
{
    r600_cs_context_reg(cs, HW_R_SQ_LSTMP_RING_ITEMSIZE,
                        dispatch->scratch ? dispatch->info->state->scratch_bytes / 4 : 0);
    if (!dispatch->scratch)
        return;
    r600_cs_config_reg(cs, HW_R_SQ_LSTMP_RING_BASE, 0);
    r600_cs_reloc(cs, dispatch->scratch, true);
    assert(dispatch->scratch_ring_bytes <= dispatch->scratch->size);
    r600_cs_config_reg(cs, HW_R_SQ_LSTMP_RING_SIZE, dispatch->scratch_ring_bytes >> 8);
}

/* Waves of a work-group. */
static uint32_t waves_of(const struct r600_screen *screen, uint32_t work_items)
{
    uint32_t lanes = 16u * screen->info.max_pipes;
    return (work_items + lanes - 1) / lanes;
}

static void emit_group(struct r600_context *context, const struct pipe_grid_info *info)
{
    struct r600_cs *cs = &context->cs;
    const uint32_t *local = info->local_size;
    uint32_t items = local[0] * local[1] * local[2];
    assert(items > 0 && items <= R600_MAX_GROUP_SIZE);
    r600_cs_config_reg(cs, HW_R_VGT_NUM_INDICES, items);
    r600_cs_config_reg(cs, HW_R_VGT_COMPUTE_THREAD_GROUP_SIZE, items);
    r600_cs_context_regs(cs, HW_R_SPI_COMPUTE_NUM_THREAD_X, 3);
    r600_cs_emit_array(cs, local, 3);
    r600_cs_context_reg(
        cs, HW_R_SQ_LDS_ALLOC,
        REG_SET(SQ_LDS_ALLOC, SIZE, (info->lds_bytes + 3) / 4) |
            REG_SET(SQ_LDS_ALLOC, HS_NUM_WAVES, waves_of(screen_of(context), items)));
}

static void emit_dispatch(struct r600_cs *cs, const uint32_t start[3], const uint32_t groups[3])
{
    r600_cs_config_regs(cs, HW_R_VGT_COMPUTE_START_X, 3);
    r600_cs_emit_array(cs, start, 3);
    r600_cs_packet(cs, HW_PKT3_DISPATCH_DIRECT, 4, true);
    r600_cs_emit_array(cs, groups, 3);
    r600_cs_emit(cs, 1); /* VGT_DISPATCH_INITIATOR: go */
    emit_event(cs, HW_EVENT_CS_PARTIAL_FLUSH | EVENT_INDEX_FLUSH);
}

/* As many as the stream has room for. */
static void emit_dispatches(struct r600_cs *cs, struct r600_pieces *pieces, uint32_t most)
{
    for (uint32_t i = 0; i < most && !pieces->done; i++) {
        const struct r600_piece piece = r600_pieces_take(pieces);
        emit_dispatch(cs, piece.start, piece.groups);
    }
}

enum { SYNC_EVERYTHING = 0xffffffff, SYNC_POLL = 0xa };

/* Flushes what the launch stored from the colour caches, and empties the caches that the next
 * launch fetches through. */
static void emit_surface_sync(struct r600_cs *cs, const struct pipe_grid_info *info)
{
    static const uint32_t destinations[HW_RATS] = {6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18};
    uint32_t control = HW_COHER_SH | HW_COHER_VC | HW_COHER_TC | HW_COHER_CB;
    for (uint32_t rat = 0; rat < HW_RATS; rat++)
        if (surface_of(info, &(struct pipe_surface){0}, rat))
            control |= 1u << destinations[rat];
    r600_cs_packet(cs, HW_PKT3_SURFACE_SYNC, 4, false);
    r600_cs_emit(cs, control);
    r600_cs_emit(cs, (uint32_t)SYNC_EVERYTHING);
    r600_cs_emit(cs, 0);
    r600_cs_emit(cs, SYNC_POLL);
}

void r600_emit_launch(struct r600_context *context, const struct r600_dispatch *dispatch,
                      struct r600_pieces *pieces)
{
    struct r600_cs *cs = &context->cs;
    const struct pipe_grid_info *info = dispatch->info;
    emit_start(cs, screen_of(context)->chip);
    emit_rats(context, info);
    emit_buffers(context, dispatch);
    emit_kcache(context, dispatch, ABI_KCACHE_INPUTS, 0);
    emit_samplers(cs, info);
    emit_views(cs, info);
    emit_bindings(context, dispatch);
    emit_program(cs, info->state);
    emit_scratch(cs, dispatch);
    emit_group(context, info);
    emit_dispatches(cs, pieces, screen_of(context)->limits.dispatches);
    emit_surface_sync(cs, info);
}
