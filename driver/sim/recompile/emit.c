/* SPDX-License-Identifier: MIT */
/* emit.c: the module: declarations, the function's start, and its end. */
#include "driver/sim/recompile/emit.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "driver/sim/recompile/emitter.h"

static void use(struct native_emitter *e, uint32_t place, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (place / SIM_LANES + i < e->program->vector_count)
            e->used[place / SIM_LANES + i] = true;
}

static void find_used(struct native_emitter *e)
{
    const struct sim_program *p = e->program;
    use(e, 0, 8); /* R0 and R1, which are set when a wavefront starts */
    if (e->indexed)
        use(e, 0,
            ((p->mode.gprs < 2 ? 2u : p->mode.gprs) + HW_CLAUSE_TEMPS) * 4u + SIM_VECTOR_ADDRESS +
                4u);
    for (uint32_t i = 0; i < p->op_count; i++) {
        const struct sim_alu_op *op = &p->ops[i];
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
    for (uint32_t i = 0; i < p->fetch_count; i++) {
        use(e, p->fetches[i].src, 4);
        use(e, p->fetches[i].dst, 4);
    }
    for (uint32_t i = 0; i < p->store_count; i++) {
        use(e, p->stores[i].data, 4);
        use(e, p->stores[i].index, 4);
    }
}

/* A vector's variable; registers that may be indexed have theirs in the wavefront's memory. */
static void emit_vector(struct native_emitter *e, uint32_t v)
{
    const bool indexed = e->indexed && v < 4u * e->program->mode.gprs;
    if (indexed)
        native_line(e, "%%p%u = getelementptr i8, ptr %%vectors, i64 %llu", v,
                    (unsigned long long)v * sizeof(sim_vector));
    else
        native_line(e, "%%p%u = alloca <16 x i32>, align 64", v);
}

/* Writes zeros to registers and masks at the start of a block. */
static void emit_zeros(struct native_emitter *e)
{
    for (uint32_t v = 0; v < e->program->vector_count; v++) {
        if (!e->used[v])
            continue;
        if (!e->indexed || v >= 4u * e->program->mode.gprs)
            native_line(e, "store <16 x i32> zeroinitializer, ptr %%p%u", v);
        if (e->flow.scalar[v])
            native_line(e, "store i32 0, ptr %%u%u", v);
    }
    for (unsigned i = 0; i < COUNT(native_masks); i++)
        native_line(e, "store i16 0, ptr %%%s", native_masks[i]);
}

static void emit_start(struct native_emitter *e)
{
    const struct sim_program *p = e->program;
    native_start_turns(e);
    for (uint32_t v = 0; v < p->vector_count; v++)
        if (e->used[v]) {
            emit_vector(e, v);
            if (e->flow.scalar[v])
                native_line(e, "%%u%u = alloca i32", v);
        }
    for (unsigned i = 0; i < 3; i++)
        native_line(e, "%%s%u = alloca <16 x i32>, align 64", i);
    native_line(e, "%%result = alloca <16 x i32>, align 64");
    native_line(e, "%%result2 = alloca <16 x i32>, align 64");
    native_line(e, "%%address2 = alloca <16 x i32>, align 64");
    native_line(e, "%%raw = alloca <16 x i32>, align 64");
    for (unsigned i = 0; i < 4; i++)
        native_line(e, "%%texel%u = alloca <16 x i32>, align 64", i);
    for (unsigned i = 0; i < 4; i++)
        native_line(e, "%%coordinate%u = alloca <16 x i32>, align 64", i);
    native_start_rows(e);
    native_start_looks(e);
    native_line(e, "%%mask = alloca <16 x i32>, align 64");
    native_line(e, "%%address = alloca <16 x i32>, align 64");
    native_line(e, "%%edges = alloca i32");
    native_line(e, "store i32 0, ptr %%edges");
    for (unsigned i = 0; i < COUNT(native_masks); i++)
        native_line(e, "%%%s = alloca i16", native_masks[i]);
    for (unsigned d = 0; d < e->flow.depth; d++)
        native_line(e, "%%stack%u = alloca i16", d);
    for (unsigned l = 0; l < e->flow.loops; l++)
        native_line(e, "%%loop_left%u = alloca i32", l);
    for (unsigned l = 0; l < e->flow.loops; l++)
        for (unsigned i = 0; i < COUNT(native_loop_masks); i++)
            native_line(e, "%%%s%u = alloca i16", native_loop_masks[i], l);
}

unsigned native_wave_field(struct native_emitter *e, size_t offset, const char *type)
{
    const unsigned at = native_name(e), value = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%wave, i64 %zu", at, offset);
    native_line(e, "%%t%u = load %s, ptr %%t%u", value, type, at);
    return value;
}

void native_name_field(struct native_emitter *e, const char *of, const char *name, size_t offset,
                       const char *type)
{
    native_line(e, "%%%s_at = getelementptr i8, ptr %%%s, i64 %zu", name, of, offset);
    native_line(e, "%%%s = load %s, ptr %%%s_at", name, type, name);
}

/* The launch's constants: %kN, and spread over the lanes %cN. */
static void emit_constants(struct native_emitter *e)
{
    const unsigned consts = native_wave_field(
        e, offsetof(struct sim_wave, base) + SIM_SPACE_CONST * sizeof(uint32_t *), "ptr");
    for (uint32_t i = 0; i < e->program->const_count; i++) {
        const unsigned at = native_name(e);
        native_line(e, "%%c%u = alloca <16 x i32>, align 64", i);
        native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %llu", at, consts,
                    (unsigned long long)i * sizeof(sim_vector));
        native_line(e, "%%k%u = load i32, ptr %%t%u", i, at);
        char name[24];
        snprintf(name, sizeof(name), "%%k%u", i);
        native_line(e, "store <16 x i32> %%t%u, ptr %%c%u", native_spread(e, name), i);
    }
}

