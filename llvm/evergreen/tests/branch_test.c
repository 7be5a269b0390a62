/* SPDX-License-Identifier: MIT */
/* branch_test.c: which control-flow instructions ifs and loops become. What they compute is
 * control_flow_test.c's matter. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/isa.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/evergreen/tests/harness.h"

static const char prologue[] =
    "target datalayout = \"e-p:32:32-i64:64-A5-G1\"\ntarget triple = \"r600--\"\n"
    "declare i32 @llvm.r600.read.tidig.x()\n"
    "declare void @llvm.r600.group.barrier()\n"
    "define void @kernel() {\n"
    "start:\n"
    "  %data = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7))\n"
    "  %tid = call i32 @llvm.r600.read.tidig.x()\n"
    "  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i32 %tid\n"
    "  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i32 1000\n"
    "  %l = inttoptr i32 %tid to ptr addrspace(3)\n"
    "  %c = icmp slt i32 %tid, 7\n"
    "  %d = icmp slt i32 %tid, 9\n"
    "  %argument = load i32, ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7))\n"
    "  %less = sub i32 %argument, 7\n"
    "  %u = icmp ult i32 %less, 4\n"
    "  %sum = add i32 %argument, %tid\n"
    "  %mixed = icmp ult i32 %sum, 4\n";

/* The names of the instructions, each with a blank behind it. */
static void list_flow(const struct evg_program *program, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < program->cf_ops && length < size; i++) {
        const struct hw_cf_info *info = hw_cf_find(hw_cf_op_of(program->code[2 * i + 1]));
        length += (size_t)snprintf(text + length, size - length, "%s ", info->name);
    }
}

static void expect_flow(const char *chip, uint32_t without, const char *body, const char *expected)
{
    char ir[4096], error[HARNESS_ERROR] = "", text[512];
    struct harness_launch launch = {.ir = ir, .local = 64, .groups = 1, .without = without};
    struct evg_program program;
    snprintf(ir, sizeof(ir), "%s%s}\n", prologue, body);
    harness_open(chip);
    if (harness_compile(&launch, &program, error))
        fail_msg("%s", error);
    harness_close();
    list_flow(&program, text, sizeof(text));
    evg_program_finish(&program);
    assert_string_equal(text, expected);
}

static const char loop[] = "  br label %loop\n"
                           "loop:\n"
                           "  %i = phi i32 [ 1, %start ], [ %j, %loop ]\n"
                           "  %j = mul i32 %i, 3\n"
                           "  %again = icmp slt i32 %j, %tid\n"
                           "  br i1 %again, label %loop, label %end\n"
                           "end:\n"
                           "  store i32 %j, ptr addrspace(1) %p, align 4\n  ret void\n";

static void loops_end_in_alu_break(void **state)
{
    expect_flow("cypress", 0, loop,
                "ALU LOOP_START_DX10 ALU_BREAK LOOP_END ALU MEM_RAT_CACHELESS NOP ");
    expect_flow("cypress", 1u << EVG_PASS_exits, loop,
                "ALU LOOP_START_DX10 ALU_PUSH_BEFORE JUMP LOOP_BREAK POP LOOP_END ALU "
                "MEM_RAT_CACHELESS NOP ");
}

/* ALU_BREAK saves the lanes' state as ALU_PUSH_BEFORE does, which these chips mishandle. */
static void loops_of_chips_with_the_push_bug(void **state)
{
    expect_flow("redwood", 0, loop,
                "ALU LOOP_START_DX10 ALU PUSH ALU JUMP LOOP_BREAK POP LOOP_END ALU "
                "MEM_RAT_CACHELESS NOP ");
}

static const char nested[] = "  br i1 %c, label %outer, label %end\n"
                             "outer:\n"
                             "  store i32 1, ptr addrspace(1) %p, align 4\n"
                             "  br i1 %d, label %inner, label %end\n"
                             "inner:\n"
                             "  store i32 2, ptr addrspace(1) %q, align 4\n"
                             "  br label %end\n"
                             "end:\n";

static void nothing_is_pushed_before_the_end(void **state)
{
    char body[2048];
    snprintf(body, sizeof(body), "%s  ret void\n", nested);
    expect_flow("cypress", 0, body,
                "ALU JUMP ALU MEM_RAT_CACHELESS ALU JUMP ALU MEM_RAT_CACHELESS NOP ");
    expect_flow("cypress", 1u << EVG_PASS_masks, body,
                "ALU_PUSH_BEFORE JUMP ALU MEM_RAT_CACHELESS ALU_PUSH_BEFORE JUMP ALU "
                "MEM_RAT_CACHELESS POP POP NOP ");
}

static void inner_ifs_do_not_push(void **state)
{
    char body[2048];
    snprintf(body, sizeof(body), "%s  store i32 3, ptr addrspace(3) %%l, align 4\n  ret void\n",
             nested);
    expect_flow("cypress", 0, body,
                "ALU_PUSH_BEFORE JUMP ALU MEM_RAT_CACHELESS ALU JUMP ALU MEM_RAT_CACHELESS POP ALU "
                "NOP ");
}

