/* SPDX-License-Identifier: MIT */
/* asm_verify_test.c: each rule of the verifier, with a program that keeps it and one that breaks
 * it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/tests/asm/assemble.h"

enum { GPRS = 8 };
#define END   "NOP end_of_program\n"
#define END4  "CF_END\n"
#define ALU1  "ALU\n0 x: MOV R0.x, R1.x\n"
#define TEST  "0 x: PRED_SETE (R0.x), R0.x, 0 update_exec_mask update_pred\n"
#define PUSH  "ALU_PUSH_BEFORE\n" TEST
#define BREAK "ALU_BREAK\n" TEST

static const struct {
    const char *text;
    const char *error; /* NULL: the program is good */
} cases[] = {
    /* Control flow. */
    {"NOP\n", "the program has no end"},
    {"CF_RAW 0x0, 0x03000000\n" END, "an unknown control-flow instruction"},
    {"JUMP @1\n" END, NULL},
    {"JUMP @2\n" END, "a jump to 2"},
    {"LOOP_START_DX10 @3\nLOOP_BREAK @2\nLOOP_END @1\n" END, NULL},
    {"LOOP_START_DX10 @2\nLOOP_BREAK @2\nLOOP_END @1\n" END, "behind its end"},
    {"LOOP_START_DX10 @3\nLOOP_BREAK @2\nLOOP_END @2\n" END, "behind its start"},
    {"LOOP_START_DX10 @3\nLOOP_BREAK @3\nLOOP_END @1\n" END, "something else than its end"},
    {"ALU_EXTENDED\nALU\n0 x: MOV R0.x, KC2[3].x\n" END, "KC2[3] is not locked"},
    {"ALU_EXTENDED kcache_mode2:1\nALU\n0 x: MOV R0.x, KC2[3].x\n" END, NULL},
    {"ALU_EXTENDED\n" END, "not followed by an ALU clause"},
    {"MEM_RAT STORE_TYPED RAT11[R7], R7.xyzw\n" END, NULL},
    {"MEM_RAT STORE_TYPED RAT12[R0], R0.xyzw\n" END, "a RAT above 11"},
    {"MEM_RAT RAT_OP63 RAT0[R0], R0.xyzw\n" END, "an unknown RAT operation"},
    {"MEM_RAT STORE_RAW RAT0[R0], R8.x___\n" END, "R8 is stored"},
    {"MEM_RAT STORE_RAW RAT0[R8], R0.x___\n" END, "R8 is an index"},
    {"MEM_SCRATCH [R8], R7.x___\n" END, NULL},
    {"MEM_SCRATCH [R8], R7.x___ type:write_ind\n" END, "R8 is an index"},
    {"MEM_SCRATCH [R0], R7.x___ burst_count:1\n" END, "R8 is stored"},
    {"EXPORT [R0], R1.____\n" END, "has no place in a kernel"},

    /* Registers. */
    {"ALU\n0 x: MOV R7.x, R124.x\n" END, NULL},
    {"ALU\n0 x: MOV R8.x, R0.x\n" END, "writes R8"},
    {"ALU\n0 x: MOV (R8.x), R0.x\n" END, NULL},
    {"ALU\n0 x: MOV R0.x, R8.x\n" END, "reads R8"},
    {"ALU\n0 x: MOV R0.x, R1.x\n  t: MOV R0.x, R2.x VEC_021\n" END,
     "two instructions of a group write"},

    /* Rules of clauses. */
    {"ALU\n0 x: RAW 0x0, 0x380\n" END, "an unknown ALU instruction"},
    {"ALU\n0 x: MOV R0.x, PV.x\n" END, "PV or PS in the first group"},
    {"ALU\n0 x: MOV R0.x, R1.x\n1 x: MOV R0.x, PV.x\n" END, NULL},
    {"ALU KC0=CB0[0-15]\n0 x: MOV R0.x, KC0[15].x\n" END, NULL},
    {"ALU KC0=CB0[0-15]\n0 x: MOV R0.x, KC0[16].x\n" END, "KC0[16] is not locked"},
    {"ALU KC1=CB0[0-31]\n0 x: MOV R0.x, KC0[0].x\n" END, "KC0[0] is not locked"},
    {"ALU\n0 x: MOVA_INT (R0.x), R0.x\n1 x: MOV R0.x, R1[AR.x].x\n" END, NULL},
    {"ALU\n0 x: MOVA_INT (R0.x), R0.x\n  y: MOV R0.y, R1[AR.x].x\n1 x: MOV R0.x, R0.x\n" END,
     "AR is used before"},
    {"ALU\n0 x: MOV R0[AR.x].x, R1.x\n" END, "AR is used before"},
    {"ALU\n0 x: ADD_64 R0.x, R1.y, R2.y\n  y: ADD_64 R0.y, R1.x, R2.x\n" END, NULL},
    {"ALU\n0 z: ADD_64 R0.z, R1.y, R2.y\n  w: ADD_64 R0.w, R1.x, R2.x\n" END, NULL},
    {"ALU\n0 x: ADD_64 R0.x, R1.y, R2.y\n" END, "ADD_64 fills slots x and y"},
    {"ALU\n0 y: ADD_64 R0.y, R1.y, R2.y\n  z: ADD_64 R0.z, R1.x, R2.x\n" END,
     "ADD_64 fills slots x and y"},
    {"ALU\n0 x: MUL_64 R0.x, R1.y, R2.y\n  y: MUL_64 R0.y, R1.y, R2.y\n" END,
     "MUL_64 fills slots x, y, z and w"},
    {"ALU\n0 x: DOT4_IEEE R0.x, R1.x, R2.x\ny: DOT4_IEEE (R0.y), R1.y, R2.y\n"
     "z: DOT4_IEEE (R0.z), R1.z, R2.z\nw: DOT4_IEEE (R0.w), R1.w, R2.w\n" END,
     NULL},
    {"ALU\n0 x: DOT4_IEEE R0.x, R1.x, R2.x\ny: DOT4_IEEE (R0.y), R1.y, R2.y\n" END,
     "DOT4_IEEE fills slots x, y, z and w"},
    /* Output modifiers. */
    {"ALU\n0 x: MUL_IEEE R0.x, R1.x, R2.x clamp\ny: MOV R0.y, R1.y clamp\n" END, NULL},
    {"ALU\n0 x: MULADD_IEEE R0.x, R1.x, R2.x, R3.x clamp\n" END, NULL},
    {"ALU\n0 x: ADD_INT R0.x, R1.x, R2.x clamp\n" END,
     "ADD_INT: output modifiers need a float result"},
    {"ALU\n0 x: SETGT_DX10 R0.x, R1.x, R2.x mul:2\n" END,
     "SETGT_DX10: output modifiers need a float result"},
    {"ALU\n0 x: MOVA_INT (R0.x), R0.x\n" END, "AR is loaded by the last group"},
    {"ALU\n0 x: LDS_READ_RET R0.x\n1 x: MOV R0.x, LDS_OQ_A_POP\n" END, NULL},
    {"ALU\n0 x: LDS_READ_RET R0.x\n" END, "leaves results in an LDS queue"},
    {"ALU\n0 x: MOV R0.x, LDS_OQ_A_POP\n" END, "LDS_OQ_A is read but empty"},
    {"ALU\n0 x: LDS_READ2_RET R0.x, R1.x\n1 x: MOV R0.x, LDS_OQ_A_POP\n"
     "  y: MOV R0.y, LDS_OQ_B_POP\n" END,
     NULL},
    {"ALU\n0 x: LDS_READ_RET R0.x\n1 x: MOV R0.x, R1.x\n  t: MOV R2.x, LDS_OQ_A_POP\n" END,
     "slot t cannot read an LDS queue"},
    {"ALU\n0 x: LDS_READ_RET R0.x\n1 x: ADD_INT R0.x, R1.x, LDS_OQ_A_POP\n" END,
     "a cycle other than 0"},
    {"ALU\n0 x: LDS_READ_RET R0.x\n1 x: ADD_INT R0.x, R1.x, LDS_OQ_A_POP VEC_102\n" END, NULL},
    {"ALU\n0 x: PRED_SETE (R0.x), R0.x, 0\n  y: PRED_SETE (R0.y), R0.y, 0\n" END,
     "two of predicate"},
    {"ALU\n" TEST "1 x: MOV R0.x, R1.x pred:0\n  y: MOV R0.y, R1.y pred:1\n" END,
     "differ in their predicate"},
    {"ALU\n0 x: PRED_SETE (R0.x), R0.x, 0 update_pred\n1 x: MOV R0.x, R1.x pred:1\n" END, NULL},
    {"ALU\n0 x: PRED_SETE (R0.x), R0.x, 0\n1 x: MOV R0.x, R1.x pred:1\n" END,
     "before the clause sets it"},
    {"ALU\n" TEST "1 x: MOV R0.x, R1.x pred:1\n2 x: MOV R2.x, PV.x pred:1\n" END, NULL},
    {"ALU\n" TEST "1 x: MOV R0.x, R1.x pred:1\n2 x: MOV R2.x, PV.x\n" END, "another predicate"},
    {"ALU\n0 x: PRED_SETE (R0.x), R0.x, 0 update_pred\n" ALU1
     "ALU\n0 x: MOV R0.x, R1.x pred:1\n" END,
     "before the clause sets it"},
    {"ALU\n0 x: GROUP_BARRIER (R0.x)\n1 x: MOV R0.x, R1.x\n" END, NULL},
    {"ALU\n0 x: GROUP_BARRIER (R0.x)\n1 x: PRED_SETE (R0.x), R0.x, 0 update_exec_mask\n" END,
     "a barrier in a clause"},

    /* The branch stack: nothing but the jumps' targets tells what belongs together. */
    {PUSH "JUMP @3 pop_count:1\n" ALU1 "POP @4 pop_count:1\n" END, "another depth of the stack"},
    {PUSH "JUMP @4 pop_count:1\n" ALU1 "POP @4 pop_count:1\n" END, NULL},
    {PUSH "JUMP @3 pop_count:1\nALU_POP_AFTER\n0 x: MOV R0.x, R1.x\n" END, NULL},
    {PUSH "JUMP @3\nALU_POP_AFTER\n0 x: MOV R0.x, R1.x\n" END, "another depth of the stack"},
    {PUSH "JUMP @3\n" ALU1 "ELSE @5 pop_count:1\n" ALU1 "POP @6 pop_count:1\n" END,
     "another depth of the stack"},
    {PUSH "JUMP @3\n" ALU1 "ELSE @6 pop_count:1\n" ALU1 "POP @6 pop_count:1\n" END, NULL},
    {PUSH "ALU_ELSE_AFTER\n0 x: MOV R0.x, R1.x\nALU_POP_AFTER\n0 x: MOV R0.x, R1.x\n" END, NULL},
    {PUSH PUSH "ALU_POP2_AFTER\n0 x: MOV R0.x, R1.x\n" END, NULL},
    {PUSH "ALU_POP2_AFTER\n0 x: MOV R0.x, R1.x\n" END, "more is popped"},
    {"POP @1 pop_count:1\n" END, "more is popped"},
    {"ALU_ELSE_AFTER\n0 x: MOV R0.x, R1.x\n" END, "ELSE without a push"},
    {PUSH "JUMP @1 pop_count:1\nPOP @3 pop_count:1\n" END, "a jump back to 1"},
    /* Loops. */
    {"LOOP_START_DX10 @3\n" BREAK "LOOP_END @1\n" END, NULL},
    {"LOOP_START_DX10 @3\n" PUSH "LOOP_END @1\n" END, "another depth of the stack"},
    {PUSH "LOOP_START_DX10 @4\nALU_POP_AFTER\n0 x: MOV R0.x, R1.x\nLOOP_END @2\n" END,
     "more is popped"},
    {BREAK END, "left outside of a loop"},

    /* Read ports: one register per cycle and channel. */
    {"ALU\n0 x: ADD R0.x, R1.x, R2.x\n  y: ADD R0.y, R1.y, R2.y\n" END, NULL},
    {"ALU\n0 x: ADD R0.x, R1.x, R2.y\n  y: ADD R0.y, R3.x, R4.y\n" END, "one cycle and channel"},
    {"ALU\n0 x: ADD R0.x, R1.x, R2.y\n  y: ADD R0.y, R3.x, R4.y VEC_120\n" END, NULL},
    {"ALU\n0 x: ADD R0.x, R1.x, R2.y\n  y: ADD R0.y, R1.x, R2.y\n" END, NULL},
    {"ALU\n0 x: ADD R0.x, R1.x, R1.x\n  y: ADD R0.y, R2.y, R3.x\n" END, NULL},
    {"ALU\n0 x: MULADD_IEEE R0.x, R1.x, R2.x, R3.x\n" END, NULL},
    {"ALU\n0 x: MOV R0.x, R1.x bank_swizzle:6\n" END, "unknown bank swizzle"},
    {"ALU KC0=CB0[0-31]\n0 x: ADD R0.x, KC0[0].x, KC0[1].x\n  y: ADD R0.y, KC0[0].y, "
     "KC0[1].y\n" END,
     NULL},
    {"ALU KC0=CB0[0-31]\n0 x: ADD R0.x, KC0[0].x, KC0[1].x\n  y: MOV R0.y, KC0[0].z\n" END,
     "more than two pairs of constants"},
    /* Slot t: constants take the first cycles. */
    {"ALU\n0 t: MULLO_INT R0.x, R1.x, R2.x\n" END, NULL},
    {"ALU\n0 t: MULLO_INT R0.x, R1.x, [3]\n" END, NULL},
    {"ALU\n0 t: MULLO_INT R0.x, [3], R1.x\n" END, NULL},
    {"ALU\n0 t: MUL_LIT R0.x, [3], 1.0, R1.x\n" END, "a cycle that its constants take"},
    {"ALU\n0 t: MUL_LIT R0.x, [3], 1.0, R1.x SCL_122\n" END, NULL},
    {"ALU\n0 t: MUL_LIT R0.x, [3], 1.0, 0.5\n" END, "more than two constants"},
    {"ALU\n0 x: MOV R0.x, R1.x VEC_210\n  t: SIN R0.y, R2.x\n" END, "one cycle and channel"},
    {"ALU\n0 x: MOV R0.x, R1.x VEC_210\n  t: SIN R0.y, R2.x SCL_122\n" END, NULL},

    /* Fetches. */
    {"TC\nLD R1.xyzw, R0.xyzw, T2, S0\nVTX_FETCH R2.x___, R0.x, B1\n" END, NULL},
    {"TC\nLD R1.xyzw, R0.xyzw, T2, S0\nVTX_FETCH R2.x___, R1.x, B1\n" END,
     "which a fetch of the same"},
    {"TC\nLD R1.____, R0.xyzw, T2, S0\nVTX_FETCH R2.x___, R1.x, B1\n" END, NULL},
    {"TC\nLD R8.xyzw, R0.xyzw, T2, S0\n" END, "a fetch writes R8"},
    {"TC\nLD R1.xyzw, R8.xyzw, T2, S0\n" END, "a fetch reads R8"},
    {"VC\nLD R1.xyzw, R0.xyzw, T2, S0\n" END, "an unknown fetch instruction, or one of another"},
    {"TC @3\nVTX_FETCH R2.x___, R1.x, B1\n" END, "not a multiple of 16 bytes"},
    {"TC\nRAW 0x2, 0x0, 0x0, 0x0\n" END, NULL},
    {"TC\nRAW 0x9f, 0x0, 0x0, 0x0\n" END, NULL},
    {"TC\nRAW 0x0d, 0x0, 0x0, 0x0\n" END, "an unknown fetch instruction"},
    /* Cayman: four slots. */
    {"ALU\n0 x: SIN R0.x, R1.x\ny: SIN (R0.y), R1.x\nz: SIN (R0.z), R1.x\n" END4, NULL},
    {"ALU\n0 x: SIN R0.x, R1.x\ny: SIN (R0.y), R1.x\nz: SIN (R0.z), R1.x\nw: MOV R0.w, R1.y\n" END4,
     NULL},
    {"ALU\n0 x: SIN R0.x, R1.x\ny: SIN (R0.y), R1.x\n" END4, "SIN fills slots x, y and z"},
    {"ALU\n0 x: SIN R0.x, R1.x\ny: SIN (R0.y), R1.y\nz: SIN (R0.z), R1.x\n" END4,
     "the same in all"},
    {"ALU\n0 y: SIN (R0.y), R1.x\nz: SIN (R0.z), R1.x\nw: SIN R0.w, R1.x\n" END4,
     "SIN fills slots x, y and z"},
    {"ALU\n0 x: MULLO_INT R0.x, R1.x, R1.y\ny: MULLO_INT (R0.y), R1.x, R1.y\nz: MULLO_INT (R0.z), "
     "R1.x, "
     "R1.y\n" END4,
     "MULLO_INT fills slots x, y, z and w"},
    {"ALU\n0 x: MULLO_INT R0.x, R1.x, R1.y\ny: MULLO_INT (R0.y), R1.x, R1.y\nz: MULLO_INT (R0.z), "
     "R1.x, "
     "R1.y\nw: MULLO_INT (R0.w), R1.x, R1.y\n" END4,
     NULL},
    {"ALU\n0 y: INT_TO_FLT R0.y, R1.x\n" END4, NULL},
    {"ALU\n0 x: RECIP_UINT R0.x, R1.x\n" END4, "an unknown ALU instruction"},
    {"ALU\n0 x: MUL_INT24 R0.x, R1.x, R1.y\n" END4, NULL},
    {"ALU\n0 x: MUL_INT24 R0.x, R1.x, R1.y\n" END, "an unknown ALU instruction"},
    {"ALU\n0 x: MOV R0.x, R1.x\n1 x: MOV R0.x, PS\n" END4, "leaves nothing in slot t"},
    {"NOP end_of_program\n" END4, "END_OF_PROGRAM on a chip"},
    {"LOOP_START_DX10 @3\n" BREAK "LOOP_END @1\n" END4, "an unknown control-flow instruction"},
    {"VC\nVTX_FETCH R1.x___, R0.x, B1\n" END4, "an unknown control-flow instruction"},
    {"MEM_RAT_CACHELESS STORE_DWORD RAT0[R0], R1.x___ type:write_ind\n" END4, NULL},
    {"MEM_RAT_CACHELESS STORE_DWORD RAT0[R0], R1.x___ type:write_ind\n" END,
     "an unknown RAT operation"},
};

