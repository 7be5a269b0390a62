/* SPDX-License-Identifier: MIT */
/* trace.c: control flow, operations with their sources and results, fetched values and stores of
 * chosen wavefronts and lanes, on standard error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/record/names.h"
#include "driver/sim/record/recorder.h"

/* A launch that is printed. */
struct trace {
    struct sim_watch watch;
    bool wanted;             /* wavefronts of the group that runs are printed */
    uint32_t place;          /* the line that was printed last */
    uint32_t wave;           /* 1 + the wavefront of the group that printed last */
    struct sim_names *names; /* of values that registers have; may be NULL */
};

/* The launch's, if the wavefront is printed; else NULL. */
static struct trace *trace_of(struct sim_watch *watch, const struct sim_wave *wave)
{
    struct trace *trace = (struct trace *)watch;
    return trace->wanted && env_lists(ENV_TRACE_WAVES, wave->index) ? trace : NULL;
}

/* A register with the variable whose value it has, or the number of a vector behind them. */
static void print_register(const struct sim_wave *wave, uint32_t place, const char *name)
{
    const unsigned vector = place / SIM_LANES, gprs = wave->launch->program->mode.gprs;
    if (vector / 4 < gprs)
        fprintf(stderr, " R%u.%c%s%s", vector / 4, "xyzw"[vector % 4], *name ? ":" : "", name);
    else
        fprintf(stderr, " #%u", vector - gprs * 4);
}

static void print_place(const struct trace *trace, const struct sim_wave *wave, uint32_t place)
{
    print_register(wave, place, sim_names_of(trace->names, wave, place / SIM_LANES));
}

/* Whether to print untyped bits as a float: its magnitude is not too small, nor too large. */
static bool looks_float(float number)
{
    const float size = fabsf(number);
    return size > 1e-9f && size < 1e12f;
}

/* Values of lanes that do not take part are those of before. */
static void print_value(uint32_t value, enum hw_alu_kind kind, bool runs)
{
    float number;
    memcpy(&number, &value, sizeof(number));
    if (!runs)
        fprintf(stderr, "  %08x (off)", value);
    else if (kind == HW_ALU_KIND_FLOAT || (kind == HW_ALU_KIND_RAW && looks_float(number)))
        fprintf(stderr, "  %08x (%g)", value, (double)number);
    else
        fprintf(stderr, "  %08x (%d)", value, (int32_t)value);
}

/* The chosen lanes that have a work-item. */
static void print_lanes(const struct sim_wave *wave, uint32_t place, enum hw_alu_kind kind)
{
    const uint32_t *value = sim_wave_vector(wave, place);
    for (unsigned lane = 0; lane < SIM_LANES; lane++)
        if ((wave->live >> lane & 1u) && env_lists(ENV_TRACE_LANES, lane))
            print_value(value[lane], kind, wave->exec >> lane & 1u);
    fprintf(stderr, "\n");
}

static void print_vector(const struct trace *trace, const struct sim_wave *wave, uint32_t place,
                         enum hw_alu_kind kind)
{
    print_place(trace, wave, place);
    print_lanes(wave, place, kind);
}

/* Prints the wavefront whose instructions follow, where it changes, and the source line of the
 * instruction at `word`, where that changes. */
static void print_line(struct trace *trace, const struct sim_wave *wave, uint32_t word)
{
    const struct guide *guide = wave->launch->guide;
    const struct sim_group *group = wave->group;
    char text[GUIDE_TEXT_SIZE] = "";
    const uint32_t place = guide ? guide->place(guide, word * 4, text) : 0;
    if (trace->wave != wave->index + 1) {
        fprintf(stderr, "; wavefront %u of group %llu (%u, %u, %u), lanes %s\n", wave->index,
                (unsigned long long)group->index, group->id[0], group->id[1], group->id[2],
                env_get(ENV_TRACE_LANES));
        trace->place = 0;
    }
    trace->wave = wave->index + 1;
    if (place && place != trace->place)
        fprintf(stderr, "; %s\n", text);
    if (place)
        trace->place = place;
    sim_names_enter(trace->names, wave, word / 2);
}

static void print_cf(struct sim_watch *watch, struct sim_wave *wave, const struct sim_cf *cf)
{
    struct trace *trace = trace_of(watch, wave);
    if (!trace)
        return;
    print_line(trace, wave, wave->cf * 2);
    fprintf(stderr, "%4u %-18s exec %016llx\n", wave->cf, hw_cf_find(cf->op)->name,
            (unsigned long long)wave->exec);
}

