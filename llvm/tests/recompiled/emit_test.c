/* SPDX-License-Identifier: MIT */
/* emit_test.c: what is in the IR of a program, and what is refused. */
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/tests/machine.h"
#include "llvm/ir/shim.h"
#include "llvm/recompile/emit.h"
#include "llvm/recompile/narrow.h"

static const struct recompiler_host host = {"v2", "x86-64-v2", ""};
static struct recompiler recompiler = {.host = &host};

/* The module of a program, with a state in which nothing is known, or with groups of so many blocks
 * in a row. */
static LLVMModuleRef build_for(struct program *p, uint32_t blocks)
{
    struct sim_program *program = finish_and_decode(p);
    struct recompile_state *state = calloc(1, recompile_state_bytes(program));
    const struct recompile_job job = {.chip = hw_chip_find("cypress"), .state = state};
    const char *why;
    assert_non_null(state);
    if (blocks) {
        state->rows = SIM_NATIVE_BLOCKS;
        state->blocks = blocks;
        state->line = RECOMPILE_LINE_X;
    }
    LLVMModuleRef module = recompile_emit(&recompiler, &job, program, &why);
    assert_non_null(module);
    free(state);
    sim_program_destroy(program);
    return module;
}

static LLVMModuleRef build(struct program *p)
{
    return build_for(p, 0);
}

static void store_r3(struct program *p)
{
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 6, 0, lit(0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 3, 6, 1);
}

/* R3, R4 and R5 are written in front of a barrier. Behind it R3 is stored. R4 is read before the
 * barrier alone, which is behind it, too, where both are in a loop; R5 likewise, but the operation
 * in front writes it in any case. */
static void wait_amid(struct program *p, bool in_loop)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 3, 0, lit(7), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_MOV, 4, 0, lit(1), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    const uint32_t loop = here(p);
    if (in_loop)
        cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 5, 0, r(4, 0), lit(1), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 4, 0, r(5, 0), lit(0), r(0, 0));
    op(p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    if (in_loop) {
        cf(p, HW_CF_LOOP_BREAK, here(p) + 1, 0);
        cf(p, HW_CF_LOOP_END, loop + 1, 0);
        patch(p, loop, here(p));
    }
    store_r3(p);
}

/* R3 is written in front of a barrier, and again in a loop behind where it goes on. All lanes leave
 * it at once, so that R3 is as it was. */
static void leave_behind(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 3, 0, lit(7), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    const uint32_t loop = here(p);
    cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    alu_test(p, HW_CF_ALU_BREAK, HW_ALU_OP_PRED_SETE_INT, lit(1), lit(2));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 3, 0, lit(9), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    cf(p, HW_CF_LOOP_END, loop + 1, 0);
    patch(p, loop, here(p));
    store_r3(p);
}

/* The block behind the first barrier. */
static LLVMBasicBlockRef find_resume(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, SIM_NATIVE_NAME),
                 choice = LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function));
    assert_int_equal(LLVMGetInstructionOpcode(choice), LLVMSwitch);
    return LLVMGetSuccessor(choice, 1);
}

/* Whether a register's x comes back there from the wavefront's memory. */
static bool comes_back(LLVMModuleRef module, unsigned gpr)
{
    const unsigned long long bytes = 4ull * gpr * sizeof(sim_vector);
    for (LLVMValueRef i = LLVMGetFirstInstruction(find_resume(module)); i;
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef load = LLVMGetNextInstruction(i);
        if (LLVMGetInstructionOpcode(i) == LLVMGetElementPtr &&
            LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) == bytes &&
            LLVMGetInstructionOpcode(load) == LLVMLoad && LLVMGetOperand(load, 0) == i)
            return true;
    }
    return false;
}

/* A value that is read behind a barrier goes through memory, and others do not. */
static void test_barrier(void **state)
{
    static struct program p;
    for (unsigned in_loop = 0; in_loop < 2; in_loop++) {
        wait_amid(&p, in_loop);
        LLVMModuleRef module = build(&p);
        assert_true(comes_back(module, 3));
        assert_int_equal(comes_back(module, 4), in_loop);
        assert_false(comes_back(module, 5));
        LLVMDisposeModule(module);
    }
    leave_behind(&p);
    LLVMModuleRef module = build(&p);
    assert_true(comes_back(module, 3));
    LLVMDisposeModule(module);
}

