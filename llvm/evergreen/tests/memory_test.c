/* SPDX-License-Identifier: MIT */
/* memory_test.c: loads and stores of every address space, on the simulated device. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/evergreen/tests/harness.h"

enum { ITEMS = 64, BYTES = 64 * ITEMS };

static const char prologue[] =
    "target datalayout = \"e-p:32:32-i64:64-v96:128-A5-G1\"\ntarget triple = \"r600--\"\n"
    "declare i32 @llvm.r600.read.tidig.x()\n"
    "declare void @llvm.r600.group.barrier()\n"
    "define void @kernel() {\n"
    "start:\n"
    "  %out = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7))\n"
    "  %in = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7))\n"
    "  %tid = call i32 @llvm.r600.read.tidig.x()\n";

static uint8_t in[BYTES], out[BYTES], want[BYTES];

/* Runs the body, optimised and not, and compares all of `out` with `want`. */
static void run(const char *body, uint32_t lds_bytes)
{
    static char ir[16384];
    static const uint32_t extra[] = {0x04030201, 0x08070605, 0x0c0b0a09,
                                     0x100f0e0d, 0x14131211, 0x18171615};
    char error[HARNESS_ERROR] = "";
    snprintf(ir, sizeof(ir), "%s%s  ret void\n}\n", prologue, body);
    harness_open("cypress");
    for (unsigned noopt = 0; noopt < 2; noopt++) {
        struct harness_launch launch = {.ir = ir,
                                        .local = ITEMS,
                                        .groups = 1,
                                        .without = noopt ? EVG_OPTIONAL_PASSES : 0,
                                        .lds_bytes = lds_bytes,
                                        .buffer = {out, in},
                                        .buffer_bytes = {BYTES, BYTES},
                                        .extra = extra,
                                        .extra_count = COUNT(extra)};
        memset(out, 0xcc, sizeof(out));
        if (harness_run(&launch, error))
            fail_msg("%s", error);
        for (unsigned i = 0; i < BYTES; i++)
            if (out[i] != want[i])
                fail_msg("%sbyte %u of work-item %u is %02x, not %02x", noopt ? "(noopt) " : "",
                         i % 64, i / 64, out[i], want[i]);
    }
    harness_close();
}

static int setup(void **state)
{
    for (unsigned i = 0; i < BYTES; i++)
        in[i] = (uint8_t)(i * 37 + i / 256);
    memset(want, 0xcc, sizeof(want));
    return 0;
}

/* Copies `type` from byte `from` to byte `to` of every item's 64 bytes. */
static void copy(const char *type, unsigned from, unsigned to, unsigned align, unsigned bytes)
{
    char body[1024];
    snprintf(body, sizeof(body),
             "  %%i = getelementptr inbounds [64 x i8], ptr addrspace(1) %%in, i32 %%tid, i32 %u\n"
             "  %%o = getelementptr inbounds [64 x i8], ptr addrspace(1) %%out, i32 %%tid, i32 %u\n"
             "  %%v = load %s, ptr addrspace(1) %%i, align %u\n"
             "  store %s %%v, ptr addrspace(1) %%o, align %u\n",
             from, to, type, align, type, align);
    setup(NULL);
    for (unsigned i = 0; i < ITEMS; i++)
        memcpy(want + i * 64 + to, in + i * 64 + from, bytes);
    run(body, 0);
}

static void global_copies(void **state)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = {{"i8", 1},          {"i16", 2},        {"i32", 4},        {"i64", 8},
                 {"half", 2},        {"<2 x i8>", 2},   {"<3 x i8>", 3},   {"<4 x i8>", 4},
                 {"<8 x i8>", 8},    {"<16 x i8>", 16}, {"<3 x i16>", 6},  {"<4 x i16>", 8},
                 {"<8 x half>", 16}, {"<2 x i32>", 8},  {"<3 x i32>", 12}, {"<4 x float>", 16},
                 {"<8 x i32>", 32},  {"<3 x i64>", 24}, {"i48", 6},        {"<16 x i16>", 32}};
    for (unsigned i = 0; i < COUNT(types); i++) {
        copy(types[i].type, 16, 32, 16, types[i].bytes);
        copy(types[i].type, 4, 8, 4, types[i].bytes);
        copy(types[i].type, 2, 6, 2, types[i].bytes);
        copy(types[i].type, 3, 9, 1, types[i].bytes);
    }
}

