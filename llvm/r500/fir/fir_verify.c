/* SPDX-License-Identifier: MIT */
/* fir_verify.c: the rules of fragment IR, in all forms and in each. */
#include <stdarg.h>

#include "driver/hw/r500/r500.h"
#include "llvm/r500/fir/fir.h"

struct verify {
    const struct fir_program *p;
    size_t block, op;
    bool failed;
    char *fault;
    size_t size;
};

__attribute__((format(printf, 3, 4))) static void expect(struct verify *v, bool holds,
                                                         const char *format, ...)
{
    if (holds || v->failed)
        return;
    v->failed = true;
    const int used = snprintf(v->fault, v->size, "block %zu, operation %zu: ", v->block, v->op);
    va_list arguments;
    va_start(arguments, format);
    if (used > 0 && (size_t)used < v->size)
        vsnprintf(v->fault + used, v->size - (size_t)used, format, arguments);
    va_end(arguments);
}

/* ---- operations ---- */

static void check_atom(struct verify *v, const struct fir_atom *atom)
{
    expect(v, atom->kind == FIR_VAR || atom->kind == FIR_CONST, "an operand is missing");
    expect(v, atom->kind != FIR_VAR || atom->var < v->p->var_count, "there is no v%u", atom->var);
}

static void check_src(struct verify *v, const struct fir_src *src)
{
    const bool pair = src->presub == FIR_PRESUB_SUB || src->presub == FIR_PRESUB_ADD;
    check_atom(v, &src->a);
    if (pair)
        check_atom(v, &src->b);
    expect(v, pair || src->b.kind == FIR_NONE, "an operand has a second part without a sum");
    expect(v, src->presub == FIR_PRESUB_NONE || v->p->form == FIR_FOLDED,
           "an operand is presubtracted too early");
}

static void check_results(struct verify *v, const struct fir_op *op)
{
    for (unsigned d = 0; d < FIR_MAX_DST; d++) {
        expect(v, op->dst[d] == FIR_NO_VAR || op->dst[d] < v->p->var_count, "there is no v%u",
               op->dst[d]);
        expect(v, op->dst[d] == FIR_NO_VAR || !d || op->code == FIR_TEX, "it has several results");
    }
    expect(v, !op->out || (op->target < v->p->target_count && op->out_channel < 4),
           "there is no output %u.%u", op->target, op->out_channel);
    expect(v, !op->test || op->test_op <= HW_R500_TEST_NE, "there is no test %u", op->test_op);
    expect(v, op->predicate <= FIR_PREDICATES && (!op->predicate || op->test),
           "a predicate is written without a test");
}

static void check_guard(struct verify *v, const struct fir_op *op)
{
    if (!op->guard)
        return;
    expect(v, v->p->form >= FIR_GUARDED, "it is guarded too early");
    expect(v, op->guard <= FIR_PREDICATES, "there is no predicate %u", op->guard);
    expect(v, op->dst[0] != FIR_NO_VAR && op->code != FIR_TEX && !op->out && !op->test,
           "what is guarded is no plain result");
}

static void check_op(struct verify *v, const struct fir_op *op)
{
    expect(v, op->code < FIR_CODES, "there is no operation %d", (int)op->code);
    if (v->failed)
        return;
    for (unsigned s = 0; s < fir_operands(op); s++)
        check_src(v, &op->src[s]);
    check_results(v, op);
    check_guard(v, op);
    expect(v, op->omod < 8, "there is no scale %u", op->omod);
    expect(v, op->code != FIR_TEX || op->unit < v->p->texture_count, "there is no unit %u",
           op->unit);
    expect(v, op->code != FIR_TEX || (!op->test && !op->out), "a look-up tests, or is an output");
}

/* ---- flow control ---- */

enum { DEPTH = 512 };

struct open {
    enum fir_flow flow[DEPTH];
    size_t depth, loops;
};

static void begin(struct verify *v, struct open *open, enum fir_flow flow)
{
    expect(v, open->depth < DEPTH, "more than %d ifs and loops are open", DEPTH);
    if (v->failed)
        return;
    open->flow[open->depth++] = flow;
    open->loops += flow == FIR_FLOW_LOOP;
}

static void end(struct verify *v, struct open *open, enum fir_flow first, enum fir_flow second)
{
    const enum fir_flow flow = open->depth ? open->flow[open->depth - 1] : FIR_FLOW_NONE;
    expect(v, flow == first || flow == second, "an end without its beginning");
    if (v->failed)
        return;
    open->depth--;
    open->loops -= flow == FIR_FLOW_LOOP;
}

static unsigned count_tests(const struct fir_block *block)
{
    unsigned tests = 0;
    for (size_t i = 0; i < block->count; i++)
        tests += block->ops[i].test && block->ops[i].predicate == block->predicate;
    return tests;
}

static void check_flow(struct verify *v, const struct fir_block *block, struct open *open)
{
    const bool last = v->block + 1 == v->p->block_count;
    const bool conditional =
        block->flow == FIR_FLOW_IF ||
        ((block->flow == FIR_FLOW_BREAK || block->flow == FIR_FLOW_CONTINUE) && !block->always);
    expect(v, (block->flow == FIR_FLOW_END) == last, "the last block alone ends the program");
    expect(v, !conditional || block->predicate || count_tests(block) == 1,
           "%u tests in the place of one", count_tests(block));
    if (block->flow == FIR_FLOW_IF || block->flow == FIR_FLOW_LOOP) {
        begin(v, open, block->flow);
    } else if (block->flow == FIR_FLOW_ELSE) {
        end(v, open, FIR_FLOW_IF, FIR_FLOW_IF);
        begin(v, open, FIR_FLOW_ELSE);
    } else if (block->flow == FIR_FLOW_ENDIF) {
        end(v, open, FIR_FLOW_IF, FIR_FLOW_ELSE);
    } else if (block->flow == FIR_FLOW_ENDLOOP) {
        end(v, open, FIR_FLOW_LOOP, FIR_FLOW_LOOP);
    }
    expect(v, (block->flow != FIR_FLOW_BREAK && block->flow != FIR_FLOW_CONTINUE) || open->loops,
           "a loop is left where there is none");
    expect(v,
           block->flow != FIR_FLOW_LOOP || v->p->form == FIR_SELECTED ||
               (block->turns && block->turns <= FIR_MAX_TURNS),
           "a loop of %u turns", block->turns);
    expect(v, !last || !open->depth, "%zu ifs and loops have no end", open->depth);
}

bool fir_verify(const struct fir_program *p, char *fault, size_t size)
{
    struct verify v = {.p = p, .fault = fault, .size = size};
    struct open open = {.depth = 0};
    expect(&v, p->block_count > 0, "there is no block");
    for (v.block = 0; v.block < p->block_count && !v.failed; v.block++) {
        const struct fir_block *block = &p->blocks[v.block];
        for (v.op = 0; v.op < block->count; v.op++)
            check_op(&v, &block->ops[v.op]);
        check_flow(&v, block, &open);
    }
    return !v.failed;
}