/* Prints a source by name: a register, a constant of a buffer, or a literal's bits. */
static void print_source(const struct trace *trace, const struct sim_wave *wave,
                         const struct sim_src *src)
{
    const uint32_t vector = src->offset / SIM_LANES;
    const struct sim_const *constant = &wave->launch->program->consts[vector];
    fputs(src->mods ? " modified" : "", stderr);
    if (src->special)
        fprintf(stderr, " special %u", src->special);
    else if (src->space == SIM_SPACE_LITERAL)
        fprintf(stderr, " 0x%x", wave->base[SIM_SPACE_LITERAL][src->offset]);
    else if (src->space == SIM_SPACE_CONST)
        fprintf(stderr, " KC%u[%u].%c", constant->bank, constant->index, "xyzw"[constant->channel]);
    else
        print_place(trace, wave, src->offset);
    fputs(src->relative ? "[AR]" : "", stderr);
}

/* The result's register, and whose value it is from here on. */
static void print_result(const struct trace *trace, const struct sim_wave *wave,
                         const struct sim_alu_op *op)
{
    const char *name = sim_names_made(trace->names, op->word / 2, op->dst / SIM_LANES);
    print_register(wave, op->dst, name);
    fputs(" =", stderr);
}

static void print_op(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op)
{
    struct trace *trace = trace_of(watch, wave);
    if (!trace)
        return;
    print_line(trace, wave, op->word);
    fprintf(stderr, "       %-18s", hw_alu_info[op->op].name);
    if (op->dst != SIM_NO_DST)
        print_result(trace, wave, op);
    for (unsigned i = 0; i < hw_alu_info[op->op].nsrc; i++)
        print_source(trace, wave, &op->src[i]);
    if (op->dst == SIM_NO_DST)
        fprintf(stderr, "\n");
    else
        print_lanes(wave, op->dst, hw_alu_result(op->op));
    if (op->dst != SIM_NO_DST)
        sim_names_leave(trace->names, wave, op->word / 2, op->dst / SIM_LANES, 1);
}

static void print_fetch(struct sim_watch *watch, struct sim_wave *wave,
                        const struct sim_fetch *fetch)
{
    struct trace *trace = trace_of(watch, wave);
    if (!trace)
        return;
    print_line(trace, wave, fetch->word);
    for (unsigned c = 0; c < 4; c++) {
        if (fetch->dst_sel[c] == HW_SEL_MASK)
            continue;
        sim_names_leave(trace->names, wave, fetch->word / 2, fetch->dst / SIM_LANES + c, 1);
        fprintf(stderr, "       %-12s %3u  ", sim_fetch_names[fetch->kind].text, fetch->resource);
        print_vector(trace, wave, fetch->dst + c * SIM_LANES, HW_ALU_KIND_RAW);
    }
}

static uint64_t print_store(struct sim_watch *watch, struct sim_wave *wave,
                            const struct sim_store *store)
{
    struct trace *trace = trace_of(watch, wave);
    if (!trace)
        return wave->exec;
    print_line(trace, wave, store->word);
    if (store->cf_op == HW_CF_MEM_SCRATCH)
        fprintf(stderr, "       %-18s", "scratch");
    else
        fprintf(stderr, "       %-12s RAT%-2u", hw_rat_name(store->rat_op), store->rat);
    fprintf(stderr, " at");
    print_vector(trace, wave, store->index, HW_ALU_KIND_INTEGER);
    for (unsigned c = 0; c < 4; c++)
        if (store->comp_mask >> c & 1u) {
            fprintf(stderr, "       %-18s   ", "");
            print_vector(trace, wave, store->data + c * SIM_LANES, HW_ALU_KIND_RAW);
        }
    return wave->exec;
}

static void begin_group(struct sim_watch *watch, const struct sim_group *group)
{
    struct trace *trace = (struct trace *)watch;
    trace->wanted = env_lists(ENV_TRACE_GROUPS, group->index);
    trace->place = trace->wave = 0;
    sim_names_begin(trace->names);
}

static void destroy(struct sim_watch *watch)
{
    sim_names_free(((struct trace *)watch)->names);
    free(watch);
}

/* Where memory is short nothing is printed. */
static struct sim_watch *create(struct sim_launch *launch, const struct sim_stream *stream,
                                unsigned checks)
{
    struct trace *trace = calloc(1, sizeof(*trace));
    (void)stream, (void)checks;
    if (!trace)
        return NULL;
    trace->names = sim_names_read(launch);
    trace->watch = (struct sim_watch){.destroy = destroy,
                                      .group = begin_group,
                                      .cf = print_cf,
                                      .op_done = print_op,
                                      .fetch_done = print_fetch,
                                      .store = print_store};
    return &trace->watch;
}

static bool wants(unsigned checks)
{
    (void)checks;
    return debug_enabled(DEBUG_trace);
}

const struct sim_watcher sim_tracer = {.wants = wants, .create = create};
