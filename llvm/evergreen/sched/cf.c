/* SPDX-License-Identifier: MIT */
/* cf.c: turns the tree of blocks, ifs and loops into control-flow instructions, and computes the
 * depth of the stack that they need.
 *
 * if:   ALU_PUSH_BEFORE {.. PRED_SET}; JUMP else or end; ..; ELSE end; ..; POP
 * loop: LOOP_START_DX10; ..; ALU_BREAK {.. PRED_SET}; LOOP_END
 *
 * An if that ends in an ALU clause needs no POP: that clause becomes ALU_POP_AFTER. An if without
 * an else that nothing follows in an outer one, or in the program, needs no push: the outer one's
 * POP gives the lanes back. A clause is skipped when no lane is active, so that a jump over a
 * single one spares nothing. */
#include <assert.h>

#include "driver/base/count.h"
#include "llvm/evergreen/sched/code.h"

enum { MAX_POPS = 7 /* POP_COUNT */, CAYMAN_ELEMENTS = 2 };

struct depth {
    unsigned loops, pushes;
};

/* A jump that is taken when no lane is left, past the end of an outermost if. It does that one's
 * POPs. */
struct jump {
    uint32_t index;
    unsigned pushes; /* when it is taken */
};

struct emitter {
    struct evg_code *code;
    const struct evg_emit_options *options;
    bool may_forward; /* see evg_schedule */
    struct depth depth;
    unsigned outside; /* pushes before the if that gives the lanes back */
    unsigned max_elements;
    struct jump *jumps; /* to the end of that if */
    uint32_t jump_count;
    size_t jump_capacity;
};

/* The code that follows a piece of code. */
enum tail {
    TAIL_CODE,   /* a point that all lanes reach which reached the code before it */
    TAIL_POP,    /* the end of an if, which gives back all lanes */
    TAIL_PROGRAM /* its end */
};

/* Stack elements of a loop frame. */
static unsigned loop_elements(const struct emitter *e)
{
    return e->code->f->chip->wave_size == 32 ? 8 : 4;
}

/* The first push costs one more, and on cayman whatever comes first. */
static unsigned elements(const struct emitter *e)
{
    unsigned count =
        e->depth.loops * loop_elements(e) + e->depth.pushes + (e->depth.pushes ? 1 : 0);
    return count && e->code->f->chip->vliw == HW_VLIW4 ? count + CAYMAN_ELEMENTS : count;
}

static void note_depth(struct emitter *e)
{
    if (elements(e) > e->max_elements)
        e->max_elements = elements(e);
}

/* Whether the push needs an instruction of its own: some chips mishandle ALU_PUSH_BEFORE where a
 * row of the stack ends, cayman in a loop within a loop. */
static bool push_is_broken(const struct emitter *e)
{
    unsigned count = e->depth.loops * loop_elements(e) + e->depth.pushes;
    const struct hw_chip *chip = e->code->f->chip;
    return (chip->push_before_bug && count % loop_elements(e) <= 1) ||
           (chip->nested_push_bug && e->depth.loops > 1);
}

static void append(struct emitter *e, struct evg_items *items)
{
    if (e->options->schedule)
        evg_schedule(e->code->f, e->may_forward, items);
    evg_append_items(e->code, items);
}

/* A block's instructions. */
static void emit_block(struct emitter *e, const struct mir_block *block)
{
    struct evg_items items = {0};
    evg_steps(e->code->f, block, &items);
    append(e, &items);
}

static struct evg_cf *last_cf(const struct emitter *e)
{
    return &e->code->cf[e->code->cf_count - 1];
}

/* Emits a block, then the test of its condition in a clause of the kind `op`. Lanes that fail the
 * test are turned off. */
static void emit_test(struct emitter *e, const struct mir_block *block, bool invert,
                      enum hw_cf_op op)
{
    struct evg_items items = {0};
    bool push = op == HW_CF_ALU_PUSH_BEFORE;
    e->code->line = block->line;
    evg_steps(e->code->f, block, &items);
    e->depth.pushes += push;
    note_depth(e);
    if (push && push_is_broken(e)) {
        append(e, &items);
        uint32_t index = evg_append_cf(e->code, HW_CF_PUSH);
        e->code->cf[index].target = index + 1;
        items = (struct evg_items){0};
        op = HW_CF_ALU;
    }
    evg_steps_of_test(e->code->f, block, invert, true, &items);
    append(e, &items);
    assert(last_cf(e)->op == HW_CF_ALU && last_cf(e)->count > 0); /* it has the test */
    last_cf(e)->op = op;
    last_cf(e)->closed = true;
}

/* --- Ends of ifs --- */

static void add_jump(struct emitter *e, uint32_t index, unsigned pushes)
{
    e->jumps = arena_grow(e->code->f->arena, e->jumps, e->jump_count, &e->jump_capacity,
                          sizeof(*e->jumps));
    e->jumps[e->jump_count++] = (struct jump){index, pushes};
}

/* Adds the POP for pushes: as part of the last ALU clause behind `start` where there is one, else
 * as an instruction. */