/* Arguments read at constant and at computed places, aligned and not. */
static void inputs(void **state)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t values[4] = {0x08070605, (i % 4) * 0x04040404 + 0x04030201, 0x0302, (i % 8) + 1};
        memcpy(want + i * 64, values, sizeof(values));
    }
    run("  %a = load i32, ptr addrspace(7) inttoptr (i32 48 to ptr addrspace(7)), align 4\n"
        "  %n = and i32 %tid, 3\n"
        "  %p = getelementptr i32, ptr addrspace(7) inttoptr (i32 44 to ptr addrspace(7)), i32 %n\n"
        "  %b = load i32, ptr addrspace(7) %p, align 4\n"
        "  %c0 = load i16, ptr addrspace(7) inttoptr (i32 45 to ptr addrspace(7)), align 1\n"
        "  %c = zext i16 %c0 to i32\n"
        "  %m = and i32 %tid, 7\n"
        "  %q = getelementptr i8, ptr addrspace(7) inttoptr (i32 44 to ptr addrspace(7)), i32 %m\n"
        "  %d0 = load i8, ptr addrspace(7) %q, align 1\n"
        "  %d = zext i8 %d0 to i32\n"
        "  %v0 = insertelement <4 x i32> poison, i32 %a, i32 0\n"
        "  %v1 = insertelement <4 x i32> %v0, i32 %b, i32 1\n"
        "  %v2 = insertelement <4 x i32> %v1, i32 %c, i32 2\n"
        "  %v3 = insertelement <4 x i32> %v2, i32 %d, i32 3\n"
        "  %o = getelementptr [64 x i8], ptr addrspace(1) %out, i32 %tid\n"
        "  store <4 x i32> %v3, ptr addrspace(1) %o, align 16\n",
        0);
}

/* Each work-item reads what its mirror image wrote, in dwords, halves and bytes. */
static void local_memory_and_barrier(void **state)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t other = 63 - i, value = other * 0x01010101u + 5;
        uint32_t values[3] = {value, (value >> 16) & 0xffff,
                              (uint32_t)(int32_t)(int8_t)(other + 100)};
        memcpy(want + i * 64, values, sizeof(values));
    }
    run("  %x0 = mul i32 %tid, 16843009\n  %x = add i32 %x0, 5\n"
        "  %l = getelementptr i32, ptr addrspace(3) inttoptr (i32 16 to ptr addrspace(3)), i32 "
        "%tid\n"
        "  store i32 %x, ptr addrspace(3) %l, align 4\n"
        "  %k = getelementptr i8, ptr addrspace(3) inttoptr (i32 512 to ptr addrspace(3)), i32 "
        "%tid\n"
        "  %s = add i32 %tid, 100\n  %b = trunc i32 %s to i8\n"
        "  store i8 %b, ptr addrspace(3) %k, align 1\n"
        "  call void @llvm.r600.group.barrier()\n"
        "  %m = sub i32 63, %tid\n"
        "  %r = getelementptr i32, ptr addrspace(3) inttoptr (i32 16 to ptr addrspace(3)), i32 %m\n"
        "  %y = load i32, ptr addrspace(3) %r, align 4\n"
        "  %rh = getelementptr i8, ptr addrspace(3) %r, i32 2\n"
        "  %h = load i16, ptr addrspace(3) %rh, align 2\n  %hz = zext i16 %h to i32\n"
        "  %rb = getelementptr i8, ptr addrspace(3) inttoptr (i32 512 to ptr addrspace(3)), i32 "
        "%m\n"
        "  %c = load i8, ptr addrspace(3) %rb, align 1\n  %cs = sext i8 %c to i32\n"
        "  %v0 = insertelement <3 x i32> poison, i32 %y, i32 0\n"
        "  %v1 = insertelement <3 x i32> %v0, i32 %hz, i32 1\n"
        "  %v2 = insertelement <3 x i32> %v1, i32 %cs, i32 2\n"
        "  %o = getelementptr [64 x i8], ptr addrspace(1) %out, i32 %tid\n"
        "  store <3 x i32> %v2, ptr addrspace(1) %o, align 4\n",
        1024);
}

