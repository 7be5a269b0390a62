/* SPDX-License-Identifier: MIT */
/* emit.c: the module, the function's start, and its end. */
#include "llvm/recompile/emit.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/times.h"
#include "driver/sim/recompile/abreast.h"
#include "llvm/recompile/cycles.h"
#include "llvm/recompile/emit_groups.h"
#include "llvm/recompile/emit_planes.h"
#include "llvm/recompile/emit_runs.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

/* ---- vectors that have a variable ---- */

static void use(struct emitter *e, uint32_t place, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (place / SIM_LANES + i < e->program->vector_count)
            e->used[place / SIM_LANES + i] = true;
}

static void use_op(struct emitter *e, const struct sim_alu_op *op)
{
    const unsigned count = op->action == SIM_ACTION_DOUBLE ? 2 : 1;
    e->predicated |= op->predicate != 0;
    for (unsigned k = 0; k < 3; k++)
        if (op->src[k].space == SIM_SPACE_WAVE)
            use(e, op->src[k].offset, count);
    if (op->dst != SIM_NO_DST)
        use(e, op->dst, count);
    for (unsigned k = 0; k < 2; k++)
        if (op->lds_result[k] != SIM_NO_DST)
            use(e, op->lds_result[k], 1);
}

static void find_used(struct emitter *e)
{
    const struct sim_program *p = e->program;
    use(e, 0, 8); /* R0 and R1, which are set when a wavefront starts */
    if (e->indexed)
        use(e, 0, sim_program_vector(p, SIM_VECTOR_ADDRESS + 4));
    for (uint32_t i = 0; i < p->op_count; i++)
        use_op(e, &p->ops[i]);
    for (uint32_t i = 0; i < p->fetch_count; i++) {
        use(e, p->fetches[i].src, 4);
        use(e, p->fetches[i].dst, 4);
    }
    for (uint32_t i = 0; i < p->store_count; i++) {
        use(e, p->stores[i].data, 4);
        use(e, p->stores[i].index, 4);
    }
}

/* Registers that may be indexed lie in the wavefront's memory. */
static bool lies_in_memory(const struct emitter *e, uint32_t v)
{
    return e->indexed && v < 4u * e->program->mode.gprs;
}

/* ---- the function's start ---- */

static void build_vectors(struct emitter *e)
{
    for (uint32_t v = 0; v < e->program->vector_count; v++) {
        if (!e->used[v])
            continue;
        e->vector[v] = lies_in_memory(e, v) ? emit_behind(e, e->vectors, v * sizeof(sim_vector))
                                            : emit_lanes_variable(e);
        if (e->flow.scalar[v])
            e->first[v] = emit_variable(e, e->i32);
    }
}

/* Writes zeros to registers, and to masks, at the start of a block. */
static void zero_vectors(struct emitter *e)
{
    for (uint32_t v = 0; v < e->program->vector_count; v++) {
        if (!e->used[v])
            continue;
        if (!lies_in_memory(e, v))
            emit_store(e, emit_splat(e, 0), e->vector[v]);
        if (e->flow.scalar[v])
            emit_store(e, emit_i32(e, 0), e->first[v]);
    }
}

static void build_zeros(struct emitter *e)
{
    emit_in_parts(e, zero_vectors);
    for (unsigned i = 0; i < MASKS; i++)
        emit_set_mask(e, i, emit_no_lanes(e));
}

static void build_masks(struct emitter *e)
{
    for (unsigned i = 0; i < MASKS; i++)
        e->mask[i] = emit_variable(e, e->mask_of_all);
    for (unsigned d = 0; d < e->flow.depth; d++)
        e->stack[d] = emit_variable(e, e->mask_of_all);
    for (unsigned l = 0; l < e->flow.loops; l++) {
        e->loop[l].left = emit_variable(e, e->i32);
        for (unsigned i = 0; i < LOOP_MASKS; i++)
            e->loop[l].mask[i] = emit_variable(e, e->mask_of_all);
    }
}