static void emit_pops(struct emitter *e, uint32_t start, unsigned count)
{
    static const enum hw_cf_op after[] = {HW_CF_ALU, HW_CF_ALU_POP_AFTER, HW_CF_ALU_POP2_AFTER};
    struct evg_cf *last = last_cf(e);
    if (e->options->schedule && e->code->cf_count - 1 > start && last->op == HW_CF_ALU &&
        !last->closed && !last->has_barrier && count < COUNT(after)) {
        last->op = after[count];
        return;
    }
    assert(count <= MAX_POPS);
    uint32_t pop = evg_append_cf(e->code, HW_CF_POP);
    e->code->cf[pop].pop_count = (uint8_t)count;
    e->code->cf[pop].target = pop + 1;
}

/* Pops until only e->outside pushes are left, so that their lanes run again. Jumps from `first` on
 * lead here. */
static void end_if(struct emitter *e, uint32_t start, uint32_t first)
{
    if (e->depth.pushes > e->outside)
        emit_pops(e, start, e->depth.pushes - e->outside);
    for (uint32_t i = first; i < e->jump_count; i++) {
        struct evg_cf *cf = &e->code->cf[e->jumps[i].index];
        assert(e->jumps[i].pushes >= e->outside);
        cf->target = e->code->cf_count;
        cf->pop_count = (uint8_t)(e->jumps[i].pushes - e->outside);
    }
    e->jump_count = first;
    e->depth.pushes = e->outside;
}

static void emit_nodes(struct emitter *e, const struct mir_node *node, const struct mir_node *loop,
                       enum tail tail);

/* Whether a jump over the instructions between two would spare nothing: a clause or a loop is
 * skipped by the hardware when no lane is active. */
static bool skips_itself(const struct emitter *e, uint32_t from, uint32_t to)
{
    const struct evg_cf *cf = &e->code->cf[from];
    if (cf->op == HW_CF_ALU || evg_is_fetch_clause(cf)) {
        from++;
        cf++;
    }
    return from == to || (cf->op == HW_CF_LOOP_START_DX10 && cf->target == to);
}

/* Whether a side's ALU clause can do the ELSE: it is the whole side, and the other side is short,
 * too. Chips that mishandle ALU_PUSH_BEFORE mishandle ALU_ELSE_AFTER as well. */
static bool can_end_in_else(const struct emitter *e, uint32_t jump, uint32_t otherwise)
{
    return e->options->masks && e->options->schedule && !e->code->f->chip->push_before_bug &&
           otherwise == jump + 2 && e->code->cf[jump + 1].op == HW_CF_ALU &&
           !e->code->cf[jump + 1].closed && !e->code->cf[jump + 1].has_barrier &&
           skips_itself(e, otherwise + 1, e->code->cf_count);
}

/* Returns the last instruction before what the if's end may change. */
static uint32_t emit_else(struct emitter *e, const struct mir_node *node, uint32_t jump,
                          enum tail tail)
{
    unsigned pushes = e->depth.pushes;
    e->code->line = node->block->line;
    uint32_t otherwise = evg_append_cf(e->code, HW_CF_ELSE);
    emit_nodes(e, node->orelse, NULL, tail);
    if (can_end_in_else(e, jump, otherwise)) {
        e->code->cf[jump + 1].op = HW_CF_ALU_ELSE_AFTER;
        evg_remove_cf(e->code, otherwise);
        evg_remove_cf(e->code, jump);
        return jump;
    }
    e->code->cf[jump].target = otherwise;
    add_jump(e, otherwise, pushes);
    return otherwise;
}

/* Emits the sides of an if, behind its test. */
static uint32_t emit_sides(struct emitter *e, const struct mir_node *node, enum tail tail)
{
    unsigned pushes = e->depth.pushes;
    uint32_t jump = evg_append_cf(e->code, HW_CF_JUMP);
    emit_nodes(e, node->body, NULL, node->orelse ? TAIL_CODE : tail);
    if (node->orelse)
        return emit_else(e, node, jump, tail);
    if (e->options->masks && jump + 1 < e->code->cf_count &&
        skips_itself(e, jump + 1, e->code->cf_count)) {
        evg_remove_cf(e->code, jump);
        return jump - 1;
    }
    add_jump(e, jump, pushes);
    return jump;
}

static bool emit_predicated(struct emitter *e, const struct mir_node *node)
{
    struct evg_items items = {0};
    if (!e->options->predicate || !e->options->schedule || !evg_predicate(e->code->f, node, &items))
        return false;
    append(e, &items);
    return true;
}

/* A block, and the if that tests its condition. */
static void emit_if(struct emitter *e, const struct mir_node *node, enum tail tail)
{
    if (emit_predicated(e, node))
        return;
    unsigned outside = e->outside;
    uint32_t first = e->jump_count;
    bool ends = tail == TAIL_CODE || (tail == TAIL_PROGRAM && node->orelse) ||
                e->depth.pushes - e->outside == MAX_POPS;
    if (ends)
        e->outside = e->depth.pushes;
    bool push = ends || node->orelse;
    emit_test(e, node->block, node->invert, push ? HW_CF_ALU_PUSH_BEFORE : HW_CF_ALU);
    uint32_t start = emit_sides(e, node, ends ? TAIL_POP : tail);
    e->code->line = node->block->line;
    if (ends)
        end_if(e, start, first);
    e->outside = outside;
}

