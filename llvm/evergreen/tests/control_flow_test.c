/* SPDX-License-Identifier: MIT */
/* control_flow_test.c: divergent control flow on the simulated device: random programs against an
 * interpreter, and the classic traps of leaving SSA form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/evergreen/tests/harness.h"
#include "llvm/evergreen/tests/random_program.h"

enum { GROUP = 64, GROUPS = 2, ITEMS = GROUP * GROUPS, PROGRAMS = 300, CHIPS = 3 };
enum { SAMPLE = 3 /* one of so many programs is run */ };
enum { EVERY = 4 /* programs from which a pass is left out */ };

static void fill(uint32_t data[ITEMS][RANDOM_VARIABLES], uint32_t seed)
{
    uint32_t x = seed * 747796405u + 1;
    for (unsigned i = 0; i < ITEMS; i++)
        for (unsigned v = 0; v < RANDOM_VARIABLES; v++) {
            x = x * 1664525u + 1013904223u;
            data[i][v] = x >> 8;
        }
}

static bool run_random(uint32_t seed, uint32_t without)
{
    static uint32_t data[ITEMS][RANDOM_VARIABLES], want[ITEMS][RANDOM_VARIABLES];
    char error[HARNESS_ERROR] = "";
    struct random_program *program = random_program_create(seed);
    char *ir = random_program_ir(program);
    struct harness_launch launch = {.ir = ir,
                                    .local = GROUP,
                                    .groups = GROUPS,
                                    .without = without,
                                    .structurise = true,
                                    .buffer = {data},
                                    .buffer_bytes = {sizeof(data)}};
    fill(data, seed);
    memcpy(want, data, sizeof(want));
    for (unsigned i = 0; i < ITEMS; i++)
        random_program_run(program, want[i]);
    if (!harness_run(&launch, error) && memcmp(data, want, sizeof(want)))
        snprintf(error, sizeof(error), "wrong results");
    bool ok = !*error;
    if (!ok)
        print_error("program %u without passes %#x: %s\n", seed, without, error);
    if (!ok && getenv("HARNESS_DUMP"))
        print_error("%s\n", ir);
    free(ir);
    random_program_destroy(program);
    return ok;
}

/* Each chip runs its share of a sample of the programs; all programs with ROOTLE_LONG_TESTS=1. */
static void run_random_programs(const char *chip, unsigned share)
{
    const char *set = getenv("ROOTLE_LONG_TESTS");
    const bool all = set && strcmp(set, "1") == 0;
    unsigned failed = 0;
    const char *only = getenv("RANDOM_SEED");
    harness_open(chip);
    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        if (only ? seed != (uint32_t)atoi(only) : !all && seed % (CHIPS * SAMPLE) != share)
            continue;
        failed += !run_random(seed, 0);
        failed += !run_random(seed, EVG_OPTIONAL_PASSES);
        for (unsigned pass = only ? 0 : seed % EVERY; pass < EVG_PASS_COUNT;
             pass += only ? 1 : EVERY)
            failed += EVG_OPTIONAL_PASSES >> pass & 1 && !run_random(seed, 1u << pass);
    }
    harness_close();
    assert_int_equal(failed, 0);
}

static void random_programs_on_cypress(void **state)
{
    run_random_programs("cypress", 0);
}

/* Four slots, and no ALU_BREAK. */
static void random_programs_on_cayman(void **state)
{
    run_random_programs("cayman", 1);
}

/* Half the lanes, and pushes that need the work-around. */
static void random_programs_on_cedar(void **state)
{
    run_random_programs("cedar", 2);
}

static const char prologue[] =
    "target datalayout = \"e-p:32:32-i64:64-A5-G1\"\ntarget triple = \"r600--\"\n"
    "declare i32 @llvm.r600.read.tidig.x()\n"
    "define void @kernel() {\n"
    "start:\n"
    "  %data = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7))\n"
    "  %tid = call i32 @llvm.r600.read.tidig.x()\n"
    "  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i32 %tid\n";

static void run_fixed(const char *body, uint32_t data[GROUP])
{
    static char ir[4096];
    char error[HARNESS_ERROR] = "";
    uint32_t copy[GROUP];
    memcpy(copy, data, sizeof(copy));
    snprintf(ir, sizeof(ir), "%s%s}\n", prologue, body);
    harness_open("cypress");
    for (unsigned noopt = 0; noopt < 2; noopt++) {
        struct harness_launch launch = {.ir = ir,
                                        .local = GROUP,
                                        .groups = 1,
                                        .without = noopt ? EVG_OPTIONAL_PASSES : 0,
                                        .buffer = {data},
                                        .buffer_bytes = {GROUP * sizeof(uint32_t)}};
        memcpy(data, copy, sizeof(copy));
        if (harness_run(&launch, error))
            fail_msg("%s", error);
    }
    harness_close();
}