static void emit_inputs(struct native_emitter *e)
{
    native_name_field(e, "wave", "block", offsetof(struct sim_wave, block), "ptr");
    native_name_field(e, "wave", "lds", offsetof(struct sim_wave, lds), "ptr");
    native_name_field(e, "wave", "launch", offsetof(struct sim_wave, launch), "ptr");
    native_line(e, "%%ranges_at = getelementptr i8, ptr %%frame, i64 %zu",
                offsetof(struct sim_native_frame, ranges));
    native_name_field(e, "launch", "lds_dwords", offsetof(struct sim_launch, lds_dwords), "i32");
    native_line(e, "%%lds_bytes = shl i32 %%lds_dwords, 2");
    native_read_surfaces(e);
    native_read_targets(e);
    emit_constants(e);
}

/* R0 has the work-item's number in its group, R1 the group's. */
static void emit_first_registers(struct native_emitter *e)
{
    for (unsigned c = 0; c < 3; c++) {
        char text[24];
        snprintf(text, sizeof(text), "%%group%u", c);
        const unsigned own = native_own_ids(e, c), all = native_spread(e, text);
        native_line(e, "store <16 x i32> %%t%u, ptr %%p%u", own, c);
        native_line(e, "store <16 x i32> %%t%u, ptr %%p%u", all, 4 + c);
        native_set_first(e, c, own);
        native_set_first(e, 4 + c, all);
    }
}

/* The barriers of an instruction that is reached, by the numbers of their operations from 1 on. */
static void emit_resumes(struct native_emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const bool clause = (cf->op & HW_CF_ALU_BIT) && cf->op != HW_CF_ALU_EXTENDED;
    for (uint32_t i = cf->first; clause && e->flow.at[index].reached && i < cf->first + cf->count;
         i++)
        if (e->program->ops[i].action == SIM_ACTION_BARRIER)
            native_line(e, "  i32 %u, label %%resume%u", i + 1, i + 1);
}

/* Where the function begins: at the start of the program, or behind the barrier at which the block
 * waited. */
