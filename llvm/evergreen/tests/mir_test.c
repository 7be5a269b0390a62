/* SPDX-License-Identifier: MIT */
/* mir_test.c: machine IR by hand: how registers are given out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "llvm/evergreen/alloc/ranges.h"
#include "llvm/evergreen/passes.h"

static struct arena arena;

static struct mir_function *new_function(struct mir_block **block)
{
    struct mir_function *f = arena_alloc(&arena, sizeof(*f));
    struct mir_node *node = arena_alloc(&arena, sizeof(*node));
    *f = (struct mir_function){.arena = &arena,
                               .chip = hw_chip_find("cypress"),
                               .name = "test",
                               .ssa = true,
                               .gpr_limit = MIR_USABLE_GPRS};
    *block = mir_new_block(f);
    node->kind = MIR_NODE_BLOCK;
    node->block = *block;
    f->root = node;
    return f;
}

static uint32_t add(struct mir_function *f, struct mir_block *block, enum hw_alu_op op,
                    struct mir_operand a, struct mir_operand b)
{
    struct mir_inst *inst = mir_new_inst(f, MIR_ALU, op, 2);
    inst->src[0] = a;
    inst->src[1] = b;
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(f);
    mir_append(block, inst);
    return inst->dst[0];
}

static int finish(void **state)
{
    arena_finish(&arena);
    return 0;
}

/* Values that are alive together get places of their own; the members of a tuple one GPR. */
static void places_of_live_values(void **state)
{
    enum { VALUES = 40 };
    struct mir_block *block;
    struct mir_function *f = new_function(&block);
    uint32_t v[VALUES];
    for (unsigned i = 0; i < VALUES; i++)
        v[i] = add(f, block, HW_ALU_OP_ADD_INT, mir_literal(i), mir_literal(2));
    for (unsigned i = 0; i < VALUES; i += 4) {
        struct mir_inst *store = mir_new_inst(f, MIR_RAT, HW_RAT_STORE_RAW, MIR_RAT_INDEX + 1);
        for (unsigned k = 0; k < 4; k++)
            store->src[k] = mir_vreg_operand(v[i + k]);
        store->src[MIR_RAT_INDEX] = mir_literal(i);
        mir_append(block, store);
    }
    mir_leave_ssa(f);
    mir_constrain(f);
    mir_regalloc(f);
    assert_false(f->out_of_gprs);
    for (unsigned i = 0; i < VALUES; i++)
        for (unsigned k = 0; k < i; k++)
            assert_false(f->vregs[v[i]].gpr == f->vregs[v[k]].gpr &&
                         f->vregs[v[i]].assigned_channel == f->vregs[v[k]].assigned_channel);
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
        for (unsigned k = 0; k < 4 && inst->kind == MIR_RAT; k++) {
            const struct mir_vreg *member = &f->vregs[inst->src[k].value];
            assert_int_equal(member->gpr, f->vregs[inst->src[0].value].gpr);
            assert_int_equal(member->assigned_channel, k);
        }
    assert_true(f->gprs <= VALUES / 4 + 3);
}

static void too_many_live_values(void **state)
{
    enum { VALUES = 500 };
    struct mir_block *block;
    struct mir_function *f = new_function(&block);
    uint32_t v[VALUES], sum;
    for (unsigned i = 0; i < VALUES; i++)
        v[i] = add(f, block, HW_ALU_OP_ADD_INT, mir_literal(i), mir_literal(2));
    sum = v[0];
    for (unsigned i = 1; i < VALUES; i++)
        sum = add(f, block, HW_ALU_OP_ADD_INT, mir_vreg_operand(sum), mir_vreg_operand(v[i]));
    mir_leave_ssa(f);
    mir_regalloc(f);
    assert_true(f->out_of_gprs);
}

static uint32_t most_alive(struct mir_function *f)
{
    uint32_t positions = mir_number(f), most = 0;
    mir_liveness(f);
    const struct mir_ranges *ranges = mir_find_ranges(f);
    for (uint32_t p = 0; p < positions; p++) {
        uint32_t alive = 0;
        for (uint32_t v = 1; v < f->vreg_count; v++)
            for (uint32_t i = 0; i < ranges[v].count; i++)
                alive += ranges[v].range[i].from <= p && p < ranges[v].range[i].to;
        most = alive > most ? alive : most;
    }
    return most;
}

/* A load from scratch memory reads where the store of that value wrote. */
static void spilled_values(void **state)
{
    enum { VALUES = 60, TARGET = 10 };
    char error[256] = "";
    struct mir_block *block;
    struct mir_function *f = new_function(&block);
    uint32_t input = mir_new_vreg(f), v[VALUES], sum;
    struct mir_inst *inst = mir_new_inst(f, MIR_INPUT, 0, 0);
    inst->dst_count = 1;
    inst->dst[0] = input;
    f->vregs[input].pinned = f->vregs[input].channel = 0;
    mir_append(block, inst);
    for (unsigned i = 0; i < VALUES; i++)
        v[i] = add(f, block, HW_ALU_OP_ADD_INT, mir_vreg_operand(input), mir_literal(i));
    sum = add(f, block, HW_ALU_OP_ADD_INT, mir_literal(7), mir_literal(9));
    for (unsigned i = 0; i < VALUES; i++)
        sum = add(f, block, HW_ALU_OP_ADD_INT, mir_vreg_operand(sum), mir_vreg_operand(v[i]));
    mir_leave_ssa(f);
    assert_true(most_alive(f) >= VALUES);
    f->value_limit = TARGET;
    mir_spill(f);
    assert_int_equal(mir_verify(f, error, sizeof(error)), 0);
    assert_true(most_alive(f) <= TARGET);
    assert_true(f->scratch_bytes >= 4 * (VALUES - TARGET));
    /* Run it, with input 5. */
    uint32_t memory[4 * VALUES] = {0}, value[1024] = {0};
    assert_true(f->vreg_count < 1024);
    for (inst = block->first; inst; inst = inst->next) {
        uint32_t source[2] = {0};
        for (unsigned s = 0; s < inst->src_count; s++)
            source[s] =
                inst->src[s].kind == MIR_VREG ? value[inst->src[s].value] : inst->src[s].value;
        if (inst->kind == MIR_INPUT)
            value[inst->dst[0]] = 5;
        else if (inst->kind == MIR_SCRATCH_STORE)
            memory[inst->offset] = source[1];
        else if (inst->kind == MIR_SCRATCH_LOAD)
            value[inst->dst[0]] = memory[inst->offset];
        else
            value[inst->dst[0]] = source[0] + source[1];
    }
    assert_int_equal(value[sum], 16 + 5 * VALUES + VALUES * (VALUES - 1) / 2);
}