static void local_atomics(void **state)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t values[3] = {63 * 64 / 2, 63, i};
        memcpy(want + i * 64, values, sizeof(values));
    }
    /* The last value: each item's turn number is unique, so that sorting by it gives the item's own
     * number back. */
    run("  %first = icmp eq i32 %tid, 0\n"
        "  br i1 %first, label %clear, label %go\n"
        "clear:\n"
        "  store i32 0, ptr addrspace(3) inttoptr (i32 0 to ptr addrspace(3)), align 4\n"
        "  store i32 0, ptr addrspace(3) inttoptr (i32 4 to ptr addrspace(3)), align 4\n"
        "  store i32 7, ptr addrspace(3) inttoptr (i32 8 to ptr addrspace(3)), align 4\n"
        "  br label %go\n"
        "go:\n"
        "  call void @llvm.r600.group.barrier()\n"
        "  %a = atomicrmw add ptr addrspace(3) inttoptr (i32 0 to ptr addrspace(3)), i32 %tid "
        "monotonic\n"
        "  %b = atomicrmw umax ptr addrspace(3) inttoptr (i32 4 to ptr addrspace(3)), i32 %tid "
        "monotonic\n"
        "  %x = cmpxchg ptr addrspace(3) inttoptr (i32 8 to ptr addrspace(3)), i32 7, i32 9 "
        "monotonic monotonic\n"
        "  %won = extractvalue { i32, i1 } %x, 1\n  %old = extractvalue { i32, i1 } %x, 0\n"
        "  call void @llvm.r600.group.barrier()\n"
        "  %c = load i32, ptr addrspace(3) inttoptr (i32 0 to ptr addrspace(3)), align 4\n"
        "  %d = load i32, ptr addrspace(3) inttoptr (i32 4 to ptr addrspace(3)), align 4\n"
        "  %want = select i1 %won, i32 7, i32 9\n"
        "  %off = sub i32 %old, %want\n"
        "  %e = add i32 %tid, %off\n"
        "  %v0 = insertelement <3 x i32> poison, i32 %c, i32 0\n"
        "  %v1 = insertelement <3 x i32> %v0, i32 %d, i32 1\n"
        "  %v2 = insertelement <3 x i32> %v1, i32 %e, i32 2\n"
        "  %o = getelementptr [64 x i8], ptr addrspace(1) %out, i32 %tid\n"
        "  store <3 x i32> %v2, ptr addrspace(1) %o, align 4\n",
        64);
}

static void global_atomic_without_result(void **state)
{
    uint32_t sum = 0xcccccccc + 63 * 64 / 2;
    memcpy(want, &sum, sizeof(sum));
    run("  %a = atomicrmw add ptr addrspace(1) %out, i32 %tid monotonic\n", 0);
}

/* Every item draws a number and marks the place of that number; one of them wins an exchange, and
 * counts it. */
static void global_atomics_with_results(void **state)
{
    const uint32_t mark = 7, drawn = 0xcccccccc + ITEMS, winner = 5, wins = 0xcccccccd;
    for (unsigned i = 0; i < ITEMS; i++)
        memcpy(want + i * 64, &mark, 4);
    memcpy(want + 4, &drawn, 4);
    memcpy(want + 8, &winner, 4);
    memcpy(want + 12, &wins, 4);
    run("  %counter = getelementptr i8, ptr addrspace(1) %out, i32 4\n"
        "  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic\n"
        "  %slot = sub i32 %old, 3435973836\n"
        "  %o = getelementptr [64 x i8], ptr addrspace(1) %out, i32 %slot\n"
        "  store i32 7, ptr addrspace(1) %o, align 4\n"
        "  %prize = getelementptr i8, ptr addrspace(1) %out, i32 8\n"
        "  %x = cmpxchg ptr addrspace(1) %prize, i32 3435973836, i32 5 monotonic monotonic\n"
        "  %won = extractvalue { i32, i1 } %x, 1\n"
        "  %n = zext i1 %won to i32\n"
        "  %wins = getelementptr i8, ptr addrspace(1) %out, i32 12\n"
        "  %unused = atomicrmw add ptr addrspace(1) %wins, i32 %n monotonic\n",
        0);
}

