/* SPDX-License-Identifier: MIT */
/* decode.c: control flow of a program into the simulator's form, and what all of decoding shares.
 */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/free_all.h"
#include "driver/hw/chips.h"
#include "driver/sim/decode/decode.h"
#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/pointers.h"

enum { MAX_CF = 1 << 16 };

bool sim_decode_fail(struct sim_decoder *d, uint32_t word, const char *format, ...)
{
    if (d->failed)
        return false;
    d->failed = true;
    const int length = snprintf(d->error, d->error_size, "machine code, byte 0x%x: ", word * 4);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->error + length, d->error_size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

void *sim_list_add(struct sim_decoder *d, struct sim_list *list, size_t size)
{
    if (*list->count == list->room) {
        const uint32_t room = list->room ? list->room * 2 : 64;
        void *moved = aligned_alloc(SIM_VECTOR_ALIGN, ((size_t)room * size + 63) / 64 * 64);
        if (!moved) {
            sim_decode_fail(d, 0, "out of memory");
            return NULL;
        }
        if (*list->items)
            memcpy(moved, *list->items, *list->count * size);
        free(*list->items);
        *list->items = moved;
        list->room = room;
    }
    char *item = (char *)*list->items + *list->count * size;
    memset(item, 0, size);
    ++*list->count;
    return item;
}

/* Whether dwords [first, first + count) can be read; notes that they are. */
static bool reach(struct sim_decoder *d, uint32_t word, uint64_t first, uint32_t count)
{
    if (first + count > d->dwords)
        return sim_decode_fail(d, word,
                               "refers to byte 0x%llx, behind the end of the code's buffer",
                               (unsigned long long)(first + count) * 4);
    if (first + count > d->used)
        d->used = (uint32_t)(first + count);
    return true;
}

bool sim_decode_gpr(struct sim_decoder *d, uint32_t word, unsigned gpr, uint32_t *place)
{
    const unsigned gprs = d->program->mode.gprs;
    if (gpr >= gprs && gpr < HW_GPRS - HW_CLAUSE_TEMPS)
        return sim_decode_fail(d, word, "R%u is used, but the program has %u registers", gpr, gprs);
    const unsigned index = gpr < gprs ? gpr : gprs + gpr - (HW_GPRS - HW_CLAUSE_TEMPS);
    *place = index * 4 * SIM_LANES;
    return true;
}

/* Control flow that this simulator does not do, with the reason in words. */
static const char *unsupported(const struct hw_cf_info *info)
{
    switch (info->flow) {
    case HW_FLOW_CALL:
        return "subroutines are not supported";
    case HW_FLOW_TABLE:
        return "jump tables are not supported";
    case HW_FLOW_GRAPHICS:
        return "has no meaning in a compute program";
    default:
        return info->op == HW_CF_MEM_RAT_COMBINED_CACHELESS
                   ? "combined RAT stores are not supported"
                   : NULL;
    }
}

static void decode_kcache(struct sim_decoder *d, uint32_t word, bool extended,
                          struct sim_kcache kcache[4])
{
    const uint32_t w0 = d->code[word], w1 = d->code[word + 1];
    kcache[0] = (struct sim_kcache){.bank = (uint8_t)HW_GET(w0, CF_ALU_WORD0, KCACHE_BANK0),
                                    .mode = (uint8_t)HW_GET(w0, CF_ALU_WORD0, KCACHE_MODE0),
                                    .line = (uint16_t)HW_GET(w1, CF_ALU_WORD1, KCACHE_ADDR0)};
    kcache[1] = (struct sim_kcache){.bank = (uint8_t)HW_GET(w0, CF_ALU_WORD0, KCACHE_BANK1),
                                    .mode = (uint8_t)HW_GET(w1, CF_ALU_WORD1, KCACHE_MODE1),
                                    .line = (uint16_t)HW_GET(w1, CF_ALU_WORD1, KCACHE_ADDR1)};
    if (!extended)
        return;
    const uint32_t e0 = d->code[word - 2], e1 = d->code[word - 1];
    kcache[2] = (struct sim_kcache){.bank = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, KCACHE_BANK2),
                                    .mode = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, KCACHE_MODE2),
                                    .line = (uint16_t)HW_GET(e1, CF_ALU_EXT_WORD1, KCACHE_ADDR2)};
    kcache[3] = (struct sim_kcache){.bank = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, KCACHE_BANK3),
                                    .mode = (uint8_t)HW_GET(e1, CF_ALU_EXT_WORD1, KCACHE_MODE3),
                                    .line = (uint16_t)HW_GET(e1, CF_ALU_EXT_WORD1, KCACHE_ADDR3)};
    kcache[0].index_mode = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, BANK_INDEX_MODE0);
    kcache[1].index_mode = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, BANK_INDEX_MODE1);
    kcache[2].index_mode = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, BANK_INDEX_MODE2);
    kcache[3].index_mode = (uint8_t)HW_GET(e0, CF_ALU_EXT_WORD0, BANK_INDEX_MODE3);
}

