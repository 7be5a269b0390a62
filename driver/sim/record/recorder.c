/* SPDX-License-Identifier: MIT */
/* recorder.c: a launch in the trace of ROOTLE_TRACE: what it is, before it runs, and its counts and
 * steps behind. docs/explorer.md describes the lines. */
#include "driver/sim/record/recorder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/record/bytes.h"
#include "driver/sim/record/names.h"
#include "driver/sim/record/record.h"
#include "driver/sim/stream/stream.h"

static void print_triple(FILE *out, const char *name, const uint32_t three[3])
{
    fprintf(out, ",\"%s\":[%u,%u,%u]", name, three[0], three[1], three[2]);
}

static void print_head(const struct sim_launch *launch, uint64_t number, uint64_t sequence,
                       FILE *out)
{
    const struct sim_program *program = launch->program;
    fprintf(out,
            "{\"launch\":%" PRIu64 ",\"stream\":%" PRIu64 ",\"chip\":\"%s\",\"kernel\":", number,
            sequence, launch->chip->name);
    trace_print_string(out, launch->label, strlen(launch->label));
    print_triple(out, "groups", launch->groups);
    print_triple(out, "start", launch->start);
    print_triple(out, "local", launch->local);
    fprintf(out, ",\"wave\":%u,\"waves\":%u,\"gprs\":%u,\"stack\":%u,\"lds\":%u,\"scratch\":%u}\n",
            launch->wave_size, launch->waves, program->mode.gprs, program->mode.stack_entries,
            launch->lds_dwords * 4, launch->scratch_dwords * 4);
}

/* Prints what the driver knows: the source, the options, arguments. */
static void print_guide(const struct sim_launch *launch, FILE *out)
{
    const struct guide *guide = launch->guide;
    struct guide_program program = {0};
    struct guide_argument argument;
    guide->program(guide, &program);
    fputs("{\"source\":", out);
    if (program.source)
        trace_print_string(out, program.source, program.source_size);
    else
        fputs("null", out);
    fputs(",\"options\":", out);
    trace_print_string(out, program.options, strlen(program.options));
    fputs(",\"arguments\":[", out);
    for (uint32_t i = 0; guide->argument(guide, i, &argument); i++) {
        fprintf(out, "%s{\"name\":", i ? "," : "");
        trace_print_string(out, argument.name, strlen(argument.name));
        fputs(",\"type\":", out);
        trace_print_string(out, argument.type, strlen(argument.type));
        fprintf(out, ",\"texture\":%d,\"rat\":%d,\"sampler\":%d,\"offset\":%u,\"bytes\":%u}",
                argument.texture, argument.rat, argument.sampler, argument.offset, argument.bytes);
    }
    fputs("]}\n", out);
}

/* Lines of the source, [64-bit word of the code, line in words], where they change. */
static void print_lines(const struct sim_launch *launch, FILE *out)
{
    const struct guide *guide = launch->guide;
    char text[GUIDE_TEXT_SIZE];
    uint32_t last = 0;
    fputs("{\"lines\":[[0,\"\"]", out);
    for (uint32_t word = 0; word < launch->program->dwords / 2; word++) {
        const uint32_t place = guide->place(guide, word * 8, text);
        if (place == last)
            continue;
        fprintf(out, ",[%u,", word);
        trace_print_string(out, place ? text : "", place ? strlen(text) : 0);
        fputs("]", out);
        last = place;
    }
    fputs("]}\n", out);
}

/* The code, and which words the numbers of steps and counts are of. */
static void print_program(const struct sim_program *program, FILE *out)
{
    fputs("{\"code\":", out);
    trace_print_bytes(out, program->code, (size_t)program->dwords * sizeof(uint32_t));
    fputs(",\"ops\":[", out);
    for (uint32_t i = 0; i < program->op_count; i++)
        fprintf(out, "%s[%u,\"%c\"]", i ? "," : "", program->ops[i].word / 2,
                "rfi"[hw_alu_result(program->ops[i].op)]);
    fputs("],\"fetches\":[", out);
    for (uint32_t i = 0; i < program->fetch_count; i++)
        fprintf(out, "%s[%u,\"%s\",%u,%u,%u]", i ? "," : "", program->fetches[i].word / 2,
                sim_fetch_names[program->fetches[i].kind].key, program->fetches[i].resource,
                program->fetches[i].sampler, program->fetches[i].normalized);
    fputs("],\"stores\":[", out);
    for (uint32_t i = 0; i < program->store_count; i++) {
        const struct sim_store *store = &program->stores[i];
        const bool scratch = store->cf_op == HW_CF_MEM_SCRATCH;
        fprintf(out, "%s[%u,\"%s\",%u,%u]", i ? "," : "", store->word / 2,
                scratch ? "scratch" : hw_rat_name(store->rat_op), store->rat, store->comp_mask);
    }
    fputs("]}\n", out);
}

