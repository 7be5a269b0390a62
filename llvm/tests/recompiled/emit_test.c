/* SPDX-License-Identifier: MIT */
/* emit_test.c: what is in the IR of a program, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/tests/machine.h"
#include "llvm/ir/shim.h"
#include "llvm/recompile/emit.h"

static const struct recompiler_host host = {"v2", "x86-64-v2", ""};
static struct recompiler recompiler = {.host = &host};

/* The module of a program, with a state in which nothing is known. */
static LLVMModuleRef build(struct program *p)
{
    struct sim_program *program = finish_and_decode(p);
    struct recompile_state *state = calloc(1, recompile_state_bytes(program));
    const struct recompile_job job = {.chip = hw_chip_find("cypress"), .state = state};
    const char *why;
    assert_non_null(state);
    LLVMModuleRef module = recompile_emit(&recompiler, &job, program, &why);
    assert_non_null(module);
    free(state);
    sim_program_destroy(program);
    return module;
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
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 6, 0, lit(0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 3, 6, 1);
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
                                       cmocka_unit_test(test_refused)};
    recompiler.context = LLVMContextCreate();
    recompiler.library = shim_open_bitcode(recompiler.context, BLOCK_BITCODE, stderr);
    return recompiler.library ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