/* R3, which an operation makes of the work-item's number and a literal, lives across a barrier. */
static void keep_part(struct program *p, enum hw_alu_op operation, uint32_t by)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, operation, 3, 0, r(0, 0), lit(by), r(0, 0));
    op(p, HW_ALU_OP_LSHL_INT, 3, 0, r(3, 0), lit(3), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(5), r(0, 0));
    op(p, HW_ALU_OP_MOV, 4, 0, lit(1), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 4, 3, 1);
}

/* How many stores there are to a frame of 16 blocks. */
static unsigned count_kept(LLVMModuleRef module)
{
    unsigned count = 0;
    LLVMValueRef f = LLVMGetNamedFunction(module, "group");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef at = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
            if (at && LLVMIsAGetElementPtrInst(at) && LLVMIsAAllocaInst(LLVMGetOperand(at, 0)))
                count += LLVMGetTypeKind(LLVMGetAllocatedType(LLVMGetOperand(at, 0))) ==
                         LLVMArrayTypeKind;
        }
    return count;
}

/* A vector that the block's number alone decides is not kept. */
static void test_counted(void **state)
{
    static const struct {
        enum hw_alu_op op;
        uint32_t by;
        unsigned kept;
    } rows[] = {{HW_ALU_OP_AND_INT, 0x3f, 0},     {HW_ALU_OP_AND_INT, 0xc0, 0},
                {HW_ALU_OP_LSHR_INT, 6, 0},       {HW_ALU_OP_ADD_INT, 100, 0},
                {HW_ALU_OP_MULLO_INT, 0x4321, 0}, {HW_ALU_OP_OR_INT, 32, 1},
                {HW_ALU_OP_LSHR_INT, 3, 1}};
    static struct program p;
    for (size_t i = 0; i < COUNT(rows); i++) {
        keep_part(&p, rows[i].op, rows[i].by);
        LLVMModuleRef module = build_for(&p, 16);
        assert_int_equal(count_kept(module), rows[i].kept);
        LLVMDisposeModule(module);
    }
}

/* In a branch R3 and R4 are written, R4 of R3, and then R4 and R5 where a predicate says so. Behind
 * it two registers are stored. */
static void branch(struct program *p, unsigned data, unsigned index)
{
    const struct alu passed[] = {
        {.op = HW_ALU_OP_MOV, .gpr = 4, .pred_sel = HW_PRED_SEL_ONE, .src = {lit(3)}},
        {.op = HW_ALU_OP_ADD_INT, .gpr = 5, .pred_sel = HW_PRED_SEL_ONE, .src = {r(4, 0), lit(1)}}};
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 5, 0, lit(0), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_MOV, 6, 0, lit(0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    alu_test(p, HW_CF_ALU_PUSH_BEFORE, HW_ALU_OP_PRED_SETE_INT, r(0, 0), lit(2));
    const uint32_t jump = here(p);
    cf(p, HW_CF_JUMP, 0, 1);
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(1), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 4, 0, r(3, 0), lit(1), r(0, 0));
    for (size_t i = 0; i < COUNT(passed); i++)
        group(p, &passed[i], 1);
    alu_end(p, HW_CF_ALU_POP_AFTER);
    patch(p, jump, here(p));
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, data, index, 1);
}

/* How many results are blended with what lanes had. */
static unsigned count_blends(unsigned data, unsigned index)
{
    static struct program p;
    unsigned count = 0;
    branch(&p, data, index);
    LLVMModuleRef module = build(&p);
    LLVMValueRef function = LLVMGetNamedFunction(module, SIM_NATIVE_NAME);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            count += LLVMIsASelectInst(i) && LLVMIsALoadInst(LLVMGetOperand(i, 2));
    LLVMDisposeModule(module);
    return count;
}

/* A branch's results are blended where lanes outside of it may read what they had, and a
 * predicate's where it leaves lanes out that are read. */
static void test_blends(void **state)
{
    assert_int_equal(count_blends(6, 6), 0);
    assert_int_equal(count_blends(5, 6), 1);
    assert_int_equal(count_blends(3, 6), 1);
    assert_int_equal(count_blends(4, 6), 2);
    assert_int_equal(count_blends(5, 4), 3);
}

/* A store of a sum's first lanes, as many as said, and of others if `more`. */
static const char stores[] =
    "declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x i1>)\n"
    "define void @f(ptr %%p) {\n"
    "  %%q = getelementptr i8, ptr %%p, i64 16\n"
    "  %%a = load <16 x float>, ptr %%p, align 4\n"
    "  %%b = load <16 x float>, ptr %%q, align 4\n"
    "  %%s = fadd <16 x float> %%a, %%b\n"
    "  call void @llvm.masked.store.v16f32.p0(<16 x float> %%s, ptr %%p, i32 4, <16 x i1> %s)\n"
    "  ret void\n}\n";

