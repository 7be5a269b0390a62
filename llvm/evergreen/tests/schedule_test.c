/* SPDX-License-Identifier: MIT */
/* schedule_test.c: machine IR by hand through prescheduling, allocation and scheduling: which
 * groups come out.
 */
#include <stdio.h>

#include "ci/tests/run_tests.h"
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/sched/code.h"

static struct arena arena;

struct program {
    struct mir_function *f;
    struct mir_block *block;
};

static struct program new_program(void)
{
    struct program p = {.f = arena_alloc(&arena, sizeof(*p.f))};
    *p.f = (struct mir_function){.arena = &arena,
                                 .chip = hw_chip_find("cypress"),
                                 .name = "test",
                                 .gpr_limit = MIR_USABLE_GPRS};
    p.block = mir_new_block(p.f);
    return p;
}

static struct mir_operand literal(uint32_t bits)
{
    return mir_literal(bits);
}

static struct mir_operand constant(uint32_t dword)
{
    return (struct mir_operand){.kind = MIR_KCACHE, .value = dword};
}

static struct mir_operand op(struct program *p, enum hw_alu_op code, struct mir_operand a,
                             struct mir_operand b)
{
    struct mir_inst *inst = mir_new_inst(p->f, MIR_ALU, code, hw_alu_info[code].nsrc);
    inst->src[0] = a;
    if (inst->src_count > 1)
        inst->src[1] = b;
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(p->f);
    mir_append(p->block, inst);
    return mir_vreg_operand(inst->dst[0]);
}

static void store(struct program *p, struct mir_operand value, uint32_t index)
{
    struct mir_inst *inst = mir_new_inst(p->f, MIR_RAT, HW_RAT_STORE_RAW, MIR_RAT_INDEX + 1);
    inst->src[0] = value;
    inst->src[MIR_RAT_INDEX] = mir_literal(index);
    inst->mask = 1;
    mir_append(p->block, inst);
}

/* The groups before the first store. */
static struct evg_items schedule(struct program *p)
{
    char error[256] = "";
    struct evg_items items = {0};
    mir_constrain(p->f);
    mir_coalesce(p->f);
    mir_preschedule(p->f);
    assert_int_equal(mir_verify(p->f, error, sizeof(error)), 0);
    mir_regalloc(p->f);
    assert_false(p->f->out_of_gprs);
    evg_steps(p->f, p->block, &items);
    evg_schedule(p->f, evg_may_forward(p->f), &items);
    return items;
}

static uint32_t groups_of(const struct evg_items *items)
{
    uint32_t count = 0;
    while (count < items->count && items->item[count].kind == ITEM_ALU)
        count++;
    return count;
}

static unsigned operations(const struct evg_group *group)
{
    unsigned count = 0;
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        count += group->slot[n].used;
    return count;
}

static int finish(void **state)
{
    arena_finish(&arena);
    return 0;
}

/* Operations that may lie anywhere fill all five slots. */
static void independent_operations_share_groups(void **state)
{
    struct program p = new_program();
    struct mir_operand leaf[8], sum = literal(0);
    for (uint32_t i = 0; i < 8; i++)
        leaf[i] = op(&p, HW_ALU_OP_ADD_INT, constant(i % 2), literal(1));
    for (uint32_t i = 0; i < 8; i += 2)
        leaf[i / 2] = op(&p, HW_ALU_OP_XOR_INT, leaf[i], leaf[i + 1]);
    for (uint32_t i = 0; i < 4; i++)
        sum = op(&p, HW_ALU_OP_SUB_INT, leaf[i], sum);
    store(&p, sum, 5);
    struct evg_items items = schedule(&p);
    /* Five and three leaves, the first of them overtaken by pairs; then the chain of four. */
    assert_in_range(groups_of(&items), 6, 7);
    assert_int_equal(operations(items.item[0].group), EVG_SLOTS);
}

/* Only one slot multiplies 32 bits. */
static void products_need_the_fifth_slot(void **state)
{
    struct program p = new_program();
    struct mir_operand a = op(&p, HW_ALU_OP_MULLO_INT, constant(0), literal(3));
    struct mir_operand b = op(&p, HW_ALU_OP_MULLO_INT, constant(1), literal(5));
    store(&p, op(&p, HW_ALU_OP_ADD_INT, a, b), 0);
    struct evg_items items = schedule(&p);
    assert_int_equal(groups_of(&items), 3);
    assert_true(items.item[0].group->slot[EVG_TRANS].used);
    assert_true(items.item[1].group->slot[EVG_TRANS].used);
}

/* A result of the group before is read as PV or PS, and both groups stay in one clause. */
static void results_are_forwarded(void **state)
{
    struct program p = new_program();
    struct mir_operand a = op(&p, HW_ALU_OP_ADD_INT, constant(0), literal(3));
    struct mir_operand b = op(&p, HW_ALU_OP_MULLO_INT, a, literal(5));
    store(&p, op(&p, HW_ALU_OP_ADD_INT, b, literal(7)), 0);
    struct evg_items items = schedule(&p);
    assert_int_equal(groups_of(&items), 3);
    assert_true(items.item[0].glued && items.item[1].glued);
    assert_false(items.item[2].glued);
    assert_int_equal(items.item[1].group->slot[EVG_TRANS].src[0].value, HW_SRC_PV);
    for (unsigned n = 0; n < EVG_SLOTS; n++) {
        const struct evg_slot *slot = &items.item[2].group->slot[n];
        if (slot->used && slot->op == HW_ALU_OP_ADD_INT)
            assert_int_equal(slot->src[0].value, HW_SRC_PS);
    }
}