static void build_variables(struct emitter *e)
{
    emit_in_parts(e, build_vectors);
    ssa *const lanes[] = {
        &e->source[0],     &e->source[1],     &e->source[2],     &e->result[0],     &e->result[1],
        &e->address[0],    &e->address[1],    &e->address[2],    &e->address[3],    &e->raw,
        &e->mask_lanes,    &e->texel[0],      &e->texel[1],      &e->texel[2],      &e->texel[3],
        &e->coordinate[0], &e->coordinate[1], &e->coordinate[2], &e->coordinate[3], &e->chosen[0],
        &e->chosen[1],     &e->chosen[2]};
    for (size_t i = 0; i < COUNT(lanes); i++)
        *lanes[i] = emit_lanes_variable(e);
    emit_start_rows(e);
    emit_start_unchecked(e);
    emit_in_parts(e, emit_start_strides);
    e->edges = emit_variable(e, e->i32);
    e->found = emit_variable(e, e->ptr);
    emit_store(e, emit_i32(e, 0), e->edges);
    build_masks(e);
}

/* The launch's constants, which lie backwards in front of their vectors, and are spread here. */
static void build_constants(struct emitter *e)
{
    ssa consts =
        emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, base[SIM_SPACE_CONST]));
    for (uint32_t i = 0; i < e->program->const_count; i++) {
        e->constant[i] = emit_lanes_variable(e);
        e->constant_lane[i] =
            emit_field_that_stays(e, e->i32, consts, -((i + 1) * sizeof(uint32_t)));
        emit_store(e, emit_spread(e, e->constant_lane[i]), e->constant[i]);
    }
}

static void build_inputs(struct emitter *e)
{
    e->waiting = emit_field(e, e->ptr, e->wave, offsetof(struct sim_wave, block));
    e->lds = emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, lds));
    e->launch = emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, launch));
    e->lds_bytes = emit_op(
        e, LLVMShl,
        emit_field_that_stays(e, e->i32, e->launch, offsetof(struct sim_launch, lds_dwords)),
        emit_i32(e, 2));
    emit_read_surfaces(e);
    emit_read_targets(e);
    emit_start_planes(e);
    build_constants(e);
}

/* R0 has the work-item's number in its group, R1 the group's. */
static void build_first_registers(struct emitter *e)
{
    for (unsigned c = 0; c < 3; c++) {
        ssa own = emit_own_ids(e, c), all = emit_spread(e, e->group[c]);
        emit_store(e, own, e->vector[c]);
        emit_store(e, all, e->vector[4 + c]);
        emit_set_first(e, c, own);
        emit_set_first(e, 4 + c, all);
    }
}

void emit_resume(struct emitter *e, ssa choice, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const bool clause = cf->items == SIM_ITEMS_OPS && e->flow.at[index].reached;
    for (uint32_t i = cf->first; clause && i < cf->first + cf->count; i++)
        if (e->program->ops[i].action == SIM_ACTION_BARRIER) {
            e->resume[i] = emit_new_block(e);
            LLVMAddCase(choice, emit_i32(e, i + 1), e->resume[i]);
        }
}

/* Where the function begins: at the start of the program, or behind the barrier at which the block
 * waited. */
static void build_entries(struct emitter *e)
{
    emit_intrinsic(e, "llvm.assume", NULL, emit_any(e, emit_live(e)));
    emit_set_mask(e, MASK_EXEC, emit_live(e));
    emit_set_mask(e, MASK_BRANCH, emit_live(e));
    if (e->regions) {
        emit_resumes(e);
    } else if (e->program->barriers) {
        LLVMBasicBlockRef start = emit_new_block(e);
        ssa choice = LLVMBuildSwitch(
            e->builder,
            emit_field(e, e->i32, e->waiting, offsetof(struct sim_native_block, resume)), start, 0);
        for (uint32_t i = 0; i < e->program->cf_count; i++)
            emit_resume(e, choice, i);
        emit_begin_block(e, start);
    }
    emit_in_parts(e, build_first_registers);
    emit_go(e, e->block[0]);
}