static void emit_entries(struct native_emitter *e)
{
    const unsigned some = native_name(e), resume = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%live, 0", some);
    native_line(e, "call void @llvm.assume(i1 %%t%u)", some);
    native_line(e, "store i16 %%live, ptr %%exec");
    native_line(e, "store i16 %%live, ptr %%branch");
    if (e->program->barriers) {
        native_line(e, "%%t%u = load i32, ptr %%block", resume);
        native_line(e, "switch i32 %%t%u, label %%start [", resume);
        for (uint32_t i = 0; i < e->program->cf_count; i++)
            emit_resumes(e, i);
        native_line(e, "]");
        fprintf(e->out, "start:\n");
    }
    emit_first_registers(e);
    native_line(e, "br label %%cf0");
}

static void emit_operations(struct native_emitter *e)
{
    bool seen[HW_ALU_OP_COUNT] = {false};
    for (uint32_t i = 0; i < e->program->op_count; i++) {
        const struct sim_alu_op *op = &e->program->ops[i];
        const int key = op->action == SIM_ACTION_DOUBLE ? op->op : op->map;
        if (op->action == SIM_ACTION_LDS || key < 0 || seen[key])
            continue;
        seen[key] = true;
        if (op->action == SIM_ACTION_DOUBLE)
            fprintf(e->out,
                    "declare void @sim_block_double_%s(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n",
                    hw_alu_info[key].name);
        else
            fprintf(e->out,
                    "declare void @sim_block_alu_%s(ptr, ptr, ptr, ptr)\n"
                    "declare i32 @sim_block_scalar_%s(i32, i32, i32)\n",
                    hw_alu_info[key].name, hw_alu_info[key].name);
    }
}

static const char memory_declarations[] =
    "declare zeroext i1 @sim_block_inside(ptr, ptr, ptr)\n"
    "declare zeroext i1 @sim_block_aligned(ptr, ptr, i32)\n"
    "declare zeroext i1 @sim_block_chosen(ptr, ptr, ptr, ptr, i32, i32)\n"
    "declare void @sim_block_load(ptr, ptr, ptr, ptr, i32, i32)\n"
    "declare void @sim_block_decode(ptr, ptr, i32, i32, i32)\n"
    "declare void @sim_block_store(ptr, ptr, ptr, i32, i32)\n"
    "declare void @sim_block_scatter(ptr, ptr, ptr, i32, i32)\n"
    "declare void @sim_block_look(ptr, ptr, ptr, i32)\n"
    "declare void @sim_block_load_near(ptr, ptr, ptr)\n"
    "declare void @sim_block_store_near(ptr, ptr, i32)\n";

static void emit_declarations(struct native_emitter *e)
{
    const struct sim_program *p = e->program;
    for (uint32_t i = 0; i < p->literal_count; i++)
        fprintf(e->out, "@literal%u = private constant <16 x i32> splat (i32 %u), align 64\n", i,
                p->literals[i * SIM_LANES]);
    emit_operations(e);
    fputs(memory_declarations, e->out);
    fputs("@ones = private constant <16 x i32> splat (i32 -1), align 64\n"
          "@zero = private constant <16 x i32> zeroinitializer, align 64\n"
          "declare void @sim_block_lds_address(ptr, ptr, i32)\n"
          "declare zeroext i1 @sim_block_lds_inside(ptr, ptr, i32)\n"
          "declare void @sim_block_lds_read(ptr, ptr, ptr, ptr)\n"
          "declare void @sim_block_lds_write(ptr, ptr, ptr, i32)\n"
          "declare zeroext i1 @sim_block_lds_fits(ptr, ptr, i32, i32)\n"
          "declare void @sim_block_lds_act(ptr, ptr, ptr, ptr, ptr, i32, i32)\n"
          "declare void @sim_block_lds_pair(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, i32)\n"
          "declare zeroext i1 @sim_block_atomic_fits(ptr, ptr, ptr, i32, ptr, i64)\n"
          "declare void @sim_block_atomic(ptr, ptr, ptr, ptr, i32, i32, ptr, ptr)\n"
          "declare zeroext i1 @sim_block_scratch_fits(ptr, ptr, i32, i32)\n"
          "declare void @sim_block_scratch_load(ptr, ptr, ptr, ptr, i32, i32, i32, i32)\n"
          "declare void @sim_block_scratch_store(ptr, ptr, ptr, ptr, i32, i32, i32, i32, i32)\n"
          "declare void @sim_block_flush(ptr, ptr)\n"
          "declare void @sim_block_modify(ptr, ptr, i32, i32)\n"
          "declare void @sim_block_finish(ptr, i32)\n"
          "declare i32 @sim_block_modify_one(i32, i32, i32)\n"
          "declare i32 @sim_block_flush_one(i32)\n"
          "declare i32 @sim_block_finish_one(i32, i32)\n"
          "declare void @llvm.assume(i1)\n"
          "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)\n"
          "declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)\n"
          "declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32, <32 x i1>)\n"
          "declare void @llvm.masked.store.v48i32.p0(<48 x i32>, ptr, i32, <48 x i1>)\n"
          "declare void @llvm.masked.store.v64i32.p0(<64 x i32>, ptr, i32, <64 x i1>)\n"
          "!0 = !{}\n"
          "!1 = !{!\"branch_weights\", i32 2000, i32 1}\n"
          "!2 = !{!\"branch_weights\", i32 1, i32 2000}\n",
          e->out);
}