/* Lanes that fail the inner test would come back in the else. */
static void inner_ifs_before_an_else_push(void **state)
{
    expect_flow("cypress", 0,
                "  br i1 %c, label %outer, label %other\n"
                "outer:\n"
                "  br i1 %d, label %inner, label %end\n"
                "inner:\n"
                "  store i32 2, ptr addrspace(1) %q, align 4\n"
                "  br label %end\n"
                "other:\n"
                "  store i32 3, ptr addrspace(1) %p, align 4\n"
                "  br label %end\n"
                "end:\n"
                "  store i32 3, ptr addrspace(3) %l, align 4\n  ret void\n",
                "ALU_PUSH_BEFORE JUMP ALU_PUSH_BEFORE JUMP ALU MEM_RAT_CACHELESS POP ELSE ALU "
                "MEM_RAT_CACHELESS POP ALU NOP ");
}

static const char sides[] = "  br i1 %c, label %yes, label %no\n"
                            "yes:\n"
                            "  store i32 2, ptr addrspace(3) %l, align 4\n"
                            "  br label %end\n"
                            "no:\n"
                            "  store i32 %tid, ptr addrspace(3) %l, align 4\n"
                            "  br label %end\n"
                            "end:\n"
                            "  call void @llvm.r600.group.barrier()\n  ret void\n";

static void single_clauses_are_not_jumped_over(void **state)
{
    expect_flow("cypress", 0, sides, "ALU_PUSH_BEFORE ALU_ELSE_AFTER ALU_POP_AFTER ALU NOP ");
    expect_flow("redwood", 0, sides, "PUSH ALU JUMP ALU ELSE ALU_POP_AFTER ALU NOP ");
    expect_flow("cypress", 1u << EVG_PASS_masks, sides,
                "ALU_PUSH_BEFORE JUMP ALU ELSE ALU_POP_AFTER ALU NOP ");
}

/* Barriers share clauses with what neither sets nor uses the predicate. */
static void barriers_end_no_clause(void **state)
{
    expect_flow("cypress", 0,
                "  store i32 %tid, ptr addrspace(3) %l, align 4\n"
                "  call void @llvm.r600.group.barrier()\n"
                "  %v = load i32, ptr addrspace(3) null, align 4\n"
                "  store i32 %v, ptr addrspace(1) %p, align 4\n  ret void\n",
                "ALU MEM_RAT_CACHELESS NOP ");
    expect_flow("cypress", 0,
                "  store i32 %tid, ptr addrspace(3) %l, align 4\n"
                "  call void @llvm.r600.group.barrier()\n"
                "  br i1 %c, label %yes, label %end\nyes:\n"
                "  store i32 7, ptr addrspace(1) %p, align 4\n"
                "  br label %end\nend:\n  ret void\n",
                "ALU ALU JUMP ALU MEM_RAT_CACHELESS NOP ");
}

/* An if of so many operations, too many for conditional moves. */
static void build_side(char *body, size_t size, const char *condition, unsigned operations)
{
    size_t length = (size_t)snprintf(body, size,
                                     "  br i1 %s, label %%yes, label %%end\nyes:\n"
                                     "  %%x0 = add i32 %%tid, 5\n",
                                     condition);
    for (unsigned i = 1; i < operations; i++)
        length += (size_t)snprintf(body + length, size - length, "  %%x%u = %s i32 %%x%u, %u\n", i,
                                   i % 2 ? "xor" : "add", i - 1, 1000 * i);
    snprintf(body + length, size - length,
             "  br label %%end\nend:\n  %%r = phi i32 [ %%tid, %%start ], [ %%x%u, %%yes ]\n"
             "  store i32 %%r, ptr addrspace(1) %%p, align 4\n  ret void\n",
             operations - 1);
}

static void short_sides_are_predicated(void **state)
{
    char body[3000];
    build_side(body, sizeof(body), "%c", 20);
    expect_flow("cypress", 0, body, "ALU MEM_RAT_CACHELESS NOP ");
    expect_flow("redwood", 0, body, "ALU MEM_RAT_CACHELESS NOP ");
    expect_flow("cypress", 1u << EVG_PASS_predicate, body,
                "ALU_PUSH_BEFORE ALU_POP_AFTER ALU MEM_RAT_CACHELESS NOP ");
    build_side(body, sizeof(body), "%c", 30);
    expect_flow("cypress", 0, body, "ALU_PUSH_BEFORE ALU_POP_AFTER ALU MEM_RAT_CACHELESS NOP ");
}

/* All lanes agree on a condition that only arguments decide: what they do not take costs nothing.
 */
static void sides_of_uniform_ifs_are_branched_around(void **state)
{
    char body[3000];
    build_side(body, sizeof(body), "%u", 20);
    expect_flow("cypress", 0, body, "ALU_PUSH_BEFORE ALU_POP_AFTER ALU MEM_RAT_CACHELESS NOP ");
    build_side(body, sizeof(body), "%mixed", 20);
    expect_flow("cypress", 0, body, "ALU MEM_RAT_CACHELESS NOP ");
    build_side(body, sizeof(body), "%u", 11);
    expect_flow("cypress", 1u << EVG_PASS_flatten, body, "ALU MEM_RAT_CACHELESS NOP ");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, loops_end_in_alu_break, loops_of_chips_with_the_push_bug,
                     nothing_is_pushed_before_the_end, inner_ifs_do_not_push,
                     inner_ifs_before_an_else_push, single_clauses_are_not_jumped_over,
                     barriers_end_no_clause, short_sides_are_predicated,
                     sides_of_uniform_ifs_are_branched_around);
}
