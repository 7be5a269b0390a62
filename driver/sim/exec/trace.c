/* SPDX-License-Identifier: MIT */
/* trace.c: control flow, results of operations, fetched values and stores, for the first lanes, on
 * standard error. */
#include "driver/sim/exec/trace.h"

#include <stdio.h>
#include <string.h>

enum { LANES_SHOWN = 4 };

/* A register, or the number of a vector behind the registers. */
static void print_place(const struct sim_wave *wave, uint32_t place)
{
    const unsigned vector = place / SIM_LANES, gprs = wave->launch->program->mode.gprs;
    if (vector / 4 < gprs)
        fprintf(stderr, " R%u.%c", vector / 4, "xyzw"[vector % 4]);
    else
        fprintf(stderr, " #%u", vector - gprs * 4);
}

/* Values of lanes that do not take part are those of before. */
static void print_value(uint32_t value, enum hw_alu_kind kind, bool runs)
{
    float number;
    memcpy(&number, &value, sizeof(number));
    if (!runs)
        fprintf(stderr, "  %08x (off)", value);
    else if (kind == HW_ALU_KIND_INTEGER)
        fprintf(stderr, "  %08x (%d)", value, (int32_t)value);
    else
        fprintf(stderr, "  %08x (%g)", value, (double)number);
}

static void print_vector(const struct sim_wave *wave, uint32_t place, enum hw_alu_kind kind)
{
    const uint32_t *value = sim_wave_vector(wave, place);
    print_place(wave, place);
    for (unsigned lane = 0; lane < LANES_SHOWN; lane++)
        print_value(value[lane], kind, wave->exec >> lane & 1u);
    fprintf(stderr, "\n");
}

/* The line of the source that the instruction at `word` is of, where it is another than before. */
static void print_line(const struct sim_wave *wave, uint32_t word)
{
    const struct guide *guide = wave->launch->guide;
    char text[GUIDE_TEXT_SIZE] = "";
    const uint32_t place = guide ? guide->place(guide, word * 4, text) : 0;
    if (place && place != wave->group->traced_place)
        fprintf(stderr, "; %s\n", text);
    if (place)
        wave->group->traced_place = place;
}

void sim_trace_cf(const struct sim_wave *wave, const struct sim_cf *cf)
{
    print_line(wave, wave->cf * 2);
    fprintf(stderr, "%4u %-18s exec %016llx\n", wave->cf, hw_cf_find(cf->op)->name,
            (unsigned long long)wave->exec);
}

void sim_trace_op(const struct sim_wave *wave, const struct sim_alu_op *op)
{
    print_line(wave, op->word);
    fprintf(stderr, "       %-18s", hw_alu_info[op->op].name);
    if (op->dst == SIM_NO_DST)
        fprintf(stderr, "\n");
    else
        print_vector(wave, op->dst, hw_alu_result(op->op));
}

void sim_trace_fetch(const struct sim_wave *wave, const struct sim_fetch *fetch)
{
    static const char *const names[] = {
        [SIM_FETCH_BUFFER] = "buffer",
        [SIM_FETCH_SCRATCH] = "scratch",
        [SIM_FETCH_SAMPLE] = "sample",
        [SIM_FETCH_LOAD] = "texel",
        [SIM_FETCH_TEXTURE_INFO] = "texture size",
        [SIM_FETCH_BUFFER_INFO] = "buffer size",
        [SIM_FETCH_GDS] = "counter",
    };
    print_line(wave, fetch->word);
    for (unsigned c = 0; c < 4; c++) {
        if (fetch->dst_sel[c] == HW_SEL_MASK)
            continue;
        fprintf(stderr, "       %-12s %3u  ", names[fetch->kind], fetch->resource);
        print_vector(wave, fetch->dst + c * SIM_LANES, HW_ALU_KIND_RAW);
    }
}

void sim_trace_store(const struct sim_wave *wave, const struct sim_store *store)
{
    print_line(wave, store->word);
    if (store->cf_op == HW_CF_MEM_SCRATCH)
        fprintf(stderr, "       %-18s", "scratch");
    else
        fprintf(stderr, "       %-12s RAT%-2u", hw_rat_name(store->rat_op), store->rat);
    fprintf(stderr, " at");
    print_vector(wave, store->index, HW_ALU_KIND_INTEGER);
    for (unsigned c = 0; c < 4; c++)
        if (store->comp_mask >> c & 1u) {
            fprintf(stderr, "       %-18s   ", "");
            print_vector(wave, store->data + c * SIM_LANES, HW_ALU_KIND_RAW);
        }
}