/* ---- functions ---- */

/* The function that polls the time. By its name it is known (cycles.c), and then inlined: each
 * function costs half a millisecond. */
static void build_poll(struct emitter *e)
{
    static const char *const wanted[] = {"noinline", "inlinehint", NULL};
    e->poll = emit_function(e, NATIVE_POLL, e->i1, "ppi", wanted);
    e->frame = LLVMGetParam(e->poll, 1);
    LLVMBuildRet(e->builder, emit_frame(e, offsetof(struct sim_native_frame, poll), e->i1,
                                        LLVMGetParam(e->poll, 0), LLVMGetParam(e->poll, 2)));
}

static void build_exits(struct emitter *e)
{
    emit_end_pairs(e);
    emit_end_wide(e);
    emit_begin_block(e, e->end);
    emit_end_turn(e);
    emit_end_runs(e);
    emit_end_regions(e);
    LLVMBuildRet(e->builder, emit_i32(e, SIM_NEXT_END));
    emit_begin_block(e, e->fault);
    LLVMBuildRet(e->builder, emit_i32(e, SIM_NEXT_FAULT));
}

static bool build_body(struct emitter *e)
{
    build_zeros(e);
    emit_scratch(e);
    build_entries(e);
    for (uint32_t i = 0; i < e->program->cf_count; i++)
        if (!emit_cf(e, i) || !emit_unchecked(e, i))
            return false;
    emit_begin_block(e, e->block[e->program->cf_count]);
    LLVMBuildUnreachable(e->builder);
    return emit_slow(e);
}

static bool build_program(struct emitter *e)
{
    e->zero = emit_constant_lanes(e, 0);
    e->ones = emit_constant_lanes(e, UINT32_MAX);
    if (!e->wide.narrow) {
        build_poll(e);
        emit_enter(e);
        emit_called(e);
    }
    ssa function =
        emit_function(e, SIM_NATIVE_NAME, e->i32, emit_keeps_smooth(e) ? "ppp" : "pp", NULL);
    e->wave = LLVMGetParam(function, 0);
    e->frame = LLVMGetParam(function, 1);
    e->end = emit_new_block(e);
    e->fault = emit_new_block(e);
    if (e->wide.narrow)
        e->wide.leave = emit_new_block(e);
    emit_start_turns(e);
    build_variables(e);
    build_inputs(e);
    emit_start_runs(e);
    emit_start_regions(e);
    emit_begin_turn(e);
    if (!emit_programs(e, build_variables, build_body))
        return false;
    build_exits(e);
    return true;
}

/* ---- the emitter ---- */

static ssa weights(struct emitter *e, uint32_t yes, uint32_t no)
{
    LLVMMetadataRef node[] = {LLVMMDStringInContext2(e->context, "branch_weights", 14),
                              LLVMValueAsMetadata(emit_i32(e, yes)),
                              LLVMValueAsMetadata(emit_i32(e, no))};
    return LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, node, COUNT(node)));
}

/* A type of accesses whose memory never changes (LLVM's Language Reference, "TBAA"). */
static ssa launched(struct emitter *e)
{
    LLVMContextRef c = e->context;
    LLVMMetadataRef zero = LLVMValueAsMetadata(emit_i64(e, 0)),
                    one = LLVMValueAsMetadata(emit_i64(e, 1)),
                    name = LLVMMDStringInContext2(c, "launch", 6),
                    root = LLVMMDNodeInContext2(c, &name, 1),
                    type = LLVMMDNodeInContext2(c, (LLVMMetadataRef[]){name, root, zero}, 3),
                    tag = LLVMMDNodeInContext2(c, (LLVMMetadataRef[]){type, type, zero, one}, 4);
    return LLVMMetadataAsValue(c, tag);
}

