/* SPDX-License-Identifier: MIT */
/* asm_verify_flow.c: the branch stack and loops. Structured code reaches every instruction with one
 * depth of the stack, on whichever way. */
#include <stdlib.h>

#include "driver/hw/isa.h"
#include "llvm/evergreen/asm/asm_verify.h"

enum { MAX_LOOPS = 32 };

struct flow {
    struct verify *v;
    size_t index;
    unsigned pushes, loops;
    unsigned floor[MAX_LOOPS + 1]; /* how many pushes there were at the start of each open loop;
                                      [0]: at the start of the program */
    uint32_t
        *expected; /* by instruction: 1 + the depth with which jumps arrive there; 0: none does */
};

/* Depth of stack and loops as one number. */
static uint32_t state_of(const struct flow *f, unsigned pushes)
{
    return (f->loops << 16 | pushes) + 1;
}

static void push(struct flow *f)
{
    f->pushes++;
}

static bool pop(struct flow *f, unsigned count)
{
    bool fits = f->pushes >= f->floor[f->loops] + count;
    if (!fits)
        verify_fail(f->v, 2 * f->index, "more is popped off the stack than was pushed");
    else
        f->pushes -= count;
    return fits;
}

/* A jump forward that pops when it is taken. */
static void jump(struct flow *f, size_t target, unsigned count)
{
    unsigned pushes = f->pushes;
    if (target <= f->index || target >= f->v->cf_count) {
        verify_fail(f->v, 2 * f->index, "a jump back to %zu", target);
        return;
    }
    if (!pop(f, count))
        return;
    uint32_t state = state_of(f, f->pushes);
    if (f->expected[target] && f->expected[target] != state)
        verify_fail(f->v, 2 * f->index, "jumps reach %zu with stacks of different depth", target);
    f->expected[target] = state;
    f->pushes = pushes;
}

static void start_loop(struct flow *f, size_t target)
{
    jump(f, target, 0);
    if (f->loops == MAX_LOOPS)
        verify_fail(f->v, 2 * f->index, "more than %d loops in each other", MAX_LOOPS);
    else
        f->floor[++f->loops] = f->pushes;
}

static void end_loop(struct flow *f)
{
    if (!f->loops)
        verify_fail(f->v, 2 * f->index, "the end of a loop that has no start");
    else if (f->pushes != f->floor[f->loops])
        verify_fail(f->v, 2 * f->index, "a loop ends with another depth of the stack");
    else
        f->loops--;
}

static void leave_loop(struct flow *f)
{
    if (!f->loops)
        verify_fail(f->v, 2 * f->index, "a loop is left outside of a loop");
}

static void swap_lanes(struct flow *f)
{
    if (f->pushes == f->floor[f->loops])
        verify_fail(f->v, 2 * f->index, "ELSE without a push");
}

static void visit(struct flow *f)
{
    const uint32_t *words = f->v->code + 2 * f->index;
    size_t target = HW_GET(words[0], CF_WORD0, ADDR);
    unsigned count = HW_GET(words[1], CF_WORD1, POP_COUNT);
    switch (hw_cf_op_of(words[1])) {
    case HW_CF_PUSH:
        if (target != f->index + 1)
            jump(f, target, count);
        push(f);
        break;
    case HW_CF_ALU_PUSH_BEFORE:
        push(f);
        break;
    case HW_CF_JUMP:
        jump(f, target, count);
        break;
    case HW_CF_ELSE:
        swap_lanes(f);
        jump(f, target, count);
        break;
    case HW_CF_ALU_ELSE_AFTER:
        swap_lanes(f);
        break;
    case HW_CF_POP:
        pop(f, count);
        break;
    case HW_CF_ALU_POP_AFTER:
        pop(f, 1);
        break;
    case HW_CF_ALU_POP2_AFTER:
        pop(f, 2);
        break;
    case HW_CF_LOOP_START:
    case HW_CF_LOOP_START_DX10:
    case HW_CF_LOOP_START_NO_AL:
        start_loop(f, target);
        break;
    case HW_CF_LOOP_END:
        end_loop(f);
        break;
    case HW_CF_ALU_BREAK:
    case HW_CF_ALU_CONTINUE:
    case HW_CF_LOOP_BREAK:
    case HW_CF_LOOP_CONTINUE:
        leave_loop(f);
        break;
    default:
        break;
    }
}

void verify_flow(struct verify *v)
{
    struct flow f = {.v = v, .expected = calloc(v->cf_count, sizeof(uint32_t))};
    for (f.index = 0; f.expected && f.index < v->cf_count && !v->failed; f.index++) {
        if (f.expected[f.index] && f.expected[f.index] != state_of(&f, f.pushes))
            verify_fail(v, 2 * f.index, "a jump comes here with another depth of the stack");
        else
            visit(&f);
    }
    if (!f.expected)
        verify_fail(v, 0, "out of memory");
    else if (!v->failed && f.loops)
        verify_fail(v, 0, "a loop has no end");
    free(f.expected);
}