static void print_constants(const struct sim_launch *launch, FILE *out)
{
    const struct sim_program *program = launch->program;
    fputs("{\"constants\":[", out);
    for (uint32_t i = 0; i < program->const_count; i++)
        fprintf(out, "%s[%u,%u,%u,%u]", i ? "," : "", program->consts[i].bank,
                program->consts[i].index, program->consts[i].channel,
                launch->consts[(size_t)i * SIM_LANES]);
    fputs("]}\n", out);
}

static void print_counts(FILE *out, const char *name, const struct sim_record_count *counts,
                         uint32_t count)
{
    fprintf(out, ",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", i ? "," : "",
                counts[i].runs, counts[i].lanes, counts[i].lines, counts[i].conflicts);
    fputs("]", out);
}

void sim_record_describe(const struct sim_launch *launch, uint64_t number, uint64_t sequence,
                         FILE *out)
{
    print_head(launch, number, sequence, out);
    print_program(launch->program, out);
    print_constants(launch, out);
    if (launch->guide && launch->guide->program)
        print_guide(launch, out);
    if (launch->guide)
        print_lines(launch, out);
}

static void print_begin(const struct sim_record *record, uint64_t sequence, FILE *out)
{
    struct sim_names *names = sim_names_read(record->launch);
    sim_record_describe(record->launch, record->number, sequence, out);
    if (names)
        sim_names_print(names, out);
    sim_names_free(names);
    sim_record_images(record, false, out);
    sim_record_print_buffers(record, false, out);
}

static void print_end(const struct sim_record *record, FILE *out)
{
    const struct sim_program *program = record->launch->program;
    sim_record_images(record, true, out);
    sim_record_print_buffers(record, true, out);
    fprintf(out, "{\"counts\":%" PRIu64, record->number);
    print_counts(out, "cf", record->cf, program->cf_count);
    print_counts(out, "ops", record->ops, program->op_count);
    print_counts(out, "fetches", record->fetches, program->fetch_count);
    print_counts(out, "stores", record->stores, program->store_count);
    fputs("}\n", out);
    fflush(record->steps.out);
    fprintf(out, "{\"steps\":%" PRIu64 ",\"cut\":%s,\"failed\":%s,\"list\":[", record->number,
            record->cut ? "true" : "false", atomic_load(&record->launch->stop) ? "true" : "false");
    fwrite(record->steps.bytes, 1, record->steps.size, out);
    fputs("[\"e\"]]}\n", out);
}

static void destroy(struct sim_watch *watch)
{
    struct sim_record *record = (struct sim_record *)watch;
    struct trace_text text;
    if (trace_text_open(&text)) {
        print_end(record, text.out);
        trace_text_append(&text);
    }
    sim_record_finish(record);
    free(record);
}

/* Where memory is short the launch is not recorded. */
static struct sim_watch *create(struct sim_launch *launch, const struct sim_stream *stream,
                                unsigned checks)
{
    static uint64_t launches; /* of the process's devices: they are recorded by one thread each */
    struct sim_record *record = calloc(1, sizeof(*record));
    struct trace_text text = {0};
    (void)checks;
    if (!record)
        return NULL;
    if (!sim_record_init(record, launch) || !trace_text_open(&text)) {
        sim_record_finish(record);
        free(record);
        return NULL;
    }
    record->watch = (struct sim_watch){.destroy = destroy,
                                       .cf = sim_record_cf,
                                       .op = sim_record_op,
                                       .op_done = sim_record_op_done,
                                       .fetch = sim_record_fetch,
                                       .fetch_done = sim_record_fetch_done,
                                       .sample = sim_record_sample,
                                       .store = sim_record_store};
    record->number = __atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED);
    sim_record_find_buffers(record);
    print_begin(record, stream->sequence, text.out);
    trace_text_append(&text);
    return &record->watch;
}

static bool wants(unsigned checks)
{
    (void)checks;
    return trace_file_wanted();
}

const struct sim_watcher sim_recorder = {.wants = wants, .create = create};