static bool emit_function(struct native_emitter *e)
{
    static const char *const attributes[] = {"", "noinline ", "noinline inlinehint ",
                                             "noinline cold "};
    const struct sim_program *p = e->program;
    emit_declarations(e);
    fputs("define i32 @" SIM_NATIVE_NAME "(ptr %wave, ptr %frame) #0 {\nentry:\n", e->out);
    emit_start(e);
    emit_inputs(e);
    native_begin_turn(e);
    emit_zeros(e);
    native_emit_scratch(e);
    emit_entries(e);
    for (uint32_t i = 0; i < p->cf_count; i++)
        if (!native_emit_cf(e, i))
            return false;
    fprintf(e->out, "cf%u:\n  unreachable\n", p->cf_count);
    fputs("end:\n", e->out);
    native_end_turn(e);
    fprintf(e->out, "  ret i32 %d\nfault:\n  ret i32 %d\n}\n", SIM_NEXT_END, SIM_NEXT_FAULT);
    native_define_look(e);
    native_emit_called(e);
    for (unsigned i = 0; i < COUNT(attributes); i++)
        fprintf(e->out,
                "attributes #%u = { %snounwind \"target-cpu\"=\"x86-64-%s\" "
                "\"prefer-vector-width\"=\"512\" \"min-legal-vector-width\"=\"512\" }\n",
                i, attributes[i], e->host);
    return true;
}

char *sim_native_emit(const struct sim_launch *launch, const char *host, const char **why)
{
    const struct sim_program *program = launch->program;
    char *text = NULL;
    size_t size;
    struct native_emitter e = {.launch = launch, .program = program, .host = host, .why = why};
    size_t state_size;
    struct native_state *state = native_state_find(launch, &state_size);
    e.state = state;
    *why = "out of memory";
    if (!state || !sim_flow_find(&e.flow, program, state, launch->wave_size, why)) {
        free(state);
        return NULL;
    }
    e.shapes = (struct sim_shapes){
        .program = program,
        .state = state,
        .kept = e.flow.kept,
        .scalar = e.flow.scalar,
        .at = e.flow.shapes ? calloc(program->vector_count, sizeof(*e.flow.shapes)) : NULL};
    e.indexed = sim_flow_indexed(program);
    e.turns = native_has_turns(&e);
    e.used = calloc(program->vector_count, sizeof(bool));
    e.called = calloc(program->fetch_count + 1, sizeof(*e.called));
    e.out = open_memstream(&text, &size);
    bool sound = e.used && e.called && e.out && (e.shapes.at || !e.flow.shapes);
    *why = "out of memory";
    if (sound) {
        find_used(&e);
        sound = emit_function(&e);
    }
    sound = e.out && !fclose(e.out) && sound;
    free(state);
    free(e.used);
    free(e.called);
    free(e.shapes.at);
    sim_flow_finish(&e.flow);
    if (sound)
        return text;
    free(text);
    return NULL;
}
