/* SPDX-License-Identifier: MIT */
/* mir_machine.c: an interpreter of machine IR, for tests. */
#include "llvm/evergreen/tests/mir_machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/hw/formats.h"

/* A run; after an error the rest of it means nothing. */
struct run {
    struct machine *m;
    char *error;
    size_t error_size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static uint32_t fail(struct run *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!r->failed)
        vsnprintf(r->error, r->error_size, format, arguments);
    va_end(arguments);
    r->failed = true;
    return 0;
}

static uint32_t read_operand(struct run *r, const struct mir_operand *operand)
{
    uint32_t sign = operand->neg ? 0x80000000 : 0, size = operand->abs ? 0x7fffffff : UINT32_MAX;
    switch (operand->kind) {
    case MIR_VREG:
        return (r->m->value[operand->value] & size) ^ sign;
    case MIR_LITERAL:
        return (operand->value & size) ^ sign;
    case MIR_KCACHE:
        if (operand->value >= MACHINE_CONSTANTS)
            return fail(r, "the machine has %d constants", MACHINE_CONSTANTS);
        return (r->m->constant[operand->value] & size) ^ sign;
    default:
        return fail(r, "the machine has no operands of kind %u", operand->kind);
    }
}

static uint32_t compute(struct run *r, unsigned op, const uint32_t *v)
{
    const struct mir_meaning *meaning = mir_meaning_find(op);
    if (!meaning)
        return fail(r, "meaning.def has no row for %s", hw_alu_info[op].name);
    return meaning->compute(v[0], v[1], v[2]);
}

static uint32_t dot_product(const uint32_t *v)
{
    volatile float sum = bits_float(v[0]) * bits_float(v[1]);
    for (unsigned i = 2; i < MIR_DOT_SOURCES; i += 2) {
        volatile float product = bits_float(v[i]) * bits_float(v[i + 1]);
        sum += product;
    }
    return float_bits(sum);
}

/* NaN becomes 0. */
static uint32_t modify_output(const struct mir_inst *inst, uint32_t bits)
{
    static const float scales[] = {
        [HW_OMOD_OFF] = 1, [HW_OMOD_M2] = 2, [HW_OMOD_M4] = 4, [HW_OMOD_D2] = 0.5f};
    float value = bits_float(bits) * scales[inst->omod];
    if (inst->clamp)
        value = value > 0 ? (value < 1 ? value : 1) : 0;
    return inst->clamp || inst->omod ? float_bits(value) : bits;
}

static uint32_t fetch(const struct machine *m, const struct mir_inst *inst, uint32_t address)
{
    uint32_t dword = m->memory[address / 4 % MACHINE_MEMORY_DWORDS];
    if (inst->format != HW_FMT_8)
        return dword;
    uint8_t byte = (uint8_t)(dword >> address % 4 * 8);
    return inst->is_signed ? (uint32_t)(int8_t)byte : byte;
}

static void store(struct run *r, const struct mir_inst *inst, const uint32_t *v)
{
    if (v[MIR_RAT_INDEX] > UINT32_MAX / 4)
        fail(r, "a store to dword 0x%x", v[MIR_RAT_INDEX]);
    for (unsigned i = 0; i < 4; i++)
        if (inst->mask >> i & 1)
            r->m->memory[(v[MIR_RAT_INDEX] + i) % MACHINE_MEMORY_DWORDS] = v[i];
}

static void choose_phi(struct run *r, const struct mir_block *block, const struct mir_block *from,
                       const struct mir_inst *phi)
{
    for (uint32_t p = 0; p < block->pred_count; p++)
        if (block->preds[p] == from)
            r->m->value[phi->dst[0]] = read_operand(r, &phi->src[p]);
}

static void run_inst(struct run *r, const struct mir_block *block, const struct mir_block *from,
                     const struct mir_inst *inst)
{
    uint32_t v[MIR_DOT_SOURCES] = {0}, *result = &r->m->value[inst->dst[0]];
    if (inst->kind == MIR_PHI) {
        choose_phi(r, block, from, inst);
        return;
    }
    for (uint32_t i = 0; i < inst->src_count && i < MIR_DOT_SOURCES; i++)
        if (inst->src[i].kind != MIR_NONE)
            v[i] = read_operand(r, &inst->src[i]);
    switch (inst->kind) {
    case MIR_INPUT:
        break;
    case MIR_ALU:
        *result = modify_output(inst, compute(r, inst->op, v));
        break;
    case MIR_DOT:
        *result = modify_output(inst, dot_product(v));
        break;
    case MIR_VTX:
        *result = fetch(r->m, inst, v[0] + inst->offset);
        break;
    case MIR_RAT:
        store(r, inst, v);
        break;
    default:
        fail(r, "the machine has no instructions of kind %u", inst->kind);
    }
}

static bool holds(struct run *r, const struct mir_block *block)
{
    if (block->cond.kind == MIR_NONE)
        return true;
    uint32_t v[3] = {read_operand(r, &block->cond)};
    if (!block->test)
        return v[0] != 0;
    v[1] = read_operand(r, &block->cond_other);
    return compute(r, block->test, v) != 0;
}

bool machine_run(struct machine *m, const struct mir_function *f, char *error, size_t error_size)
{
    struct run r = {m, error, error_size, false};
    const struct mir_block *from = NULL, *block = f->blocks[0];
    if (f->vreg_count > MACHINE_MAX_VREGS)
        fail(&r, "the machine has %d registers", MACHINE_MAX_VREGS);
    while (block && !r.failed) {
        for (const struct mir_inst *inst = block->first; inst && !r.failed; inst = inst->next)
            run_inst(&r, block, from, inst);
        from = block;
        block = block->succ[holds(&r, block) ? 0 : 1];
    }
    return !r.failed;
}

void machine_fill(struct machine *m, unsigned seed)
{
    srandom(seed);
    memset(m, 0, sizeof(*m));
    for (unsigned i = 1; i < MACHINE_MAX_VREGS; i++)
        m->value[i] = random() % 4 ? (uint32_t)random() % 4096 : (uint32_t)random() % 3;
    for (unsigned i = 0; i < MACHINE_CONSTANTS; i++)
        m->constant[i] = 4096 + (uint32_t)random() % 1024 * 4;
    for (unsigned i = 0; i < MACHINE_MEMORY_DWORDS; i++)
        m->memory[i] = (uint32_t)random();
}

void machine_set_input(struct machine *m, const struct mir_function *f, uint32_t value)
{
    m->value[f->blocks[0]->first->dst[0]] = value;
}