/* The module of that text with a mask of 16 bits. */
static LLVMModuleRef parse_store(unsigned mask)
{
    char bits[256] = "<", text[2048], *why;
    LLVMModuleRef module;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        sprintf(bits + strlen(bits), "i1 %s%s", mask >> i & 1u ? "true" : "false",
                i == SIM_NATIVE_LANES - 1 ? ">" : ", ");
    snprintf(text, sizeof(text), stores, bits);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "stores");
    assert_int_equal(LLVMParseIRInContext(recompiler.context, buffer, &module, &why), 0);
    return module;
}

/* How many lanes the last store of f takes that is none of a mask; 0: there is none. */
static unsigned stored_lanes(LLVMModuleRef module)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, "f");
    for (LLVMValueRef i = LLVMGetLastInstruction(LLVMGetEntryBasicBlock(f)); i;
         i = LLVMGetPreviousInstruction(i))
        if (LLVMIsAStoreInst(i)) {
            LLVMValueRef sum = LLVMGetOperand(i, 0);
            assert_int_equal(LLVMGetInstructionOpcode(sum), LLVMFAdd);
            assert_int_equal(LLVMGetInstructionOpcode(LLVMGetOperand(sum, 1)), LLVMLoad);
            return LLVMGetVectorSize(LLVMTypeOf(sum));
        }
    return 0;
}

static void test_narrow(void **state)
{
    static const struct {
        unsigned mask, lanes;
    } rows[] = {{0xff, 8}, {0xf, 4}, {3, 2}, {1, 1}, {7, 0}, {0xf0, 0}, {0xffff, 0}, {0, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        LLVMModuleRef module = parse_store(rows[i].mask);
        assert_int_equal(narrow_stores(module), rows[i].lanes != 0);
        assert_int_equal(stored_lanes(module), rows[i].lanes);
        assert_int_equal(LLVMVerifyModule(module, LLVMReturnStatusAction, NULL), 0);
        LLVMDisposeModule(module);
    }
}

/* The log of a job. */
static char *refuse(const struct recompile_job *job, size_t cut)
{
    size_t size, length;
    char *text = NULL;
    void *bytes = recompile_job_write(job, &size);
    FILE *log = open_memstream(&text, &length);
    assert_non_null(bytes);
    assert_null(recompile_build(&recompiler, bytes, size - cut, log));
    fclose(log);
    free(bytes);
    return text;
}

static void test_refused(void **unused)
{
    static struct program p;
    (void)unused;
    memset(&p, 0, sizeof(p));
    rat(&p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 3, 6, 1);
    struct sim_program *program = finish_and_decode(&p);
    const size_t state_bytes = recompile_state_bytes(program);
    struct recompile_state *state = calloc(1, state_bytes);
    assert_non_null(state);
    const struct recompile_job good = {
        hw_chip_find("cypress"), program->mode, program->code,
        program->dwords * 4,     state,         (uint32_t)state_bytes};
    struct {
        struct recompile_job job;
        size_t cut;
        uint8_t kind;
        const char *log;
        uint32_t abreast;
    } rows[] = {
        {good, 1, 0, "a job that cannot be read", 0},
        {good, 0, 255, "the state is none of this program", 0},
        {good, 0, 0, "the state is none of this program", 0},
        {good, 0, 0, "error: ", 0},
        {good, 0, 0, "the state is none of this program", 3},
        {good, 0, 0, "the state is none of this program", 4}, /* of a group in rows */
    };
    rows[2].job.state_bytes--;
    rows[3].job.code_bytes = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        state->stores[0].typed = true;
        state->abreast = rows[i].abreast;
        state->stores[0].how.format.channel[1].kind = rows[i].kind;
        char *log = refuse(&rows[i].job, rows[i].cut);
        if (strncmp(log, "error: ", 7) || !strstr(log, rows[i].log))
            fail_msg("%zu: no '%s' in '%s'", i, rows[i].log, log);
        free(log);
    }
    free(state);
    sim_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_barrier),
                                       cmocka_unit_test(test_counted),
                                       cmocka_unit_test(test_blends), cmocka_unit_test(test_narrow),
                                       cmocka_unit_test(test_refused)};
    recompiler.context = LLVMContextCreate();
    recompiler.library = shim_open_bitcode(recompiler.context, BLOCK_BITCODE, stderr);
    return recompiler.library ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
