/* SPDX-License-Identifier: MIT */
/* op_test.c: single operations, over pairs of interesting values, on the simulated device; expected
 * values are computed here in C. Each runs with and without the optional passes. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/evergreen/tests/harness.h"
#include "llvm/evergreen/tests/ops.h"

static const char prologue[] =
    "target datalayout = \"e-p:32:32-i64:64-A5-G1\"\n"
    "target triple = \"r600--\"\n"
    "define void @op() {\n"
    "  %pout = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), "
    "align 4\n"
    "  %pin = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align "
    "4\n"
    "  %size = load i32, ptr addrspace(7) inttoptr (i32 24 to ptr addrspace(7)), align 4\n"
    "  %tid = call i32 @llvm.r600.read.tidig.x()\n"
    "  %group = call i32 @llvm.r600.read.tgid.x()\n"
    "  %base = mul i32 %group, %size\n"
    "  %gid = add i32 %base, %tid\n"
    "  %in = getelementptr inbounds <4 x i32>, ptr addrspace(1) %pin, i32 %gid\n"
    "  %v = load <4 x i32>, ptr addrspace(1) %in, align 16\n"
    "  %a = extractelement <4 x i32> %v, i32 0\n"
    "  %b = extractelement <4 x i32> %v, i32 1\n"
    "  %c = extractelement <4 x i32> %v, i32 2\n"
    "  %fa = bitcast i32 %a to float\n"
    "  %fb = bitcast i32 %b to float\n"
    "  %fc = bitcast i32 %c to float\n"
    "  %x0 = zext i32 %a to i64\n"
    "  %x1 = zext i32 %b to i64\n"
    "  %x2 = shl i64 %x1, 32\n"
    "  %x = or i64 %x0, %x2\n"
    "  %y0 = zext i32 %c to i64\n"
    "  %y1 = extractelement <4 x i32> %v, i32 3\n"
    "  %y2 = zext i32 %y1 to i64\n"
    "  %y3 = shl i64 %y2, 32\n"
    "  %y = or i64 %y0, %y3\n"
    "  %out = getelementptr inbounds i64, ptr addrspace(1) %pout, i32 %gid\n";

static const char *const epilogues[] = {
    [RESULT_INT] = "  store i32 %r, ptr addrspace(1) %out, align 4\n  ret void\n}\n",
    [RESULT_FLOAT] = "  store float %r, ptr addrspace(1) %out, align 4\n  ret void\n}\n",
    [RESULT_WIDE] = "  store i64 %r, ptr addrspace(1) %out, align 8\n  ret void\n}\n",
    [RESULT_BOOL] =
        "  %z = zext i1 %r to i32\n  store i32 %z, ptr addrspace(1) %out, align 4\n  ret void\n}\n",
};

static const uint32_t values[] = {
    0, 1, 2, 3, 7, 31, 32, 33, 63, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffff,
    0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0xffffff80, 0xdeadbeef, 0x12345678,
    /* floats: 1, -1, 0.5, 2.5, -2.5, 3, pi, 1e30, 1e-30, denormals, largest, infinities, NaN */
    0x3f800000, 0xbf800000, 0x3f000000, 0x40200000, 0xc0200000, 0x40400000, 0x40490fdb, 0x7149f2ca,
    0x0da24260, 0x00000010, 0x007fffff, 0x807fffff, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
    0x4effffff, 0xcf000000, 0x4f7fffff, 0x5effffff, 0xdf000000, 0x42fe0000, 0x1f400000};

enum { VALUES = COUNT(values), GROUP = 64, MAX_IR = 8192 };
enum { ITEMS = (VALUES * VALUES + GROUP - 1) / GROUP * GROUP };

static uint32_t input[ITEMS][4];
static uint64_t output[ITEMS];

/* Every pair in the first two dwords; the others mixed. */
static void fill_input(void)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        input[i][0] = values[i % VALUES];
        input[i][1] = values[i / VALUES % VALUES];
        input[i][2] = values[(i * 7 + i / 5) % VALUES];
        input[i][3] = values[(i * 3 + i / 11) % VALUES];
    }
}

