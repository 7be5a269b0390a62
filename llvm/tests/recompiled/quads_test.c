/* SPDX-License-Identifier: MIT */
/* quads_test.c: which dwords of memory channels have once their load is divided, and which loads
 * stay whole. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/IRReader.h>

#include "ci/tests/run_tests.h"
#include "llvm/recompile/quads.h"

enum { LANES = 16, DWORD = 4 };

static const struct {
    const char *name;
    unsigned dwords, step; /* of an element; of the mask */
    const char *kind, *more;
    bool divided;
} rows[] = {
    {"four dwords", 4, 4, "", "", true},
    {"two dwords", 2, 2, "", "", true},
    {"volatile", 4, 4, "volatile ", "", false},
    {"another step", 4, 2, "", "", false},
    {"used whole", 4, 4, "", "  store <64 x i32> %all, ptr %o\n", false},
    {"three dwords", 3, 3, "", "", false},
};

/* A function that loads elements, and stores each channel. */
static void write_program(char *text, size_t room, size_t i)
{
    FILE *file = fmemopen(text, room, "w");
    const unsigned lanes = rows[i].dwords * LANES;
    fprintf(file, "define void @f(ptr %%p, ptr %%o) {\n  %%all = load %s<%u x i32>, ptr %%p\n",
            rows[i].kind, lanes);
    for (unsigned k = 0; k < rows[i].dwords; k++) {
        fprintf(file, "  %%c%u = shufflevector <%u x i32> %%all, <%u x i32> poison, <16 x i32> <",
                k, lanes, lanes);
        for (unsigned lane = 0; lane < LANES; lane++)
            fprintf(file, "%si32 %u", lane ? ", " : "", k + lane * rows[i].step);
        fprintf(file, ">\n  store <16 x i32> %%c%u, ptr %%o\n", k);
    }
    fprintf(file, "%s  ret void\n}\n", rows[i].more);
    fclose(file);
}

/* The dword of memory that a lane has, of loads and shuffles. */
static unsigned dword_of(LLVMValueRef value, unsigned lane)
{
    if (LLVMIsAShuffleVectorInst(value)) {
        const unsigned from = (unsigned)LLVMGetMaskValue(value, lane),
                       count = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(value, 0)));
        return dword_of(LLVMGetOperand(value, from >= count), from % count);
    }
    LLVMValueRef at = LLVMGetOperand(value, 0);
    const unsigned bytes = LLVMIsAGetElementPtrInst(at)
                               ? (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1))
                               : 0;
    return bytes / DWORD + lane;
}

/* Whether a load of all is left; what is stored is looked at. */
static bool look(LLVMModuleRef module, size_t row)
{
    bool whole = false;
    unsigned channel = 0;
    for (LLVMValueRef i =
             LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "f")));
         i; i = LLVMGetNextInstruction(i)) {
        whole |= LLVMIsALoadInst(i) && LLVMGetVectorSize(LLVMTypeOf(i)) > LANES;
        if (!LLVMIsAStoreInst(i) || channel == rows[row].dwords)
            continue;
        for (unsigned lane = 0; lane < LANES; lane++)
            assert_int_equal(dword_of(LLVMGetOperand(i, 0), lane), channel + lane * rows[row].step);
        channel++;
    }
    assert_int_equal(channel, rows[row].dwords);
    return whole;
}

static void test_rows(void **state)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        LLVMContextRef context = LLVMContextCreate();
        LLVMModuleRef module;
        char *message = NULL, text[4096];
        write_program(text, sizeof(text), i);
        if (LLVMParseIRInContext(
                context,
                LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), rows[i].name),
                &module, &message))
            fail_msg("%s: %s", rows[i].name, message);
        quads_divide(module);
        if (look(module, i) == rows[i].divided)
            fail_msg("%s", rows[i].name);
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
