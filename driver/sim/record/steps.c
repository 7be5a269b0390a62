/* SPDX-License-Identifier: MIT */
/* steps.c: counts by instruction, and the steps of chosen work-groups. */
#include "driver/sim/record/record.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/base/free_all.h"
#include "driver/sim/decode/operands.h"
#include "driver/sim/record/bytes.h"

enum { LINE_BYTES = 64, BANKS = 32, BANK_LANES = 32 };

static struct sim_record_count *counts(uint32_t count)
{
    return calloc(count + 1, sizeof(struct sim_record_count));
}

bool sim_record_init(struct sim_record *record, struct sim_launch *launch)
{
    const struct sim_program *program = launch->program;
    record->launch = launch;
    record->cf = counts(program->cf_count);
    record->ops = counts(program->op_count);
    record->fetches = counts(program->fetch_count);
    record->stores = counts(program->store_count);
    record->group = UINT64_MAX;
    return record->cf && record->ops && record->fetches && record->stores &&
           trace_text_open(&record->steps);
}

void sim_record_finish(struct sim_record *record)
{
    if (record->steps.out)
        fclose(record->steps.out);
    sim_record_forget_buffers(record);
    FREE_ALL(record->steps.bytes, record->cf, record->ops, record->fetches, record->stores);
}

/* A slot's own record. */
static struct sim_record *own(struct sim_watch *watch)
{
    return (struct sim_record *)watch;
}

static void tell_mask(struct sim_record *record, const struct sim_wave *wave)
{
    if (record->exec == wave->exec)
        return;
    fprintf(record->steps.out, "[\"x\",\"%llx\"],", (unsigned long long)wave->exec);
    record->exec = wave->exec;
}

bool sim_record_begin(struct sim_record *record, const struct sim_wave *wave, char kind,
                      uint32_t number)
{
    if (record->cut || !env_lists(ENV_TRACE_GROUPS, wave->group->index))
        return false;
    if (ftell(record->steps.out) > SIM_RECORD_STEP_BYTES) {
        record->cut = true;
        return false;
    }
    if (record->group != wave->group->index || record->wave != wave->index) {
        record->group = wave->group->index;
        record->wave = wave->index;
        record->exec = 0;
        fprintf(record->steps.out, "[\"w\",%llu,%u],", (unsigned long long)record->group,
                record->wave);
    }
    tell_mask(record, wave);
    fprintf(record->steps.out, "[\"%c\",%u", kind, number);
    return true;
}

void sim_record_end(struct sim_record *record)
{
    fputs("],", record->steps.out);
}

void sim_record_vector(struct sim_record *record, const struct sim_wave *wave,
                       const uint32_t *value)
{
    FILE *out = record->steps.out;
    const unsigned n = 64u - (unsigned)__builtin_clzll(wave->live | 1);
    bool same = true;
    for (unsigned i = 1; i < n && same; i++)
        same = value[i] == value[0];
    putc(',', out);
    if (same)
        fprintf(out, "%u", value[0]);
    else
        trace_print_bytes(out, value, n * sizeof(*value));
}

/* A vector of the wavefront: its number, and what it holds. */
static void print_place(struct sim_record *record, const struct sim_wave *wave, uint32_t place)
{
    fprintf(record->steps.out, ",[%u", place / SIM_LANES);
    sim_record_vector(record, wave, sim_wave_vector(wave, place));
    putc(']', record->steps.out);
}

static void print_written(struct sim_record *record, const struct sim_wave *wave,
                          const struct sim_operands *writes)
{
    SIM_FOR_OPERANDS(to, *writes)
        print_place(record, wave, to->vector * SIM_LANES);
}

static void count(struct sim_record_count *count, uint64_t lanes)
{
    count->runs++;
    count->lanes += (unsigned)__builtin_popcountll(lanes);
}