static void test_rules(void **state)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t *code;
        size_t dwords;
        char error[256] = "";
        if (evg_assemble(cases[i].text, &code, &dwords, error, sizeof(error)))
            fail_msg("case %zu: %s", i, error);
        int result =
            evg_verify(code, dwords, GPRS, strstr(cases[i].text, END4) ? HW_VLIW4 : HW_VLIW5, error,
                       sizeof(error));
        if (result != (cases[i].error ? -1 : 0) ||
            (cases[i].error && !strstr(error, cases[i].error)))
            fail_msg("case %zu, '%s': %d, '%s'", i, cases[i].text, result, error);
        free(code);
    }
}

static void test_long_clauses(void **state)
{
    for (unsigned fetches = 15; fetches <= 18; fetches++) {
        char text[4096] = "TC\n", error[256] = "";
        uint32_t *code;
        size_t dwords;
        for (unsigned i = 0; i < fetches; i++)
            strcat(text, "VTX_FETCH R1.x___, R0.x, B1\n");
        strcat(text, END);
        assert_int_equal(evg_assemble(text, &code, &dwords, error, sizeof(error)), 0);
        assert_int_equal(
            evg_verify(code, dwords, GPRS, evg_vliw_of(code, dwords), error, sizeof(error)),
            fetches > 16 ? -1 : 0);
        free(code);
    }
}