static void begin_module(struct emitter *e, const struct recompiler *recompiler)
{
    LLVMContextRef context = e->context = recompiler->context;
    e->library = recompiler->library;
    if (!e->module) {
        e->module = LLVMModuleCreateWithNameInContext("a recompiled program", context);
        LLVMSetTarget(e->module, LLVMGetTarget(e->library));
        LLVMSetDataLayout(e->module, LLVMGetDataLayoutStr(e->library));
    }
    e->builder = LLVMCreateBuilderInContext(context);
    e->none = LLVMVoidTypeInContext(context);
    e->i1 = LLVMInt1TypeInContext(context);
    e->i8 = LLVMInt8TypeInContext(context);
    e->mask_of_one = LLVMIntTypeInContext(context, SIM_NATIVE_LANES);
    e->mask_of_all =
        LLVMIntTypeInContext(context, SIM_NATIVE_LANES * (e->abreast ? e->abreast : 1));
    e->i32 = LLVMInt32TypeInContext(context);
    e->i64 = LLVMInt64TypeInContext(context);
    e->ptr = LLVMPointerTypeInContext(context, 0);
    e->lanes = LLVMVectorType(e->i32, SIM_NATIVE_LANES);
    e->bits = LLVMVectorType(e->i1, SIM_NATIVE_LANES);
    e->noinline = LLVMGetEnumAttributeKindForName("noinline", 8);
    e->likely = weights(e, 2000, 1);
    e->unlikely = weights(e, 1, 2000);
    LLVMMetadataRef one = LLVMValueAsMetadata(emit_i32(e, 1));
    e->around = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &one, 1));
    e->invariant = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
    e->launched = launched(e);
}

LLVMModuleRef recompile_emit_nothing(const struct recompiler *recompiler)
{
    struct emitter e = {.host = recompiler->host};
    begin_module(&e, recompiler);
    emit_function(&e, SIM_NATIVE_NAME, e.none, "", NULL);
    LLVMBuildRetVoid(e.builder);
    LLVMDisposeBuilder(e.builder);
    return e.module;
}

static void begin(struct emitter *e)
{
    const struct sim_program *p = e->program;
    struct arena *arena = &e->arena;
    e->indexed = flow_indexed(p);
    e->abreast = e->state->abreast > 1 ? e->state->abreast : 1;
    e->along = recompile_along(e->state);
    e->pairs = emit_has_pairs(e);
    e->turns = e->abreast > 1 || emit_has_turns(e);
    emit_make_parts(e);
    e->forms = (struct affine_forms){
        .program = p, .state = e->state, .kept = e->flow.live_across, .scalar = e->flow.scalar};
    if (e->flow.forms)
        e->forms.at = arena_array(arena, p->vector_count, sizeof(*e->forms.at));
    e->used = arena_array(arena, p->vector_count, sizeof(*e->used));
    e->channel = arena_array(arena, p->vector_count, sizeof(*e->channel));
    e->kept = arena_array(arena, p->vector_count, sizeof(*e->kept));
    e->kept_first = arena_array(arena, p->vector_count, sizeof(*e->kept_first));
    e->group_at = arena_array(arena, p->fetch_count + p->store_count, sizeof(*e->group_at));
    e->constant = arena_array(arena, p->const_count, sizeof(*e->constant));
    e->constant_lane = arena_array(arena, p->const_count, sizeof(*e->constant_lane));
    e->literal = arena_array(arena, p->literal_count, sizeof(*e->literal));
    e->resume = arena_array(arena, p->op_count, sizeof(*e->resume));
    e->fetch = arena_array(arena, p->fetch_count, sizeof(*e->fetch));
}