/* --- Loops --- */

/* Lanes that fail the test of ALU_BREAK leave the loop. Cayman has none. Chips that mishandle
 * ALU_PUSH_BEFORE do so with it, since both save the lanes' state. */
static bool can_break(const struct emitter *e, const struct mir_node *loop)
{
    const struct mir_block *latch = loop->block;
    bool can_test = !loop->invert || !latch->test || mir_test_find(latch->test)->inverted;
    return e->options->exits && can_test && !e->code->f->chip->push_before_bug &&
           hw_cf_exists(HW_CF_ALU_BREAK, e->code->f->chip->vliw);
}

static void emit_latch(struct emitter *e, const struct mir_node *loop)
{
    if (can_break(e, loop)) {
        e->depth.pushes++;
        note_depth(e);
        e->depth.pushes--;
        emit_test(e, loop->block, loop->invert, HW_CF_ALU_BREAK);
        return;
    }
    unsigned outside = e->outside;
    e->outside = e->depth.pushes;
    emit_test(e, loop->block, !loop->invert, HW_CF_ALU_PUSH_BEFORE);
    uint32_t jump = evg_append_cf(e->code, HW_CF_JUMP), first = e->jump_count;
    add_jump(e, jump, e->depth.pushes);
    evg_append_cf(e->code, HW_CF_LOOP_BREAK);
    end_if(e, jump, first);
    e->outside = outside;
}

static void emit_loop(struct emitter *e, const struct mir_node *node)
{
    e->code->line = node->block->line;
    uint32_t start = evg_append_cf(e->code, HW_CF_LOOP_START_DX10);
    e->depth.loops++;
    note_depth(e);
    emit_nodes(e, node->body, node, TAIL_CODE);
    e->depth.loops--;
    e->code->line = node->block->line;
    uint32_t end = evg_append_cf(e->code, HW_CF_LOOP_END);
    if (e->code->cf[end - 2].op == HW_CF_LOOP_BREAK)
        e->code->cf[end - 2].target = end;
    assert(start < end && e->code->cf[start].op == HW_CF_LOOP_START_DX10);
    e->code->cf[start].target = end + 1;
    e->code->cf[end].target = start + 1;
}

/* --- Nodes --- */

/* The if behind a block that tests its condition; NULL: none. */
static const struct mir_node *if_behind(const struct mir_node *block)
{
    const struct mir_node *next = block->next;
    return next && next->kind == MIR_NODE_IF && next->block == block->block && next->body ? next
                                                                                          : NULL;
}

/* Returns the kind of code that follows a node. */
static enum tail tail_behind(const struct emitter *e, const struct mir_node *node, enum tail tail)
{
    for (node = node->next; node && tail != TAIL_CODE; node = node->next)
        if (node->kind != MIR_NODE_BLOCK || if_behind(node) ||
            !evg_is_empty(e->code->f, node->block))
            return TAIL_CODE;
    return e->options->masks ? tail : TAIL_CODE;
}

/* `loop` is what the nodes are the body of, if it is a loop. */
static void emit_nodes(struct emitter *e, const struct mir_node *node, const struct mir_node *loop,
                       enum tail tail)
{
    for (; node; node = node->next) {
        const struct mir_node *test = node->kind == MIR_NODE_BLOCK ? if_behind(node) : NULL;
        if (node->kind == MIR_NODE_LOOP)
            emit_loop(e, node);
        else if (test)
            emit_if(e, test, tail_behind(e, test, tail));
        else if (node->kind == MIR_NODE_BLOCK && !node->next && loop &&
                 loop->block->cond.kind != MIR_NONE)
            emit_latch(e, loop);
        else if (node->kind == MIR_NODE_BLOCK)
            emit_block(e, node->block);
    }
}

int evg_emit(struct evg_code *code, const struct evg_emit_options *options, char *error,
             size_t error_size)
{
    struct emitter e = {.code = code, .options = options, .may_forward = evg_may_forward(code->f)};
    const struct mir_inst *first = code->f->blocks[0]->first;
    assert(!code->f->ssa && !code->f->out_of_gprs && code->cf_count == 0);
    code->line = first ? first->line : 0;
    emit_nodes(&e, code->f->root, NULL, TAIL_PROGRAM);
    end_if(&e, 0, 0);
    assert(e.depth.loops == 0 && e.depth.pushes == 0 && e.jump_count == 0);
    evg_append_cf(code, code->f->chip->vliw == HW_VLIW4 ? HW_CF_CF_END : HW_CF_NOP);
    code->stack_entries = (e.max_elements + 3) / 4;
    if (code->stack_entries > 255 || code->stack_entries > code->f->chip->stack_entries) {
        snprintf(error, error_size, "kernel %s: ifs and loops are nested too deeply",
                 code->f->name);
        return -1;
    }
    return 0;
}