/* Clauses that lie where they must not, which the assembler does not make. */
static void test_placement(void **state)
{
    static const struct {
        uint32_t code[8];
        size_t dwords;
        const char *error;
    } programs[] = {
        {{0, 0xa0000000, 0, 0x80200000}, 4, "lies in the control flow"},
        {{2, 0xa0000000, 0, 0x80200000}, 4, "reaches beyond the program"},
        {{2, 0xa0040000, 0, 0x80200000, 0x80000000, 0x00000d00}, 6, "reaches beyond the program"},
        {{2, 0x80400400, 0, 0x80200000, 0, 0, 0, 0}, 8, "reaches beyond the program"},
        {{2, 0xa0000000, 0, 0x80200000, 0x00000000, 0x00000d00}, 6, "a group without an end"},
        {{2, 0xa0000000, 0, 0x80200000, 0x800000fd, 0x00000c90}, 6, "literals beyond the end"},
        {{0}, 0, "the program has no end"},
    };
    for (size_t i = 0; i < COUNT(programs); i++) {
        char error[256] = "";
        assert_int_equal(
            evg_verify(programs[i].code, programs[i].dwords, GPRS, HW_VLIW5, error, sizeof(error)),
            -1);
        if (!strstr(error, programs[i].error))
            fail_msg("program %zu: '%s'", i, error);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_rules, test_long_clauses, test_placement);
}