/* Operations that a store does not need only fill free slots of the groups before it. */
static void stores_do_not_wait(void **state)
{
    struct program p = new_program();
    struct mir_operand quick = op(&p, HW_ALU_OP_ADD_INT, constant(0), literal(3));
    struct mir_operand slow = constant(1);
    for (uint32_t i = 0; i < 10; i++)
        slow = op(&p, HW_ALU_OP_XOR_INT, slow, literal(i + 100));
    store(&p, quick, 0);
    store(&p, slow, 1);
    struct evg_items items = schedule(&p);
    assert_int_equal(groups_of(&items), 1);
}

/* Four literals a group, two pairs of constants. */
static void literals_are_limited(void **state)
{
    struct program p = new_program();
    struct mir_operand v[5], sum;
    for (uint32_t i = 0; i < 5; i++)
        v[i] = op(&p, HW_ALU_OP_ADD_INT, constant(0), literal(100 + i));
    sum = v[0];
    for (uint32_t i = 1; i < 5; i++)
        sum = op(&p, HW_ALU_OP_SUB_INT, v[i], sum);
    store(&p, sum, 0);
    struct evg_items items = schedule(&p);
    for (uint32_t i = 0; i < groups_of(&items); i++)
        assert_in_range(items.item[i].group->literal_count, 0, EVG_LITERALS);
    assert_int_equal(items.item[0].group->literal_count, EVG_LITERALS);
}

/* Three values and three indices of stores must lie in x, and there is no fifth slot: the first of
 * them is issued in the first group, though what the values are made of has a longer way to go. */
static void what_needs_one_slot_begins_first(void **state)
{
    struct program p = new_program();
    struct mir_operand value[3];
    p.f->chip = hw_chip_find("cayman");
    for (uint32_t i = 0; i < 3; i++) {
        struct mir_operand left = op(&p, HW_ALU_OP_ADD_INT, constant(0), literal(1));
        struct mir_operand right = op(&p, HW_ALU_OP_XOR_INT, constant(1), literal(1));
        value[i] = op(&p, HW_ALU_OP_OR_INT, left, right);
    }
    for (uint32_t i = 0; i < 3; i++)
        store(&p, value[i], i);
    struct evg_items items = schedule(&p);
    assert_int_equal(groups_of(&items), 6);
}

static void array_store(struct program *p, struct mir_operand index, struct mir_operand value)
{
    struct mir_inst *inst = mir_new_inst(p->f, MIR_ARRAY_STORE, 0, 2);
    inst->src[0] = index;
    inst->src[1] = value;
    mir_append(p->block, inst);
}

static struct mir_operand array_load(struct program *p, struct mir_operand index)
{
    struct mir_inst *inst = mir_new_inst(p->f, MIR_ARRAY_LOAD, 0, 1);
    inst->src[0] = index;
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(p->f);
    mir_append(p->block, inst);
    return mir_vreg_operand(inst->dst[0]);
}

/* Dwords of private memory lie in one channel; the fifth slot writes a second one. */
static void array_elements_are_apart(void **state)
{
    struct program p = new_program();
    p.f->array_dwords = 8;
    struct mir_operand value = op(&p, HW_ALU_OP_ADD_INT, constant(0), literal(1));
    for (uint32_t i = 0; i < 8; i++)
        array_store(&p, literal(i), value);
    struct evg_items items = schedule(&p);
    assert_int_equal(groups_of(&items), 1 + 4);
}

/* Accesses to elements that a computed index may name keep their order. */
static void computed_indices_keep_order(void **state)
{
    struct program p = new_program();
    p.f->array_dwords = 2;
    array_store(&p, literal(0), literal(1));
    array_store(&p, op(&p, HW_ALU_OP_AND_INT, constant(0), literal(1)), literal(2));
    store(&p, array_load(&p, literal(0)), 0);
    struct evg_items items = schedule(&p);
    uint32_t constant_write = 0, relative_write = 0, read = 0;
    for (uint32_t i = 0; i < groups_of(&items); i++)
        for (unsigned n = 0; n < EVG_SLOTS; n++) {
            const struct evg_slot *slot = &items.item[i].group->slot[n];
            bool in_array = slot->gpr >= MIR_ARRAY_GPR && slot->gpr < MIR_ARRAY_GPR + 2 &&
                            slot->channel == MIR_ARRAY_CHANNEL;
            if (slot->used && slot->write && slot->dst_rel)
                relative_write = i + 1;
            else if (slot->used && slot->write && in_array)
                constant_write = i + 1;
            if (slot->used && slot->src[0].kind == SOURCE_SELECT &&
                slot->src[0].value == MIR_ARRAY_GPR && slot->src[0].channel == MIR_ARRAY_CHANNEL)
                read = i + 1;
        }
    assert_in_range(constant_write, 1, relative_write - 1);
    assert_in_range(relative_write, 1, read - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(independent_operations_share_groups, finish),
        cmocka_unit_test_teardown(products_need_the_fifth_slot, finish),
        cmocka_unit_test_teardown(results_are_forwarded, finish),
        cmocka_unit_test_teardown(stores_do_not_wait, finish),
        cmocka_unit_test_teardown(literals_are_limited, finish),
        cmocka_unit_test_teardown(what_needs_one_slot_begins_first, finish),
        cmocka_unit_test_teardown(array_elements_are_apart, finish),
        cmocka_unit_test_teardown(computed_indices_keep_order, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