/* The loop's variables change places each time round: copies must not be made one after the other.
 */
static void swapped_phis(void **state)
{
    uint32_t data[GROUP];
    memset(data, 0, sizeof(data));
    run_fixed("  br label %loop\n"
              "loop:\n"
              "  %x = phi i32 [ 10, %start ], [ %y, %loop ]\n"
              "  %y = phi i32 [ 20, %start ], [ %x, %loop ]\n"
              "  %i = phi i32 [ 0, %start ], [ %j, %loop ]\n"
              "  %j = add i32 %i, 1\n"
              "  %again = icmp ule i32 %j, %tid\n"
              "  br i1 %again, label %loop, label %end\n"
              "end:\n"
              "  store i32 %x, ptr addrspace(1) %p, align 4\n  ret void\n",
              data);
    for (unsigned i = 0; i < GROUP; i++)
        assert_int_equal(data[i], i % 2 ? 20 : 10);
}

/* The old value of a phi is used after the loop, where its new one is known already. */
static void lost_copy(void **state)
{
    uint32_t data[GROUP];
    memset(data, 0, sizeof(data));
    run_fixed("  br label %loop\n"
              "loop:\n"
              "  %i = phi i32 [ 0, %start ], [ %j, %loop ]\n"
              "  %j = add i32 %i, 3\n"
              "  %again = icmp ult i32 %j, %tid\n"
              "  br i1 %again, label %loop, label %end\n"
              "end:\n"
              "  %both = shl i32 %i, 16\n  %r = or i32 %both, %j\n"
              "  store i32 %r, ptr addrspace(1) %p, align 4\n  ret void\n",
              data);
    for (uint32_t i = 0; i < GROUP; i++) {
        uint32_t last = i ? (i - 1) / 3 * 3 : 0;
        assert_int_equal(data[i], last << 16 | (last + 3));
    }
}

/* Lanes that skip a block keep what they had while the block's own values come and go. */
static void inactive_lanes_keep_values(void **state)
{
    uint32_t data[GROUP];
    for (unsigned i = 0; i < GROUP; i++)
        data[i] = i * 1000;
    run_fixed("  %v = load i32, ptr addrspace(1) %p, align 4\n"
              "  %bit = and i32 %tid, 1\n  %odd = icmp eq i32 %bit, 1\n"
              "  br i1 %odd, label %then, label %join\n"
              "then:\n"
              "  %t0 = mul i32 %tid, 7\n  %t1 = xor i32 %t0, 12345\n  %t2 = add i32 %t1, %t0\n"
              "  br label %join\n"
              "join:\n"
              "  %r = phi i32 [ %tid, %start ], [ %t2, %then ]\n"
              "  %s = add i32 %r, %v\n"
              "  store i32 %s, ptr addrspace(1) %p, align 4\n  ret void\n",
              data);
    for (uint32_t i = 0; i < GROUP; i++)
        assert_int_equal(data[i], i * 1000 + (i & 1 ? ((i * 7) ^ 12345) + i * 7 : i));
}

static void expect_error(const char *body, const char *part)
{
    static char ir[4096];
    char error[HARNESS_ERROR] = "";
    struct harness_launch launch = {.ir = ir, .local = 1, .groups = 1};
    snprintf(ir, sizeof(ir), "%s%s", prologue, body);
    harness_open("cedar");
    assert_int_equal(harness_run(&launch, error), -1);
    harness_close();
    if (!strstr(error, part))
        fail_msg("\"%s\" does not contain \"%s\"", error, part);
}

static void refusals_are_messages(void **state)
{
    expect_error("  br label %a\n"
                 "a:\n  %c = icmp eq i32 %tid, 0\n  br i1 %c, label %b, label %a2\n"
                 "a2:\n  %d = icmp eq i32 %tid, 1\n  br i1 %d, label %a, label %b\n"
                 "b:\n  ret void\n}\n",
                 "control flow is not structured");
    expect_error("  %x = call i32 @unknown(i32 1)\n  ret void\n}\ndeclare i32 @unknown(i32)\n",
                 "unknown");
    expect_error("  %x = call float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)\n"
                 "  store float %x, ptr addrspace(1) %p\n  ret void\n}\n"
                 "declare float @llvm.fma.f32(float, float, float)\n",
                 "fma() needs a chip");
    expect_error("  %x = sitofp i32 %tid to double\n  %y = fptosi double %x to i32\n"
                 "  store i32 %y, ptr addrspace(1) %p\n  ret void\n}\n",
                 "double");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, swapped_phis, lost_copy, inactive_lanes_keep_values,
                     refusals_are_messages, random_programs_on_cypress, random_programs_on_cayman,
                     random_programs_on_cedar);
}