static bool may_skip(const struct sim_program *program, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count; i++) {
        const struct sim_alu_op *op = &program->ops[cf->first + i];
        if (op->action == SIM_ACTION_BARRIER || op->action == SIM_ACTION_CF_INDEX)
            return false;
    }
    return true;
}

static bool decode_alu_cf(struct sim_decoder *d, uint32_t word, bool extended)
{
    const uint32_t w0 = d->code[word], w1 = d->code[word + 1];
    struct sim_kcache kcache[4] = {0};
    decode_kcache(d, word, extended, kcache);
    const uint32_t slot = HW_GET(w0, CF_ALU_WORD0, ADDR);
    const unsigned slots = HW_GET(w1, CF_ALU_WORD1, COUNT) + 1;
    const uint32_t index = d->program->cf_count - 1, first = d->program->op_count;
    if (!reach(d, word, (uint64_t)slot * 2, slots * 2) || !sim_decode_alu(d, slot, slots, kcache))
        return false;
    struct sim_cf *cf = &d->program->cf[index];
    cf->items = SIM_ITEMS_OPS;
    cf->first = first;
    cf->count = d->program->op_count - first;
    cf->pop_count = cf->flow == HW_FLOW_POP ? cf->op == HW_CF_ALU_POP2_AFTER ? 2 : 1 : 0;
    cf->may_skip = may_skip(d->program, cf);
    return !index || !d->program->mode.strict || sim_decode_order(d, word, cf - 1, cf);
}

static bool decode_fetch_cf(struct sim_decoder *d, struct sim_cf *cf, uint32_t word)
{
    const uint32_t slot = HW_GET(d->code[word], CF_WORD0, ADDR);
    const unsigned count = HW_GET(d->code[word + 1], CF_WORD1, COUNT) + 1;
    /* Without a vertex cache the texture cache does its work, and Mesa's clauses are the same on
     * all chips (r600_asm.c: r600_bytecode_add_vtx_internal). Ours are not. */
    const bool vertex = cf->op == HW_CF_VC || cf->op == HW_CF_VC_ACK;
    if (vertex && !d->chip->vertex_cache && d->program->mode.strict)
        return sim_decode_fail(d, word, "VC clause on %s, which has no vertex cache",
                               d->chip->name);
    if (count > HW_FETCH_CLAUSE_MAX)
        return sim_decode_fail(d, word, "fetch clause of %u instructions; %u is the limit", count,
                               (unsigned)HW_FETCH_CLAUSE_MAX);
    if (slot % 2)
        return sim_decode_fail(d, word, "fetch clause is not aligned to 16 bytes");
    if (!reach(d, word, (uint64_t)slot * 2, count * 4))
        return false;
    cf->items = SIM_ITEMS_FETCHES;
    cf->first = d->program->fetch_count;
    cf->count = count;
    return (cf->op == HW_CF_GDS ? sim_decode_gds : sim_decode_fetches)(d, slot, count);
}

static bool decode_plain_cf(struct sim_decoder *d, struct sim_cf *cf, uint32_t word,
                            const struct hw_cf_info *info)
{
    const uint32_t w0 = d->code[word], w1 = d->code[word + 1];
    const struct sim_stage *stage = d->program->mode.stage;
    const char *reason = stage && stage->has(word, cf->op) ? NULL : unsupported(info);
    if (reason)
        return sim_decode_fail(d, word, "%s %s", info->name, reason);
    cf->end = HW_GET(w1, CF_WORD1, END_OF_PROGRAM);
    cf->valid = HW_GET(w1, CF_WORD1, VALID_PIXEL_MODE);
    if (d->chip->vliw == HW_VLIW4 && cf->end)
        return sim_decode_fail(d, word, "END_OF_PROGRAM on %s, which has CF_END", d->chip->name);
    cf->end |= cf->op == HW_CF_CF_END || cf->op == HW_CF_RETURN;
    switch (info->kind) {
    case HW_CF_KIND_TEX:
    case HW_CF_KIND_VTX:
    case HW_CF_KIND_GDS:
        return decode_fetch_cf(d, cf, word);
    case HW_CF_KIND_RAT:
    case HW_CF_KIND_SCRATCH:
    case HW_CF_KIND_EMIT:
    case HW_CF_KIND_EXPORT:
        cf->items = SIM_ITEMS_STORE;
        cf->first = d->program->store_count;
        cf->count = 1;
        return info->flow == HW_FLOW_GRAPHICS ? stage->decode_export(d, word, cf->op)
                                              : sim_decode_store(d, word, cf->op);
    case HW_CF_KIND_JUMP:
        if (HW_GET(w1, CF_WORD1, COND) != HW_CF_COND_ACTIVE)
            return sim_decode_fail(d, word, "%s with a condition other than ACTIVE", info->name);
        cf->target = HW_GET(w0, CF_WORD0, ADDR);
        cf->pop_count = (uint8_t)HW_GET(w1, CF_WORD1, POP_COUNT);
        cf->loop_const = (uint8_t)HW_GET(w1, CF_WORD1, CF_CONST);
        return true;
    default:
        return true;
    }
}