unsigned sim_record_lines(const uint32_t *offset, unsigned bytes, uint64_t mask)
{
    uint32_t seen[256];
    bool used[256] = {false};
    unsigned lines = 0;
    for (; mask; mask &= mask - 1) {
        const uint64_t first = offset[__builtin_ctzll(mask)];
        for (uint64_t at = first / LINE_BYTES; at <= (first + bytes - 1) / LINE_BYTES; at++) {
            uint32_t place = (uint32_t)at * 0x9e3779b1u >> 24;
            while (used[place] && seen[place] != (uint32_t)at)
                place = (place + 1) % 256;
            lines += !used[place];
            used[place] = true;
            seen[place] = (uint32_t)at;
        }
    }
    return lines;
}

/* Further turns that a bank needs when lanes, 32 at a time, want several of its dwords. */
static unsigned bank_conflicts(const uint32_t *address, uint64_t mask)
{
    unsigned conflicts = 0;
    for (unsigned half = 0; half < SIM_LANES; half += BANK_LANES) {
        uint32_t dwords[BANKS][BANK_LANES];
        unsigned used[BANKS] = {0}, most = 1;
        for (uint32_t lanes = (uint32_t)(mask >> half); lanes; lanes &= lanes - 1) {
            const uint32_t dword = address[half + (unsigned)__builtin_ctz(lanes)] / 4;
            const unsigned bank = dword % BANKS;
            unsigned i = 0;
            while (i < used[bank] && dwords[bank][i] != dword)
                i++;
            if (i == used[bank])
                dwords[bank][used[bank]++] = dword;
            most = used[bank] > most ? used[bank] : most;
        }
        conflicts += most - 1;
    }
    return conflicts;
}

void sim_record_cf(struct sim_watch *watch, struct sim_wave *wave, const struct sim_cf *cf)
{
    struct sim_record *record = own(watch);
    (void)cf;
    count(&record->cf[wave->cf], wave->exec);
    if (sim_record_begin(record, wave, 'c', wave->cf))
        sim_record_end(record);
}

void sim_record_op(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - wave->launch->program->ops);
    struct sim_record_count *of = &own(watch)->ops[number];
    count(of, wave->exec);
    if (op->action == SIM_ACTION_LDS && !op->src[0].special)
        of->conflicts +=
            bank_conflicts(wave->base[op->src[0].space] + op->src[0].offset, wave->exec);
}

/* The vectors that an indexed result was written to. */
static void print_indexed(struct sim_record *record, const struct sim_wave *wave,
                          const struct sim_alu_op *op)
{
    const struct sim_launch *launch = wave->launch;
    const uint32_t *address = sim_wave_extra(wave, SIM_VECTOR_ADDRESS + op->dst_relative - 1u);
    int64_t last = -1;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const int64_t more = (int32_t)address[__builtin_ctzll(lanes)];
        const int64_t place = op->dst + more * 4 * SIM_LANES;
        const bool exists = place >= 0 && place / (4 * SIM_LANES) < launch->program->mode.gprs;
        if (exists && place != last)
            print_place(record, wave, (uint32_t)place);
        last = place;
    }
}

void sim_record_op_done(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op)
{
    struct sim_record *record = own(watch);
    if (!sim_record_begin(record, wave, 'a', (uint32_t)(op - wave->launch->program->ops)))
        return;
    const struct sim_operands writes = sim_op_writes(op);
    if (op->flags & SIM_OP_RELATIVE)
        print_indexed(record, wave, op);
    else
        print_written(record, wave, &writes);
    sim_record_end(record);
}

/* Bytes of a buffer's elements, for a fetch from it. */
static void count_buffer_lines(struct sim_record *record, struct sim_wave *wave,
                               const struct sim_fetch *fetch, struct sim_record_count *of)
{
    const struct sim_launch *launch = wave->launch;
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const uint32_t number = fetch->resource_index_mode ? HW_CS_RESOURCES : fetch->resource;
    sim_vector offset;
    if (number >= HW_CS_RESOURCES || launch->resource_type[number] != HW_TYPE_BUFFER)
        return;
    const struct sim_buffer *buffer = &launch->buffers[number];
    const unsigned bytes = fetch->const_fields ? buffer->format.bytes : fetch->format.bytes;
    SIM_FOR_LANES(i, wave->n) offset[i] = index[i] * buffer->stride + fetch->offset;
    if (bytes)
        of->lines += sim_record_lines(offset, bytes, wave->exec);
    for (uint64_t lanes = buffer->view.ranges ? wave->exec : 0; lanes; lanes &= lanes - 1)
        sim_record_touch(record, buffer->view.bo_offset + offset[__builtin_ctzll(lanes)], bytes,
                         true, false);
}