/* Quotients next to the least normal number, where results are rounded a second time: in the first
 * dwords, (y - n ulp) 2^-26 and y 2^100, for y all over [1, 2) and small n. */
static void fill_boundary_quotients(void)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        uint32_t fraction = (i / 4 * 0x9e3779b1u) >> 9;
        input[i][0] = ((127 - 26) << 23 | fraction) + 1 - i % 4;
        input[i][1] = (127 + 100) << 23 | fraction;
    }
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

static bool same(const struct op *op, uint64_t got, uint64_t want)
{
    if (op->result == RESULT_WIDE)
        return got == want;
    if (op->result == RESULT_FLOAT && is_nan((uint32_t)got) && is_nan((uint32_t)want))
        return true;
    if (op->ulp && !is_nan((uint32_t)got) && !((got ^ want) & 0x80000000)) {
        int64_t distance = (int64_t)(uint32_t)got - (int64_t)(uint32_t)want;
        return distance >= -(int64_t)op->ulp && distance <= (int64_t)op->ulp;
    }
    return (uint32_t)got == (uint32_t)want;
}

/* Prints the first difference. */
static bool run_op(const struct op *op, const char *chip, bool noopt)
{
    static char ir[MAX_IR];
    char error[HARNESS_ERROR] = "";
    struct harness_launch launch = {.ir = ir,
                                    .local = GROUP,
                                    .groups = ITEMS / GROUP,
                                    .without = noopt ? EVG_OPTIONAL_PASSES : 0,
                                    .buffer = {output, input},
                                    .buffer_bytes = {sizeof(output), sizeof(input)}};
    snprintf(ir, sizeof(ir), "%s%s%s!0 = !{float 2.5}\n", prologue, op->body,
             epilogues[op->result]);
    memset(output, 0, sizeof(output));
    if (harness_run(&launch, error)) {
        print_error("%s on %s: %s\n", op->name, chip, error);
        return false;
    }
    for (unsigned i = 0; i < ITEMS; i++) {
        uint64_t want;
        if (!op->expected(input[i], &want))
            continue; /* undefined for these operands */
        if (same(op, output[i], want))
            continue;
        print_error("%s on %s%s of %08x %08x %08x %08x gives %llx, not %llx\n", op->name, chip,
                    noopt ? " (noopt)" : "", input[i][0], input[i][1], input[i][2], input[i][3],
                    (unsigned long long)output[i], (unsigned long long)want);
        return false;
    }
    return true;
}

static void run_all(const char *chip, bool has_fma)
{
    unsigned failed = 0;
    harness_open(chip);
    fill_input();
    for (unsigned i = 0; i < op_count; i++) {
        if (ops[i].needs_fma && !has_fma)
            continue;
        failed += !run_op(&ops[i], chip, false);
        failed += !run_op(&ops[i], chip, true);
    }
    harness_close();
    assert_int_equal(failed, 0);
}

static void cypress_computes_every_operation(void **state)
{
    run_all("cypress", true);
}

static void cayman_computes_every_operation(void **state)
{
    run_all("cayman", true);
}

static void cedar_computes_every_operation_without_fma(void **state)
{
    run_all("cedar", false);
}

static void quotients_at_the_least_normal_number_are_rounded_once(void **state)
{
    harness_open("cypress");
    fill_boundary_quotients();
    unsigned ran = 0;
    for (unsigned i = 0; i < op_count; i++)
        if (!strcmp(ops[i].name, "fdiv_exact"))
            ran += run_op(&ops[i], "cypress", false);
    harness_close();
    assert_int_equal(ran, 1);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, quotients_at_the_least_normal_number_are_rounded_once,
                     cypress_computes_every_operation, cayman_computes_every_operation,
                     cedar_computes_every_operation_without_fma);
}