/* Says how it was made. */
static void tell(const struct emitter *e)
{
    if (e->regions)
        times_tell(times_now(), "in regions: one call takes %u blocks", e->state->blocks);
    if (e->early)
        times_tell(times_now(), "%u regions may end early", e->early);
    if (e->abreast > 1)
        times_tell(times_now(), "%u blocks go abreast", e->abreast);
    if (e->streams)
        times_tell(times_now(), "stores around the caches");
    if (e->texels_stored)
        times_tell(times_now(), "texels stored as they were read: %u stores", e->texels_stored);
    if (e->whole_stored)
        times_tell(times_now(), "filtered texels stored whole: %u stores", e->whole_stored);
    if (e->unchecked.loops)
        times_tell(times_now(), "%u loops take turns unchecked", e->unchecked.loops);
    if (e->copies)
        times_tell(times_now(), "copies lines of two rows");
    if (e->keeps_planes)
        times_tell(times_now(), "rows are kept as planes");
    if (e->leave)
        times_tell(times_now(), "all lanes are first taken to pass tests, or none");
    if (e->inside)
        times_tell(times_now(), "%u accesses of local memory lie inside", e->inside);
    if (e->levelled)
        times_tell(times_now(), "filtered within levels: %u fetches", e->levelled);
    if (e->both.rows)
        times_tell(times_now(), "filters keep rows%s", e->both.twins ? " by twos" : "");
    if (e->filtered)
        times_tell(times_now(), "filtered lane by lane: %u fetches", e->filtered);
    if (e->smoothed)
        times_tell(times_now(), "filtered by rows: %u fetches", e->smoothed);
}

/* Gets ready to build the program. */
static bool begin_for(struct emitter *e, const struct recompiler *recompiler)
{
    if (!sim_find_folded(e->program, &e->folded)) {
        *e->why = "out of memory";
        return false;
    }
    if (!flow_find(&e->flow, e->program, e->state, e->chip->wave_size, false, e->why))
        return false;
    begin(e);
    if (e->assumes)
        emit_find_assumed(e);
    find_used(e);
    e->regions = emit_has_regions(e);
    e->texels = emit_find_texels(e);
    begin_module(e, recompiler);
    return true;
}

/* Gets ready to build another program in front of one that takes blocks. */
static bool begin_other(struct emitter *e, const struct recompiler *recompiler,
                        const struct recompile_job *job, const struct emitter *blocks,
                        uint32_t abreast, enum recompile_line line)
{
    struct recompile_state *state = arena_array(&e->arena, 1, job->state_bytes);
    memcpy(state, blocks->state, job->state_bytes);
    state->abreast = abreast;
    state->line = line;
    e->state = state;
    e->program = blocks->program;
    e->chip = blocks->chip;
    e->host = blocks->host;
    e->why = blocks->why;
    e->module = blocks->module;
    return begin_for(e, recompiler);
}

static void finish(struct emitter *e)
{
    if (e->builder)
        LLVMDisposeBuilder(e->builder);
    arena_finish(&e->arena);
    flow_finish(&e->flow);
    flow_finish(&e->other_flow);
    *e = (struct emitter){.state = NULL};
}

/* One that takes groups or wavefronts at once; false where there is none. */
static bool begin_wide(struct emitter *e, const struct recompiler *recompiler,
                       const struct recompile_job *job, const struct emitter *blocks)
{
    if (emit_may_runs(blocks)) {
        if (begin_other(e, recompiler, job, blocks, 1, RECOMPILE_LINE_RUNS) && emit_is_runs(e))
            return true;
        finish(e);
    }
    return emit_may_wide(blocks) &&
           begin_other(e, recompiler, job, blocks, SIM_NATIVE_BLOCKS, blocks->state->line) &&
           emit_is_wide(e);
}

/* Operations of a program that takes groups at once. With more, fewer vectors live where they are
 * left in their order. */
enum { MOST_SCHEDULED = 32 };

/* Builds it, when the other one has been built, which is hidden then. */
static bool build_wide(struct emitter *e, const struct emitter *blocks)
{
    static const char name[] = "blocks";
    LLVMSetValueName2(blocks->function, name, sizeof(name) - 1);
    LLVMSetLinkage(blocks->function, LLVMInternalLinkage);
    e->wide.narrow = blocks->function;
    times_tell(times_now(), "takes %s at once", e->runs ? "groups" : "wavefronts");
    return build_program(e);
}

/* Whether rows were to be kept, for which the program is longer, and none are. */
static bool keeps_none(const struct emitter *e)
{
    return e->assumes && !e->keeps_planes && (e->leave || (e->plane_count && e->state->rows == 1));
}

