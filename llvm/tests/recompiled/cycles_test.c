/* SPDX-License-Identifier: MIT */
/* cycles_test.c: what the compiler takes for a cycle that polls the time, and what it does not.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>

#include "ci/tests/run_tests.h"
#include "llvm/recompile/cycles.h"

/* A program around a block `loop`, of which the entry block is the first line. */
#define PROGRAM(entry, blocks)                                                                     \
    "define internal i1 @poll(ptr %w, ptr %f, i32 %n) {\n  %g = load ptr, ptr %f\n"                \
    "  %r = call i1 %g(ptr %w, i32 %n)\n  ret i1 %r\n}\n"                                          \
    "define internal i1 @other(ptr %w, ptr %f, i32 %n) {\n  ret i1 true\n}\n"                      \
    "define i32 @program(ptr %w, ptr %f, i32 %x, i1 %c) {\nentry:\n  %edges = alloca i32\n"        \
    "  store i32 0, ptr %edges\n" entry "  br label %loop\nloop:\n" blocks                         \
    "end:\n  ret i32 0\nfault:\n  ret i32 1\n}\n"
#define COUNT(step)                                                                                \
    "  %n = load i32, ptr %edges\n  %m = add i32 %n, " step "\n  store i32 %m, ptr %edges\n"
#define EVERY(low)                                                                                 \
    "  %l = and i32 %m, " low "\n  %z = icmp eq i32 %l, 0\n"                                       \
    "  br i1 %z, label %ask, label %loop\n"
#define ASK(function, last)                                                                        \
    "ask:\n  %s = call i1 @" function "(ptr %w, ptr %f, i32 0)\n"                                  \
    "  br i1 %s, label %loop, label %" last "\n"
#define TURN                                                                                       \
    "  %t = load i32, ptr %turns\n  %u = add i32 %t, 1\n  store i32 %u, ptr %turns\n"              \
    "  %v = icmp ult i32 %u, 16\n  br i1 %v, label %loop, label %again\n"
#define TURN_BEHIND_POLL(set, over)                                                                \
    COUNT("1")                                                                                     \
    "  %l = and i32 %m, 255\n  %z = icmp eq i32 %l, 0\n  br i1 %z, label %ask, label %turned\n"    \
    "ask:\n  %s = call i1 @poll(ptr %w, ptr %f, i32 0)\n"                                          \
    "  br i1 %s, label %turned, label %fault\n"                                                    \
    "turned:\n  br i1 %c, label %tries, label %loop\ntries:\n" set "  br label %fast\nfast:\n"     \
    "  %t = load i32, ptr %turns\n  %u = add i32 %t, 1\n  store i32 %u, ptr %turns\n"              \
    "  %v = icmp ult i32 %u, 16\n  br i1 %v, label %fast, label %" over "\n"
#define BELOW(limit) "  %b = icmp ult i32 %m, " limit "\n  br i1 %b, label %loop, label %end\n"