uint64_t sim_record_fetch(struct sim_watch *watch, struct sim_wave *wave,
                          const struct sim_fetch *fetch)
{
    struct sim_record *record = own(watch);
    const uint32_t number = (uint32_t)(fetch - wave->launch->program->fetches);
    struct sim_record_count *of = &record->fetches[number];
    count(of, wave->exec);
    if (fetch->kind == SIM_FETCH_BUFFER)
        count_buffer_lines(record, wave, fetch, of);
    return wave->exec;
}

void sim_record_fetch_done(struct sim_watch *watch, struct sim_wave *wave,
                           const struct sim_fetch *fetch)
{
    struct sim_record *record = own(watch);
    if (!sim_record_begin(record, wave, 'f', (uint32_t)(fetch - wave->launch->program->fetches)))
        return;
    const struct sim_operands writes = sim_fetch_writes(fetch);
    print_written(record, wave, &writes);
    sim_record_end(record);
}

/* The bytes of a lane's dword that a store or an atomic operation touches. */
static void touch_dword(struct sim_record *record, const struct sim_wave *wave,
                        const struct sim_store *store, unsigned lane, unsigned channel)
{
    const struct sim_view *view = &wave->launch->rats[store->rat].view;
    const uint64_t address =
        view->bo_offset + 4ull * (sim_wave_vector(wave, store->index)[lane] + channel);
    const unsigned op = store->rat_op % HW_RAT_NOP_RTN;
    const uint32_t changed = sim_wave_vector(wave, store->data + 3 * SIM_LANES)[lane]; /* MSKOR */
    if (op != HW_RAT_MSKOR) {
        sim_record_touch(record, address, 4, store->rat_op != HW_RAT_STORE_RAW, true);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (changed >> 8 * i & 0xff)
            sim_record_touch(record, address + i, 1, false, true);
}

static void touch_buffers(struct sim_record *record, const struct sim_wave *wave,
                          const struct sim_store *store)
{
    const bool raw = store->rat_op == HW_RAT_STORE_RAW;
    const struct sim_rat *rat = store->rat < HW_RATS ? &wave->launch->rats[store->rat] : NULL;
    if (store->cf_op == HW_CF_MEM_SCRATCH || store->rat_index_mode || !rat || !rat->bound ||
        rat->type != HW_RAT_BUFFER || !rat->view.ranges || store->rat_op == HW_RAT_NOP)
        return;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1)
        for (unsigned c = 0; c < (raw ? 4u : 1u); c++)
            if (!raw || (store->comp_mask >> c & 1u))
                touch_dword(record, wave, store, (unsigned)__builtin_ctzll(lanes), c);
}

uint64_t sim_record_store(struct sim_watch *watch, struct sim_wave *wave,
                          const struct sim_store *store)
{
    struct sim_record *record = own(watch);
    const uint32_t number = (uint32_t)(store - wave->launch->program->stores);
    count(&record->stores[number], wave->exec);
    touch_buffers(record, wave, store);
    if (!sim_record_begin(record, wave, 's', number))
        return wave->exec;
    FILE *out = record->steps.out;
    fputs(",[", out);
    for (unsigned c = 0; c < 3; c++) {
        fputs(c ? "" : "0", out);
        sim_record_vector(record, wave, sim_wave_vector(wave, store->index + c * SIM_LANES));
    }
    fputs("],[0", out);
    for (unsigned c = 0; c < 4; c++)
        sim_record_vector(record, wave, sim_wave_vector(wave, store->data + c * SIM_LANES));
    fputs("]", out);
    sim_record_end(record);
    return wave->exec;
}
