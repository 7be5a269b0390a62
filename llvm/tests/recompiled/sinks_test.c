/* SPDX-License-Identifier: MIT */
/* sinks_test.c: in which order sums of loaded lanes are left. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/IRReader.h>

#include "ci/tests/run_tests.h"
#include "llvm/recompile/sinks.h"

#define LOAD(name, at)  "  %" name " = load <16 x float>, ptr %" at ", align 4\n"
#define ADD(name, a, b) "  %" name " = fadd <16 x float> %" a ", %" b "\n"
#define PROGRAM(body)                                                                              \
    "declare void @other()\n"                                                                      \
    "define void @f(ptr %x, ptr %y, <16 x float> %p, <16 x float> %q, ptr %o) {\n" body            \
    "  store <16 x float> %a2, ptr %o\n  store <16 x float> %b2, ptr %o\n  ret void\n}\n"

static const struct {
    const char *name, *ir, *order;
} rows[] = {
    {"two chains",
     PROGRAM(LOAD("l1", "x") ADD("a1", "p", "l1") LOAD("m1", "x") ADD("b1", "q", "m1")
                 LOAD("l2", "y") ADD("a2", "a1", "l2") LOAD("m2", "y") ADD("b2", "b1", "m2")),
     "l1 a1 l2 a2 m1 b1 m2 b2 "},
    {"one that is needed twice",
     PROGRAM(LOAD("l1", "x") ADD("a1", "p", "l1") LOAD("m1", "x") ADD("b1", "a1", "m1")
                 LOAD("l2", "y") ADD("a2", "a1", "l2") LOAD("m2", "y") ADD("b2", "b1", "m2")),
     "l1 a1 l2 a2 m1 b1 m2 b2 "},
    {"a store between",
     PROGRAM(LOAD("l1", "x") LOAD("m1", "x") "  store <16 x float> %q, ptr %x\n" ADD(
         "a1", "p", "l1") ADD("b1", "q", "m1") LOAD("l2", "y") ADD("a2", "a1", "l2") LOAD("m2", "y")
                 ADD("b2", "b1", "m2")),
     "l1 m1 a1 b1 l2 a2 m2 b2 "},
    {"a call between",
     PROGRAM(LOAD("l1", "x") ADD("a1", "p", "l1") LOAD("m1", "x") ADD("b1", "q", "m1")
                 LOAD("l2", "y") "  call void @other()\n" ADD("a2", "a1", "l2") LOAD("m2", "y")
                     ADD("b2", "b1", "m2")),
     "l1 a1 m1 b1 l2 a2 m2 b2 "},
    {"a call between sums",
     PROGRAM(LOAD("l1", "x") ADD("a1", "p", "l1") LOAD("m1", "x")
                 ADD("b1", "q", "m1") "  call void @other()\n" LOAD("l2", "x") ADD("a2", "a1", "l2")
                     LOAD("m2", "x") ADD("b2", "b1", "m2")),
     "l1 a1 m1 b1 l2 a2 m2 b2 "},
};

enum { MOST = 16 };

/* An instruction and its name, which it loses when it is moved. */
struct named {
    LLVMValueRef value;
    char name[8];
};

static LLVMBasicBlockRef block_of(LLVMModuleRef module)
{
    return LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "f"));
}

static void find_names(LLVMModuleRef module, struct named named[MOST])
{
    size_t length, i = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block_of(module)); v && i < MOST;
         v = LLVMGetNextInstruction(v), i++) {
        named[i].value = v;
        snprintf(named[i].name, sizeof(named[i].name), "%s", LLVMGetValueName2(v, &length));
    }
}

static void tell_order(LLVMModuleRef module, const struct named named[MOST], char *order,
                       size_t room)
{
    *order = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block_of(module)); v;
         v = LLVMGetNextInstruction(v))
        for (unsigned i = 0; i < MOST; i++)
            if (named[i].value == v && *named[i].name)
                snprintf(order + strlen(order), room - strlen(order), "%s ", named[i].name);
}

static void test_rows(void **state)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        LLVMContextRef context = LLVMContextCreate();
        LLVMModuleRef module;
        struct named named[MOST] = {{NULL}};
        char *message = NULL, order[200];
        if (LLVMParseIRInContext(context,
                                 LLVMCreateMemoryBufferWithMemoryRangeCopy(
                                     rows[i].ir, strlen(rows[i].ir), rows[i].name),
                                 &module, &message))
            fail_msg("%s: %s", rows[i].name, message);
        find_names(module, named);
        sums_sink(module);
        tell_order(module, named, order, sizeof(order));
        if (strcmp(order, rows[i].order))
            fail_msg("%s: %s", rows[i].name, order);
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
