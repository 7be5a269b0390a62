/* SPDX-License-Identifier: MIT */
/* cf.c: the tree of blocks, ifs and loops as control-flow instructions, and the depth of the stack
 * they need.
 *
 * if:   ALU_PUSH_BEFORE {.. PRED_SET}; JUMP else or end; ..; ELSE end; ..; POP
 * loop: LOOP_START_DX10; ..; ALU_PUSH_BEFORE {.. PRED_SET}; JUMP; LOOP_BREAK; POP; LOOP_END
 *
 * An if that ends in an ALU clause needs no POP: that clause becomes ALU_POP_AFTER. */
#include "llvm/evergreen/code.h"

struct depth {
    unsigned loops, pushes;
};

struct emitter {
    struct evg_code *code;
    struct depth depth;
    unsigned max_elements;
    bool pack;
};

/* Stack elements of a loop frame. */
static unsigned loop_elements(const struct emitter *e)
{
    return e->code->f->chip->wave_size == 32 ? 8 : 4;
}

/* The first push costs one more. */
static unsigned elements(const struct emitter *e)
{
    return e->depth.loops * loop_elements(e) + e->depth.pushes + (e->depth.pushes ? 1 : 0);
}

static void note_depth(struct emitter *e)
{
    if (elements(e) > e->max_elements)
        e->max_elements = elements(e);
}

/* Some chips mishandle ALU_PUSH_BEFORE when the push ends at a row of the stack; PUSH then does it
 * alone. */
static bool push_is_broken(const struct emitter *e)
{
    unsigned count = e->depth.loops * loop_elements(e) + e->depth.pushes;
    return e->code->f->chip->push_before_bug && count % loop_elements(e) <= 1;
}

static void append(struct emitter *e, struct evg_items *items)
{
    if (e->pack)
        evg_pack(e->code->f, items);
    evg_append_items(e->code, items);
}

/* A block's instructions. */
static void emit_block(struct emitter *e, const struct mir_block *block)
{
    struct evg_items items = {0};
    evg_schedule(e->code->f, block, &items);
    append(e, &items);
}

/* A block, then the test of its condition: it pushes the execution mask and turns off the lanes
 * where the condition fails. */
static void emit_block_and_test(struct emitter *e, const struct mir_block *block, bool invert)
{
    struct evg_items items = {0};
    evg_schedule(e->code->f, block, &items);
    e->depth.pushes++;
    note_depth(e);
    bool broken = push_is_broken(e);
    if (broken) {
        append(e, &items);
        uint32_t push = evg_append_cf(e->code, HW_CF_PUSH);
        e->code->cf[push].target = push + 1;
        items = (struct evg_items){0};
    }
    evg_schedule_test(e->code->f, block, invert, &items);
    append(e, &items);
    if (!broken)
        e->code->cf[e->code->cf_count - 1].op = HW_CF_ALU_PUSH_BEFORE;
}

/* Takes back a push, in the last clause of what begins behind `start` if that can be. */
static void emit_pop(struct emitter *e, uint32_t start)
{
    uint32_t last = e->code->cf_count - 1;
    e->depth.pushes--;
    if (e->pack && last > start && e->code->cf[last].op == HW_CF_ALU &&
        !evg_has_barrier(&e->code->cf[last])) {
        e->code->cf[last].op = HW_CF_ALU_POP_AFTER;
        return;
    }
    uint32_t pop = evg_append_cf(e->code, HW_CF_POP);
    e->code->cf[pop].pop_count = 1;
    e->code->cf[pop].target = pop + 1;
}

static void emit_nodes(struct emitter *e, const struct mir_node *node, const struct mir_node *loop);

static void emit_if(struct emitter *e, const struct mir_node *node)
{
    uint32_t jump = evg_append_cf(e->code, HW_CF_JUMP);
    emit_nodes(e, node->body, NULL);
    if (node->orelse) {
        uint32_t otherwise = evg_append_cf(e->code, HW_CF_ELSE);
        e->code->cf[jump].target = otherwise;
        emit_nodes(e, node->orelse, NULL);
        jump = otherwise;
    }
    emit_pop(e, jump);
    /* Taken when no lane is left: past the POP, whose work the jump does. */
    e->code->cf[jump].target = e->code->cf_count;
    e->code->cf[jump].pop_count = 1;
}

/* Lanes that leave the loop pass the test. */
static uint32_t emit_break(struct emitter *e)
{
    uint32_t jump = evg_append_cf(e->code, HW_CF_JUMP);
    uint32_t leave = evg_append_cf(e->code, HW_CF_LOOP_BREAK);
    emit_pop(e, jump);
    e->code->cf[jump].target = e->code->cf_count;
    e->code->cf[jump].pop_count = 1;
    return leave;
}

static void emit_loop(struct emitter *e, const struct mir_node *node)
{
    uint32_t start = evg_append_cf(e->code, HW_CF_LOOP_START_DX10), leave = start;
    e->depth.loops++;
    note_depth(e);
    emit_nodes(e, node->body, node);
    if (node->block->cond.kind != MIR_NONE)
        leave = emit_break(e);
    e->depth.loops--;
    uint32_t end = evg_append_cf(e->code, HW_CF_LOOP_END);
    e->code->cf[leave].target = end;
    e->code->cf[start].target = end + 1;
    e->code->cf[end].target = start + 1;
}

/* What tests the condition at the end of a block: the if behind it, or the loop it is the latch of;
 * NULL: nothing. */
static const struct mir_node *test_of(const struct mir_node *block, const struct mir_node *loop)
{
    const struct mir_node *next = block->next;
    if (next && next->kind == MIR_NODE_IF && next->block == block->block)
        return next->body ? next : NULL;
    return !next && loop && loop->block->cond.kind != MIR_NONE ? loop : NULL;
}

/* `loop` is what the nodes are the body of, if it is a loop. */
static void emit_nodes(struct emitter *e, const struct mir_node *node, const struct mir_node *loop)
{
    for (; node; node = node->next) {
        const struct mir_node *test;
        switch (node->kind) {
        case MIR_NODE_BLOCK:
            test = test_of(node, loop);
            /* Lanes that leave a loop pass its test. */
            if (test)
                emit_block_and_test(e, node->block, test->invert != (test == loop));
            else
                emit_block(e, node->block);
            break;
        case MIR_NODE_IF:
            if (node->body)
                emit_if(e, node);
            break;
        default:
            emit_loop(e, node);
        }
    }
}

int evg_emit(struct evg_code *code, bool pack, char *error, size_t error_size)
{
    struct emitter e = {.code = code, .pack = pack};
    emit_nodes(&e, code->f->root, NULL);
    evg_append_cf(code, HW_CF_NOP); /* carries the end of the program */
    code->stack_entries = (e.max_elements + 3) / 4;
    if (code->stack_entries > 255 || code->stack_entries > code->f->chip->stack_entries) {
        snprintf(error, error_size, "kernel %s: ifs and loops are nested too deeply",
                 code->f->name);
        return -1;
    }
    return 0;
}
