/* SPDX-License-Identifier: MIT */
/* mir_machine.c: hand-made machine IR, and an interpreter of it. */
#include "llvm/evergreen/tests/mir_machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/hw/formats.h"

enum { MEMORY_DWORDS = 4096, MAX_VREGS = 256, RUNS = 200 };

struct evg_arena arena;

/* ---- making code ---- */

struct mir_function *new_function(void)
{
    struct mir_function *f = evg_arena_alloc(&arena, sizeof(*f));
    *f = (struct mir_function){
        .arena = &arena, .chip = hw_chip_find("cypress"), .name = "test", .ssa = true};
    return f;
}

struct mir_node *new_node(enum mir_node_kind kind, struct mir_block *block)
{
    struct mir_node *node = evg_arena_alloc(&arena, sizeof(*node));
    *node = (struct mir_node){.kind = (uint8_t)kind, .block = block};
    return node;
}

/* A block of inputs and one for code; returns the latter. */
struct mir_block *start_function(struct mir_function *f, struct mir_operand *inputs, unsigned count)
{
    struct mir_block *first = mir_new_block(f), *code = mir_new_block(f);
    for (unsigned i = 0; i < count; i++) {
        struct mir_inst *inst = mir_new_inst(f, MIR_INPUT, 0, 0);
        inst->dst_count = 1;
        inst->dst[0] = mir_new_vreg(f);
        mir_append(first, inst);
        inputs[i] = mir_vreg_operand(inst->dst[0]);
    }
    f->root = new_node(MIR_NODE_BLOCK, first);
    f->root->next = new_node(MIR_NODE_BLOCK, code);
    first->succ[0] = code;
    code->preds = evg_arena_array(&arena, 1, sizeof(struct mir_block *));
    code->preds[0] = first;
    code->pred_count = 1;
    return code;
}

struct mir_operand make(struct mir_function *f, struct mir_block *block, enum hw_alu_op op,
                        struct mir_operand a, struct mir_operand b)
{
    struct mir_inst *inst = mir_new_inst(f, MIR_ALU, op, hw_alu_info[op].nsrc);
    inst->src[0] = a;
    if (inst->src_count > 1)
        inst->src[1] = b;
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(f);
    mir_append(block, inst);
    return mir_vreg_operand(inst->dst[0]);
}

struct mir_operand lit(uint32_t value)
{
    return mir_literal(value);
}

struct mir_operand kcache(uint32_t dword)
{
    return (struct mir_operand){.kind = MIR_KCACHE, .value = dword};
}

/* Stores a dword at the byte address. */
void store(struct mir_function *f, struct mir_block *block, struct mir_operand address,
           struct mir_operand value)
{
    struct mir_operand index = make(f, block, HW_ALU_OP_LSHR_INT, address, lit(2));
    struct mir_inst *inst = mir_new_inst(f, MIR_RAT, HW_RAT_STORE_RAW, MIR_RAT_INDEX + 1);
    inst->mask = 1;
    inst->src[0] = value;
    inst->src[MIR_RAT_INDEX] = index;
    mir_append(block, inst);
}

/* ---- running it ---- */

struct machine {
    uint32_t value[MAX_VREGS];
    uint32_t constant[64];
    uint32_t memory[MEMORY_DWORDS];
};

static uint32_t read_operand(const struct machine *m, const struct mir_operand *operand)
{
    uint32_t sign = operand->neg ? 0x80000000 : 0, size = operand->abs ? 0x7fffffff : UINT32_MAX;
    switch (operand->kind) {
    case MIR_VREG:
        return (m->value[operand->value] & size) ^ sign;
    case MIR_LITERAL:
        return (operand->value & size) ^ sign;
    case MIR_KCACHE:
        return (m->constant[operand->value] & size) ^ sign;
    default:
        fail_msg("an operand of kind %u", operand->kind);
        return 0;
    }
}

static uint32_t compute(unsigned op, const uint32_t *v)
{
    const struct mir_meaning *meaning = mir_meaning_find(op);
    if (!meaning)
        fail_msg("no meaning of %s here", hw_alu_info[op].name);
    return meaning->compute(v[0], v[1], v[2]);
}

static uint32_t dot_product(const uint32_t *v)
{
    volatile float sum = mir_as_float(v[0]) * mir_as_float(v[1]);
    for (unsigned i = 2; i < MIR_DOT_SOURCES; i += 2) {
        volatile float product = mir_as_float(v[i]) * mir_as_float(v[i + 1]);
        sum += product;
    }
    return mir_as_bits(sum);
}

