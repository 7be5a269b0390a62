/* SPDX-License-Identifier: MIT */
/* numbers_test.c: which tests for NaNs are removed from loops. */
#include <string.h>

#include <llvm-c/IRReader.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/recompile/numbers.h"

#define INFINITE "splat (float 0x7FF0000000000000)"
#define NAN_TOO  "splat (float 0x7FF8000000000000)"
/* The least of what is loaded, from a first value on. */
#define LOOP(first, test, body)                                                                    \
    "define <4 x float> @f(ptr %p, <4 x float> %any) {\n"                                          \
    "  br label %loop\n"                                                                           \
    "loop:\n"                                                                                      \
    "  %least = phi <4 x float> [ " first ", %0 ], [ %next, %loop ]\n"                             \
    "  %x = load volatile <4 x float>, ptr %p\n"                                                   \
    "  %below = fcmp " test " <4 x float> %x, %least\n"                                            \
    "  %none = fcmp uno <4 x float> %least, zeroinitializer\n" body                                \
    "  %more = load volatile i1, ptr %p\n"                                                         \
    "  br i1 %more, label %loop, label %end\n"                                                     \
    "end:\n"                                                                                       \
    "  ret <4 x float> %next\n}\n"
#define EITHER "  %takes = or <4 x i1> %below, %none\n"
#define NEXT   "  %next = select <4 x i1> %takes, <4 x float> %x, <4 x float> %least\n"

static const struct {
    const char *name, *ir;
    unsigned removed;
} rows[] = {
    {"from infinity", LOOP(INFINITE, "ole", EITHER NEXT), 1},
    {"from zero", LOOP("zeroinitializer", "ogt", EITHER NEXT), 1},
    {"from a NaN", LOOP(NAN_TOO, "ole", EITHER NEXT), 0},
    {"from any", LOOP("%any", "ole", EITHER NEXT), 0},
    {"a test that NaNs pass", LOOP(INFINITE, "ule", EITHER NEXT), 0},
    {"of another value",
     LOOP(INFINITE, "ole",
          EITHER "  %next = select <4 x i1> %takes, <4 x float> %any, <4 x float> %least\n"),
     0},
    {"the other way round",
     LOOP(INFINITE, "ole",
          EITHER "  %next = select <4 x i1> %takes, <4 x float> %least, <4 x float> %x\n"),
     0},
    {"a sum",
     LOOP(INFINITE, "ole",
          EITHER "  %sum = fadd <4 x float> %least, %x\n"
                 "  %next = select <4 x i1> %takes, <4 x float> %x, "
                 "<4 x float> %sum\n"),
     0},
};

static void test_rows(void **state)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        LLVMContextRef context = LLVMContextCreate();
        LLVMModuleRef module;
        char *message = NULL;
        if (LLVMParseIRInContext(context,
                                 LLVMCreateMemoryBufferWithMemoryRangeCopy(
                                     rows[i].ir, strlen(rows[i].ir), rows[i].name),
                                 &module, &message))
            fail_msg("%s: %s", rows[i].name, message);
        const unsigned removed = numbers_need_no_test(module);
        if (removed != rows[i].removed)
            fail_msg("%s: %u are removed", rows[i].name, removed);
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