static const struct {
    const char *name, *ir;
    bool looks;
} rows[] = {
    {"no cycle", PROGRAM("", "  br label %end\n"), true},
    {"polls", PROGRAM("", COUNT("1") EVERY("255") ASK("poll", "fault")), true},
    {"plain", PROGRAM("", "  br label %loop\n"), false},
    {"with a way out", PROGRAM("", "  br i1 %c, label %loop, label %end\n"), false},
    {"asks another", PROGRAM("", COUNT("1") EVERY("255") ASK("other", "fault")), false},
    {"goes on all the same", PROGRAM("", COUNT("1") EVERY("255") ASK("poll", "loop")), false},
    {"steps over it", PROGRAM("", COUNT("2") EVERY("255") ASK("poll", "fault")), false},
    {"odd bits", PROGRAM("", COUNT("1") EVERY("254") ASK("poll", "fault")), false},
    {"seldom", PROGRAM("", COUNT("1") EVERY("2147483647") ASK("poll", "fault")), false},
    {"forgets",
     PROGRAM("", "  store i32 0, ptr %edges\n" COUNT("1") EVERY("255") ASK("poll", "fault")),
     false},
    {"forgets what it is",
     PROGRAM("", "  store i32 %x, ptr %edges\n" COUNT("1") EVERY("255") ASK("poll", "fault")),
     false},
    {"hands it away",
     PROGRAM("  store ptr %edges, ptr %f\n", COUNT("1") EVERY("255") ASK("poll", "fault")), false},
    {"counts elsewhere",
     PROGRAM("  %n = load i32, ptr %edges\n  %m = add i32 %n, 1\n  store i32 %m, ptr %edges\n",
             EVERY("255") ASK("poll", "fault")),
     false},
    {"around it",
     PROGRAM("", "  br i1 %c, label %count, label %loop\ncount:\n" COUNT("1") EVERY("255")
                     ASK("poll", "fault")),
     false},
    {"limited", PROGRAM("", COUNT("16") BELOW("64")), true},
    {"wraps", PROGRAM("", COUNT("16") BELOW("4294967290")), false},
    {"does not step", PROGRAM("", COUNT("0") BELOW("64")), false},
    {"limited by what it is not",
     PROGRAM("", COUNT("16") "  %b = icmp ult i32 %x, 64\n  br i1 %b, label %loop, label %end\n"),
     false},
    {"limited, and more",
     PROGRAM("", COUNT("16") "  %b = icmp ult i32 %m, 64\n  %a = and i1 %b, %c\n"
                             "  br i1 %a, label %loop, label %end\n"),
     true},
    {"limited, or more",
     PROGRAM("", COUNT("16") "  %b = icmp ult i32 %m, 64\n  %a = or i1 %b, %c\n"
                             "  br i1 %a, label %loop, label %end\n"),
     false},
    {"limited, and begins anew where it polls",
     PROGRAM("  %turns = alloca i32\n  store i32 0, ptr %turns\n", TURN
             "again:\n  store i32 0, ptr %turns\n" COUNT("1") EVERY("255") ASK("poll", "fault")),
     true},
    {"limited, and begins anew",
     PROGRAM("  %turns = alloca i32\n  store i32 0, ptr %turns\n",
             TURN "again:\n  store i32 0, ptr %turns\n  br i1 %c, label %loop, label %end\n"),
     false},
    {"limited, and begins anew where it does not poll",
     PROGRAM("  %turns = alloca i32\n  store i32 0, ptr %turns\n",
             TURN "again:\n  store i32 0, ptr %turns\n  br label %count\ncount:\n" COUNT("1")
                 EVERY("255") ASK("poll", "fault")),
     false},
    {"limited, and begins anyhow behind where it polls",
     PROGRAM("  %turns = alloca i32\n", TURN_BEHIND_POLL("  store i32 %x, ptr %turns\n", "loop")),
     true},
    {"limited, and begins anyhow where somebody else comes, too",
     PROGRAM("  %turns = alloca i32\n", TURN_BEHIND_POLL("  store i32 %x, ptr %turns\n", "tries")),
     false},
    {"limited, and begins anyhow further on",
     PROGRAM("  %turns = alloca i32\n",
             TURN_BEHIND_POLL("  br label %on\non:\n  store i32 %x, ptr %turns\n", "loop")),
     false},
    {"limited, and begins anyhow",
     PROGRAM("  %turns = alloca i32\n",
             TURN "again:\n  store i32 %x, ptr %turns\n  br i1 %c, label %loop, label %end\n"),
     false},
    {"the other edge",
     PROGRAM("", COUNT("16") "  %b = icmp ult i32 %m, 64\n"
                             "  br i1 %b, label %end, label %loop\n"),
     false},
    {"two of a limit",
     PROGRAM("", COUNT("16") "  %b = icmp ult i32 %m, 64\n  br i1 %b, label %loop, label %more\n"
                             "more:\n  br i1 %c, label %loop, label %end\n"),
     false},
    {"two heads",
     PROGRAM("  br i1 %c, label %other, label %loop\n\ngone:\n",
             "  br label %other\nother:\n  br i1 %c, label %loop, label %end\n"),
     false},
    {"unreachable", PROGRAM("", "  br i1 %c, label %lost, label %end\nlost:\n  unreachable\n"),
     false},
    {"unreachable, as nothing jumps there", PROGRAM("", "  br label %end\nlost:\n  unreachable\n"),
     true},
    {"calls itself",
     PROGRAM("", "  %r = call i32 @program(ptr %w, ptr %f, i32 0, i1 0)\n  br label %end\n"),
     false},
    {"calls one that calls one before it",
     "define internal i32 @deep() {\n  ret i32 0\n}\n"
     "define internal i32 @first() {\n"
     "  %r = call i32 @deep()\n  ret i32 %r\n}\n" PROGRAM(
         "", "  %r = call i32 @first()\n  br label %end\n"),
     true},
    {"calls two that call each other",
     "define internal i32 @deep() {\n"
     "  %r = call i32 @first()\n  ret i32 %r\n}\n"
     "define internal i32 @first() {\n"
     "  %r = call i32 @deep()\n  ret i32 %r\n}\n" PROGRAM(
         "", "  %r = call i32 @first()\n  br label %end\n"),
     false},
    {"calls one alone that calls one behind it",
     "define internal i32 @first() {\n"
     "  %r = call i32 @deep()\n  ret i32 %r\n}\n"
     "define internal i32 @deep() {\n  ret i32 0\n}\n" PROGRAM(
         "", "  %r = call i32 @first()\n  br label %end\n"),
     true},
    {"calls one that calls itself",
     "define internal i32 @first() {\n"
     "  %r = call i32 @first()\n  ret i32 %r\n}\n" PROGRAM(
         "", "  %r = call i32 @first()\n  br label %end\n"),
     false},
    {"hands itself away", PROGRAM("", "  store ptr @program, ptr %f\n  br label %end\n"), false},
};

static void check(const char *name, const char *ir, bool looks)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    char *message = NULL, *log = NULL;
    size_t size;
    if (LLVMParseIRInContext(context,
                             LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), name),
                             &module, &message))
        fail_msg("%s: %s", name, message);
    FILE *out = open_memstream(&log, &size);
    const bool answer = cycles_poll(module, out);
    fclose(out);
    if (answer != looks || (answer ? size != 0 : strncmp(log, "error: ", 7) != 0))
        fail_msg("%s: %s '%s'", name, answer ? "passes" : "is refused:", log);
    free(log);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

static void test_rows(void **state)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check(rows[i].name, rows[i].ir, rows[i].looks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