/* Decodes instruction `index`, the next in line. */
static bool decode_cf(struct sim_decoder *d, uint32_t index, bool *extended)
{
    const uint32_t word = index * 2;
    if (!reach(d, word, word, 2))
        return false;
    const unsigned op = hw_cf_op_of(d->code[word + 1]);
    if (!hw_cf_exists(op, d->chip->vliw))
        return sim_decode_fail(d, word, "there is no control-flow instruction 0x%x", op & 0xffu);
    struct sim_cf *cf = sim_list_add(d, &d->cf, sizeof(*cf));
    if (!cf)
        return false;
    const struct hw_cf_info *info = hw_cf_find(op);
    cf->op = (uint16_t)op;
    cf->flow = info->flow;
    const bool prefixed = *extended;
    *extended = op == HW_CF_ALU_EXTENDED;
    if (*extended)
        return prefixed ? sim_decode_fail(d, word, "ALU_EXTENDED twice in a row") : true;
    if (op & HW_CF_ALU_BIT)
        return decode_alu_cf(d, word, prefixed);
    if (prefixed)
        return sim_decode_fail(d, word, "ALU_EXTENDED is not followed by an ALU clause");
    return decode_plain_cf(d, cf, word, info);
}

/* Decodes up to the instruction marked END_OF_PROGRAM, or CF_END, or further where a jump goes
 * beyond it. */
static bool decode_control_flow(struct sim_decoder *d)
{
    uint32_t furthest = 0;
    bool extended = false;
    for (uint32_t i = 0;; i++) {
        if (i == MAX_CF)
            return sim_decode_fail(d, i * 2, "no end in %d instructions", MAX_CF);
        if (!decode_cf(d, i, &extended))
            return false;
        const struct sim_cf *cf = &d->program->cf[i];
        if (cf->target > furthest)
            furthest = cf->target;
        if (cf->end && i >= furthest)
            return true;
    }
}

static void decoder_lists(struct sim_decoder *d)
{
    struct sim_program *p = d->program;
    d->cf = (struct sim_list){(void **)&p->cf, &p->cf_count, 0};
    d->ops = (struct sim_list){(void **)&p->ops, &p->op_count, 0};
    d->fetches = (struct sim_list){(void **)&p->fetches, &p->fetch_count, 0};
    d->stores = (struct sim_list){(void **)&p->stores, &p->store_count, 0};
    d->consts = (struct sim_list){(void **)&p->consts, &p->const_count, 0};
    d->literals = (struct sim_list){(void **)&p->literals, &p->literal_count, 0};
}

static bool is_access(const struct sim_alu_op *op)
{
    return op->action == SIM_ACTION_LDS || sim_op_indexed(op);
}

/* Numbers the operations that are accesses. */
static bool number_accesses(struct sim_program *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->op_count; i++)
        count += is_access(&p->ops[i]);
    p->accessing = count ? malloc(count * sizeof(*p->accessing)) : NULL;
    if (count && !p->accessing)
        return false;
    for (uint32_t i = 0; i < p->op_count; i++)
        if (is_access(&p->ops[i])) {
            p->ops[i].access = sim_program_accesses(p);
            p->accessing[p->accessing_count++] = i;
        }
    return true;
}

static bool decode(struct sim_decoder *d)
{
    struct sim_program *p = d->program;
    if (p->mode.gprs < 2)
        p->mode.gprs = 2; /* the hardware writes R0 and R1 in any case */
    d->first_vector = sim_program_vector(p, 0);
    /* Sources that an operation does not have are set to the first literal, so there must be one.
     */
    if (!sim_list_add(d, &d->literals, sizeof(sim_vector)))
        return false;
    if (!decode_control_flow(d))
        return false;
    p->vector_count = d->first_vector + SIM_VECTOR_QUEUE + d->queue_vectors;
    p->dwords = d->used;
    p->code = malloc((size_t)d->used * sizeof(*p->code));
    if (!p->code || !number_accesses(p))
        return sim_decode_fail(d, 0, "out of memory");
    memcpy(p->code, d->code, (size_t)d->used * sizeof(*p->code));
    if (!p->mode.stage)
        sim_find_pointers(p);
    return true;
}

struct sim_program *sim_program_decode(const uint32_t *code, uint32_t dwords,
                                       const struct sim_program_mode *mode,
                                       const struct hw_chip *chip, const struct sim_lanes *lanes,
                                       char *error, size_t error_size)
{
    struct sim_program *program = calloc(1, sizeof(*program));
    if (!program) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    static atomic_ullong programs;
    program->serial = atomic_fetch_add(&programs, 1) + 1;
    program->mode = *mode;
    struct sim_decoder d = {.code = code,
                            .dwords = dwords,
                            .chip = chip,
                            .lanes = lanes,
                            .program = program,
                            .error = error,
                            .error_size = error_size};
    decoder_lists(&d);
    if (!decode(&d)) {
        sim_program_destroy(program);
        return NULL;
    }
    program->mode = *mode; /* as asked for: the cache compares it */
    return program;
}

void sim_program_destroy(struct sim_program *program)
{
    if (!program)
        return;
    FREE_ALL(program->cf, program->ops, program->fetches, program->stores, program->consts,
             program->pointers, program->accessing, program->literals, program->code, program);
}