/* An array of `count` dwords is filled with squares, one byte of it is changed, and it is read at a
 * place that differs from lane to lane. */
static void private_array(unsigned count)
{
    char body[2048];
    setup(NULL);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t at = (i * 5) % count, value = at * at + i;
        if (at == count / 2)
            value = (value & 0xffff00ff) | 0x4200;
        memcpy(want + i * 64, &value, sizeof(value));
    }
    snprintf(body, sizeof(body),
             "  %%array = alloca [%u x i32], align 4, addrspace(5)\n"
             "  br label %%loop\n"
             "loop:\n"
             "  %%i = phi i32 [ 0, %%start ], [ %%j, %%loop ]\n"
             "  %%e = getelementptr inbounds [%u x i32], ptr addrspace(5) %%array, i32 0, i32 %%i\n"
             "  %%sq = mul i32 %%i, %%i\n  %%x = add i32 %%sq, %%tid\n"
             "  store i32 %%x, ptr addrspace(5) %%e, align 4\n"
             "  %%j = add i32 %%i, 1\n  %%more = icmp ult i32 %%j, %u\n"
             "  br i1 %%more, label %%loop, label %%rest\n"
             "rest:\n"
             "  %%b = getelementptr inbounds i8, ptr addrspace(5) %%array, i32 %u\n"
             "  store i8 66, ptr addrspace(5) %%b, align 1\n"
             "  %%k0 = mul i32 %%tid, 5\n  %%k = urem i32 %%k0, %u\n"
             "  %%g = getelementptr inbounds [%u x i32], ptr addrspace(5) %%array, i32 0, i32 %%k\n"
             "  %%r = load i32, ptr addrspace(5) %%g, align 4\n"
             "  %%o = getelementptr [64 x i8], ptr addrspace(1) %%out, i32 %%tid\n"
             "  store i32 %%r, ptr addrspace(1) %%o, align 4\n",
             count, count, count, count / 2 * 4 + 1, count, count);
    run(body, 0);
}

static void private_arrays_in_registers(void **state)
{
    private_array(8);
    private_array(60);
}

static void private_arrays_in_scratch(void **state)
{
    private_array(61);
    private_array(6000);
}

/* Far more values than one clause of constants or one group of registers holds. */
static void many_live_values(void **state)
{
    static char body[12288];
    size_t used = 0;
    for (unsigned i = 0; i < 60; i++)
        used +=
            (size_t)snprintf(body + used, sizeof(body) - used,
                             "  %%p%u = getelementptr inbounds i32, ptr addrspace(1) %%in, i32 %u\n"
                             "  %%x%u = load i32, ptr addrspace(1) %%p%u, align 4\n",
                             i, i, i, i);
    used += (size_t)snprintf(body + used, sizeof(body) - used, "  %%s60 = add i32 %%tid, 0\n");
    for (unsigned i = 60; i-- > 0;)
        used += (size_t)snprintf(body + used, sizeof(body) - used,
                                 "  %%m%u = mul i32 %%s%u, 3\n  %%s%u = add i32 %%m%u, %%x%u\n", i,
                                 i + 1, i, i, i);
    snprintf(body + used, sizeof(body) - used,
             "  %%o = getelementptr [64 x i8], ptr addrspace(1) %%out, i32 %%tid\n"
             "  store i32 %%s0, ptr addrspace(1) %%o, align 4\n");
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t sum = i, x;
        for (unsigned k = 60; k-- > 0;) {
            memcpy(&x, in + k * 4, 4);
            sum = sum * 3 + x;
        }
        memcpy(want + i * 64, &sum, sizeof(sum));
    }
    run(body, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(global_copies, setup),
        cmocka_unit_test_setup(inputs, setup),
        cmocka_unit_test_setup(local_memory_and_barrier, setup),
        cmocka_unit_test_setup(local_atomics, setup),
        cmocka_unit_test_setup(global_atomic_without_result, setup),
        cmocka_unit_test_setup(global_atomics_with_results, setup),
        cmocka_unit_test_setup(private_arrays_in_registers, setup),
        cmocka_unit_test_setup(private_arrays_in_scratch, setup),
        cmocka_unit_test_setup(many_live_values, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
