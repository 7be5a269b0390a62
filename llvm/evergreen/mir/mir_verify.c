/* SPDX-License-Identifier: MIT */
/* mir_verify.c: the invariants of machine IR, checked after each pass when asked for. */
#include "llvm/evergreen/mir/mir.h"

struct checker {
    const struct mir_function *f;
    const char *what; /* the first violation */
    uint32_t block, vreg;
    uint64_t *defined; /* being built for one block */
};

static void violated(struct checker *c, const struct mir_block *block, uint32_t vreg,
                     const char *what)
{
    if (c->what)
        return;
    c->what = what;
    c->block = block->index;
    c->vreg = vreg;
}

static bool takes_float(const struct mir_inst *inst, uint32_t source)
{
    if (inst->kind == MIR_DOT)
        return true;
    if (inst->kind != MIR_ALU)
        return false;
    switch (hw_alu_info[inst->op].types) {
    case HW_TYPES_FF:
    case HW_TYPES_FI:
        return true;
    case HW_TYPES_FR:
        return source == 0;
    default:
        return false;
    }
}

static void check_operand(struct checker *c, const struct mir_block *block,
                          const struct mir_inst *inst, uint32_t index,
                          const struct mir_operand *operand)
{
    if ((operand->neg || operand->abs) && !takes_float(inst, index))
        violated(c, block, operand->value, "a modifier where no float is taken");
    if (operand->abs && inst->kind == MIR_ALU && hw_alu_info[inst->op].op3)
        violated(c, block, operand->value, "abs on an operation with three sources");
    if (operand->kind == MIR_VREG && (operand->value == 0 || operand->value >= c->f->vreg_count))
        violated(c, block, operand->value, "an operand that does not exist");
}

static void check_shape(struct checker *c, const struct mir_block *block,
                        const struct mir_inst *inst)
{
    if ((inst->clamp || inst->omod) && !mir_gives_float(inst) &&
        !(inst->kind == MIR_ALU && inst->op == HW_ALU_OP_MOV))
        violated(c, block, inst->dst[0], "an output modifier where there is no float");
    if (inst->omod && inst->kind == MIR_ALU && hw_alu_info[inst->op].op3)
        violated(c, block, inst->dst[0], "a scale on an operation with three sources");
    if (inst->omod && !c->f->scales_output)
        violated(c, block, inst->dst[0], "a scale in a kernel that does not tell of it");
    if (inst->kind == MIR_ALU && inst->src_count != hw_alu_info[inst->op].nsrc)
        violated(c, block, inst->dst[0], "wrong number of sources");
    if (inst->kind == MIR_DOUBLE && inst->src_count != 2u * hw_alu_info[inst->op].nsrc)
        violated(c, block, inst->dst[0], "sources that are not pairs");
    if (inst->kind == MIR_DOT && inst->src_count != MIR_DOT_SOURCES)
        violated(c, block, inst->dst[0], "a dot product without eight factors");
    if (inst->kind == MIR_PHI && !c->f->ssa)
        violated(c, block, inst->dst[0], "a phi outside SSA form");
    if (inst->kind == MIR_PHI && inst->src_count != block->pred_count)
        violated(c, block, inst->dst[0], "a phi without a source for each predecessor");
    for (uint32_t i = 0; i < inst->src_count; i++)
        check_operand(c, block, inst, i, &inst->src[i]);
}

static void check_single_definitions(struct checker *c)
{
    uint64_t *seen = arena_array(c->f->arena, c->f->vreg_count / 64 + 1, sizeof(*seen));
    for (uint32_t b = 0; b < c->f->block_count; b++)
        for (const struct mir_inst *inst = c->f->blocks[b]->first; inst; inst = inst->next)
            for (unsigned d = 0; d < inst->dst_count; d++) {
                uint32_t v = inst->dst[d];
                if (v && mir_bit(seen, v))
                    violated(c, c->f->blocks[b], v, "a register defined twice");
                seen[v / 64] |= UINT64_C(1) << v % 64;
            }
}

static void define_all(uint64_t *set, const struct mir_inst *inst)
{
    for (unsigned d = 0; d < inst->dst_count; d++)
        set[inst->dst[d] / 64] |= UINT64_C(1) << inst->dst[d] % 64;
}

/* Makes c->defined the registers that are defined at a block's beginning: at the ends of all blocks
 * that lead to it. */
static void enter_block(struct checker *c, const struct mir_block *block, uint64_t **out,
                        uint32_t words)
{
    for (uint32_t w = 0; w < words; w++) {
        c->defined[w] = block->pred_count ? UINT64_MAX : 0;
        for (uint32_t p = 0; p < block->pred_count; p++)
            c->defined[w] &= out[block->preds[p]->index][w];
    }
}

/* The registers that are defined at a block's end whichever path led there. Definitions reach all
 * uses if every register that is read is in this set. In SSA form that is dominance; phi sources
 * count at the end of their predecessor. */
static void solve_defined(struct checker *c, uint64_t **out, uint32_t words)
{
    for (uint32_t b = 0; b < c->f->block_count; b++)
        for (uint32_t w = 0; w < words; w++)
            out[b][w] = UINT64_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < c->f->block_count; b++) {
            const struct mir_block *block = c->f->blocks[b];
            enter_block(c, block, out, words);
            for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
                define_all(c->defined, inst);
            for (uint32_t w = 0; w < words; w++) {
                changed |= out[b][w] != c->defined[w];
                out[b][w] = c->defined[w];
            }
        }
    }
}

static void check_use(struct checker *c, const struct mir_block *block, const uint64_t *defined,
                      const struct mir_operand *operand)
{
    if (operand->kind == MIR_VREG && operand->value < c->f->vreg_count &&
        !mir_bit(defined, operand->value))
        violated(c, block, operand->value, "a register used before its definition");
}

static void check_uses(struct checker *c, uint64_t **out, uint32_t words)
{
    for (uint32_t b = 0; b < c->f->block_count; b++) {
        const struct mir_block *block = c->f->blocks[b];
        enter_block(c, block, out, words);
        for (const struct mir_inst *inst = block->first; inst; inst = inst->next) {
            for (uint32_t i = 0; i < inst->src_count; i++)
                check_use(c, block,
                          inst->kind == MIR_PHI ? out[block->preds[i]->index] : c->defined,
                          &inst->src[i]);
            define_all(c->defined, inst);
        }
        check_use(c, block, c->defined, &block->cond);
        check_use(c, block, c->defined, &block->cond_other);
    }
}

int mir_verify(const struct mir_function *f, char *error, size_t error_size)
{
    struct checker c = {.f = f};
    uint32_t words = f->vreg_count / 64 + 1;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            check_shape(&c, f->blocks[b], inst);
    if (f->ssa)
        check_single_definitions(&c);
    uint64_t **out = arena_array(f->arena, f->block_count, sizeof(*out));
    for (uint32_t b = 0; b < f->block_count; b++)
        out[b] = arena_array(f->arena, words, sizeof(**out));
    c.defined = arena_array(f->arena, words, sizeof(*c.defined));
    solve_defined(&c, out, words);
    if (!c.what)
        check_uses(&c, out, words);
    if (!c.what)
        return 0;
    snprintf(error, error_size,
             "kernel %s: internal error: machine IR, block %u, register %%%u: %s", f->name, c.block,
             c.vreg, c.what);
    return -1;
}