/* NaN becomes 0. */
static uint32_t modify_output(const struct mir_inst *inst, uint32_t bits)
{
    static const float scales[] = {
        [HW_OMOD_OFF] = 1, [HW_OMOD_M2] = 2, [HW_OMOD_M4] = 4, [HW_OMOD_D2] = 0.5f};
    float value = mir_as_float(bits) * scales[inst->omod];
    if (inst->clamp)
        value = value > 0 ? (value < 1 ? value : 1) : 0;
    return inst->clamp || inst->omod ? mir_as_bits(value) : bits;
}

static uint32_t fetch(const struct machine *m, const struct mir_inst *inst, uint32_t address)
{
    uint32_t dword = m->memory[address / 4 % MEMORY_DWORDS];
    if (inst->format != HW_FMT_8)
        return dword;
    uint8_t byte = (uint8_t)(dword >> address % 4 * 8);
    return inst->is_signed ? (uint32_t)(int8_t)byte : byte;
}

static void run_inst(struct machine *m, const struct mir_block *block, const struct mir_block *from,
                     const struct mir_inst *inst)
{
    uint32_t v[8] = {0};
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind != MIR_NONE && inst->kind != MIR_PHI)
            v[i] = read_operand(m, &inst->src[i]);
    if (inst->kind == MIR_ALU)
        m->value[inst->dst[0]] = modify_output(inst, compute(inst->op, v));
    if (inst->kind == MIR_DOT)
        m->value[inst->dst[0]] = modify_output(inst, dot_product(v));
    if (inst->kind == MIR_VTX)
        m->value[inst->dst[0]] = fetch(m, inst, v[0] + inst->offset);
    if (inst->kind == MIR_RAT)
        assert_true(v[MIR_RAT_INDEX] <= UINT32_MAX / 4);
    for (unsigned i = 0; i < 4 && inst->kind == MIR_RAT; i++)
        if (inst->mask >> i & 1)
            m->memory[(v[MIR_RAT_INDEX] + i) % MEMORY_DWORDS] = v[i];
    for (uint32_t p = 0; p < block->pred_count && inst->kind == MIR_PHI; p++)
        if (block->preds[p] == from)
            m->value[inst->dst[0]] = read_operand(m, &inst->src[p]);
}

static bool holds(const struct machine *m, const struct mir_block *block)
{
    if (block->cond.kind == MIR_NONE)
        return true;
    uint32_t v[3] = {read_operand(m, &block->cond)};
    if (!block->test)
        return v[0] != 0;
    v[1] = read_operand(m, &block->cond_other);
    return compute(block->test, v) != 0;
}

static void run(struct machine *m, const struct mir_function *f)
{
    const struct mir_block *from = NULL, *block = f->blocks[0];
    while (block) {
        for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
            run_inst(m, block, from, inst);
        from = block;
        block = block->succ[holds(m, block) ? 0 : 1];
    }
}

/* Inputs, as are ids, of 24 bits. Interesting ones are frequent. */
static void fill(struct machine *m, unsigned seed)
{
    srandom(seed);
    memset(m, 0, sizeof(*m));
    for (unsigned i = 1; i < MAX_VREGS; i++)
        m->value[i] = random() % 4 ? (uint32_t)random() % 4096 : (uint32_t)random() % 3;
    for (unsigned i = 0; i < 64; i++)
        m->constant[i] = 4096 + (uint32_t)random() % 1024 * 4;
    for (unsigned i = 0; i < MEMORY_DWORDS; i++)
        m->memory[i] = (uint32_t)random();
}

/* ---- what is expected ---- */

/* Runs the code on the same inputs before and after the passes. */
void expect_same(struct mir_function *f, pass *const *passes)
{
    static struct machine before[RUNS], after;
    char error[256] = "";
    for (unsigned i = 0; i < RUNS; i++) {
        fill(&before[i], i);
        run(&before[i], f);
    }
    for (; *passes; passes++) {
        (*passes)(f);
        if (mir_verify(f, error, sizeof(error)))
            fail_msg("%s", error);
    }
    assert_true(f->vreg_count <= MAX_VREGS);
    for (unsigned i = 0; i < RUNS; i++) {
        fill(&after, i);
        run(&after, f);
        assert_memory_equal(before[i].memory, after.memory, sizeof(after.memory));
    }
}

uint32_t run_once(const struct mir_function *f, uint32_t input)
{
    static struct machine machine;
    fill(&machine, 1);
    machine.value[f->blocks[0]->first->dst[0]] = input;
    run(&machine, f);
    return machine.memory[0];
}

unsigned count_op(const struct mir_function *f, enum hw_alu_op op)
{
    unsigned count = 0;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            count += inst->kind == MIR_ALU && inst->op == op;
    return count;
}

unsigned count_kind(const struct mir_function *f, enum mir_kind kind)
{
    unsigned count = 0;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            count += inst->kind == kind;
    return count;
}

int finish(void **state)
{
    (void)state;
    evg_arena_finish(&arena);
    return 0;
}