/* A sum of constants is computed again, not kept. */
static void constants_take_no_memory(void **state)
{
    enum { VALUES = 40, TARGET = 8 };
    struct mir_block *block;
    struct mir_function *f = new_function(&block);
    uint32_t v[VALUES], sum;
    for (unsigned i = 0; i < VALUES; i++)
        v[i] = add(f, block, HW_ALU_OP_ADD_INT, mir_literal(i),
                   (struct mir_operand){.kind = MIR_KCACHE, .value = i});
    sum = v[0];
    for (unsigned i = 1; i < VALUES; i++)
        sum = add(f, block, HW_ALU_OP_ADD_INT, mir_vreg_operand(sum), mir_vreg_operand(v[i]));
    mir_leave_ssa(f);
    f->value_limit = TARGET;
    mir_spill(f);
    assert_true(most_alive(f) <= TARGET);
    assert_int_equal(f->scratch_bytes, 0);
}

/* As text, which the caller frees. */
static char *printed(const struct mir_function *f)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    mir_print(f, "", out);
    fclose(out);
    return text;
}

/* A block, and a loop in which an if follows it. */
static struct mir_function *looping_function(void)
{
    struct mir_block *start;
    struct mir_function *f = new_function(&start);
    struct mir_block *body = mir_new_block(f);
    struct mir_node *loop = arena_alloc(f->arena, sizeof(*loop));
    struct mir_node *inner = arena_alloc(f->arena, sizeof(*inner));
    uint32_t value = add(f, start, HW_ALU_OP_ADD_INT, mir_literal(1), mir_literal(2));
    add(f, body, HW_ALU_OP_ADD_INT, mir_vreg_operand(value), mir_literal(3));
    start->succ[0] = body;
    body->succ[0] = body;
    body->preds = arena_array(f->arena, 2, sizeof(struct mir_block *));
    body->preds[body->pred_count++] = start;
    body->preds[body->pred_count++] = body;
    *inner = (struct mir_node){.kind = MIR_NODE_BLOCK, .block = body};
    *loop = (struct mir_node){.kind = MIR_NODE_LOOP, .block = body, .body = inner};
    f->root->next = loop;
    return f;
}

/* The copy is the same, and a change of either leaves the other as it was. */
static void copies_share_nothing(void **state)
{
    struct arena other = {0};
    struct mir_function *f = looping_function();
    struct mir_function copy = mir_copy(f, &other);
    char *before = printed(f), *same = printed(&copy);
    assert_string_equal(same, before);
    assert_ptr_equal(copy.root->next->body->block, copy.blocks[1]);
    assert_ptr_equal(copy.blocks[1]->preds[1], copy.blocks[1]);
    copy.blocks[1]->first->src[1] = mir_literal(4);
    copy.vregs[1].channel = 2;
    mir_remove(copy.blocks[0], copy.blocks[0]->first);
    mir_new_vreg(&copy);
    char *after = printed(f), *changed = printed(&copy);
    assert_string_equal(after, before);
    arena_finish(f->arena);
    char *alone = printed(&copy);
    assert_string_equal(alone, changed);
    assert_string_not_equal(changed, before);
    arena_finish(&other);
    free(before);
    free(same);
    free(after);
    free(changed);
    free(alone);
}

static void passes_by_name(void **state)
{
    char error[1024] = "";
    uint32_t passes;
    assert_int_equal(evg_parse_passes("dead,masks", &passes, error, sizeof(error)), 0);
    assert_int_equal(passes, 1u << EVG_PASS_dead | 1u << EVG_PASS_masks);
    assert_int_equal(evg_parse_passes("", &passes, error, sizeof(error)), 0);
    assert_int_equal(passes, 0);
    assert_int_equal(evg_parse_passes("dead,stores", &passes, error, sizeof(error)), -1);
    assert_non_null(
        strstr(error, "there is no pass 'stores'; those that can be left out: simplify"));
    assert_int_equal(evg_parse_passes("regalloc", &passes, error, sizeof(error)), -1);
    assert_non_null(strstr(error, "pass 'regalloc' cannot be left out"));
    assert_null(strstr(error, " spill"));
    assert_null(evg_find_pass("dea"));
    assert_ptr_equal(evg_find_pass("spill"), &evg_passes[EVG_PASS_spill]);
    assert_false(EVG_OPTIONAL_PASSES >> EVG_PASS_spill & 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_by_name),
        cmocka_unit_test_teardown(copies_share_nothing, finish),
        cmocka_unit_test_teardown(places_of_live_values, finish),
        cmocka_unit_test_teardown(too_many_live_values, finish),
        cmocka_unit_test_teardown(spilled_values, finish),
        cmocka_unit_test_teardown(constants_take_no_memory, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