/* Forms of a program: blocks abreast lie in columns of the group; it keeps rows; neither. */
enum form { FORM_COLUMNS, FORM_ROWS, FORM_PLAIN };

/* The program for a state. NULL, too, where columns are not faster, or where it was made longer to
 * keep rows, and keeps none. */
static LLVMModuleRef emit_for(const struct recompiler *recompiler, const struct recompile_job *job,
                              const struct recompile_state *state,
                              const struct sim_program *program, enum form form, const char **why)
{
    const bool columns = form == FORM_COLUMNS;
    struct emitter e = {.state = state,
                        .program = program,
                        .chip = job->chip,
                        .host = recompiler->host,
                        .column = columns         ? state->across
                                  : state->across ? 1
                                                  : 0,
                        .assumes = form == FORM_ROWS,
                        .why = why},
                   wide = {.state = NULL};
    bool built = begin_for(&e, recompiler);
    e.wide.behind = built && begin_wide(&wide, recompiler, job, &e);
    e.wide.rare = wide.runs != NULL;
    built =
        built && build_program(&e) && !(columns && !e.pairs && (!e.column_pays || e.column_costs));
    built = built && !keeps_none(&e);
    if (built)
        tell(&e);
    if (e.wide.behind)
        built = built && build_wide(&wide, &e);
    if (built)
        emit_groups(e.wide.behind ? &wide : &e);
    if (built && wide.runs && program->op_count > MOST_SCHEDULED)
        LLVMAddTargetDependentFunctionAttr(wide.function, RECOMPILE_IN_ORDER, "");
    if (!built && e.module) {
        LLVMDisposeModule(e.module);
        e.module = NULL;
    }
    LLVMModuleRef module = e.module;
    finish(&e);
    finish(&wide);
    return module;
}

/* For the caller to change and to free; NULL: no memory. */
static struct recompile_state *copy_state(const struct recompile_job *job)
{
    struct recompile_state *state = malloc(job->state_bytes);
    if (state)
        memcpy(state, job->state, job->state_bytes);
    return state;
}

/* Takes two rows abreast that tiles keep together, or as many blocks as the host has registers for:
 * of as many rows, or two of each of half as many. */
static LLVMModuleRef emit_columns(const struct recompiler *recompiler,
                                  const struct recompile_job *job,
                                  const struct sim_program *program, const char **why)
{
    struct recompile_state *state = copy_state(job);
    if (!state)
        return NULL;
    state->line = RECOMPILE_LINE_Y;
    if (recompile_pairs_rows(program))
        state->abreast = 2;
    else if (recompiler_has_avx512(recompiler->host) &&
             (state->across % 2 == 0 || state->blocks / state->across % MOST_ABREAST == 0))
        state->abreast = MOST_ABREAST;
    LLVMModuleRef module = emit_for(recompiler, job, state, program, FORM_COLUMNS, why);
    free(state);
    return module;
}

/* Blocks that are rows of their own gain nothing by going abreast then. */
static LLVMModuleRef emit_without_planes(const struct recompiler *recompiler,
                                         const struct recompile_job *job,
                                         const struct sim_program *program, const char **why)
{
    struct recompile_state *state = copy_state(job);
    if (!state)
        return NULL;
    if (state->rows == 1 && recompile_has_planes(program))
        state->abreast = state->across = state->blocks = 0;
    LLVMModuleRef module = emit_for(recompiler, job, state, program, FORM_PLAIN, why);
    free(state);
    return module;
}

LLVMModuleRef recompile_emit(const struct recompiler *recompiler, const struct recompile_job *job,
                             const struct sim_program *program, const char **why)
{
    const bool columns = job->state->across && !recompile_has_planes(program);
    LLVMModuleRef module = columns ? emit_columns(recompiler, job, program, why) : NULL;
    if (!module)
        module = emit_for(recompiler, job, job->state, program, FORM_ROWS, why);
    return module ? module : emit_without_planes(recompiler, job, program, why);
}
