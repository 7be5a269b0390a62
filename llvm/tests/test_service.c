/* SPDX-License-Identifier: MIT */
/* test_service.c: the compiler process itself, asked as the driver asks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/compiler.h"

static char folder[] = "/tmp/rootle-cc-XXXXXX";

static void build(const char *source, size_t size, const char *options,
                  struct compiler_result *result)
{
    struct compiler_request request = {
        .source = source, .source_size = size, .options = options, .chip = "cypress"};
    compiler_build(&request, result);
    assert_non_null(result->log);
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* An empty folder to be in, and an empty cache. */
static int set_up(void **state)
{
    char cache[256];
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) || mkdir("inc", 0700))
        return -1;
    snprintf(cache, sizeof(cache), "%s/cache", folder);
    setenv("ROOTLE_CACHE_DIR", cache, 1);
    return 0;
}

static int tear_down(void **state)
{
    char command[300];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

/* Builds twice: is the second answer the cache's? */
static bool is_kept(const char *source, const char *options)
{
    bool cached = false;
    for (int i = 0; i < 2; i++) {
        struct compiler_result result;
        build(source, strlen(source), options, &result);
        if (result.status != COMPILER_OK)
            fail_msg("'%s': %s", source, result.log);
        cached = result.cached;
        compiler_result_finish(&result);
    }
    return cached;
}

#define KERNEL "kernel void k(global int *o) { o[0] = 1; }"

/* What looks at other files, even in vain, or at the clock may have another answer next time. */
static void test_what_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *source, *options;
        bool kept;
    } rows[] = {
        {KERNEL, "", true},
        {KERNEL "// #include <x.h> at __TIME__", "", true},
        {KERNEL "\n#if 0\n#include \"x.h\"\n#endif", "", true},
        {KERNEL, "-Iinc -DT=__TIME__", true},
        {KERNEL "\n#include \"x.h\"", "", false},
        {KERNEL "\n#include <y.h>", "-Iinc", false},
        {KERNEL "\n#inc?\?/\nlude \"x.h\"", "", false},
        {KERNEL "\n#inc\\  \nlude \"x.h\"", "", false},
        {KERNEL "\n#define I \"x.h\"\n#include I", "", false},
        {KERNEL "\n#if __has_include(\"absent.h\")\n#endif", "", false},
        {KERNEL "\n#include <stddef.h>", "", false},
        {KERNEL "constant char t[] = __TI\\\nME__;", "", false},
        {KERNEL "constant char t[] = T;", "-DT=__DATE__", false},
    };
    write_text("x.h", "\n");
    write_text("inc/y.h", "\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (is_kept(rows[i].source, rows[i].options) != rows[i].kept)
            fail_msg("'%s' with '%s'", rows[i].source, rows[i].options);
}

/* A file of the name of Clang's own header is not taken for it. */
static void test_default_header(void **state)
{
    (void)state;
    write_text("opencl-c-base.h", "#error taken from the current folder\n");
    assert_true(is_kept(KERNEL "/* default header */", "-I."));
}

static uint64_t checksum(const char *source)
{
    struct compiler_result result;
    uint64_t sum = 0;
    build(source, strlen(source), "", &result);
    if (result.status != COMPILER_OK)
        fail_msg("%s", result.log);
    const uint8_t *code = result.binary->kernels[0].code;
    for (uint32_t i = 0; i < result.binary->kernels[0].code_bytes; i++)
        sum = sum * 31 + code[i];
    compiler_result_finish(&result);
    return sum;
}

/* One process serves builds under changing variables: each gets the code that it asks for, from the
 * compiler and then from the cache. */
static void test_changing_environment(void **state)
{
    (void)state;
    static const char source[] =
        "kernel void k(global int *o, global int *p, read_only image2d_t image) {"
        " int v[40], g = get_global_id(0);"
        " for (int i = 0; i < 40; i++) v[i] = p[i * 97 + g];"
        " for (int i = 0; i < 40; i++) o[i * 97 + g] = v[39 - i] * v[(i * 7) % 40] / 7;"
        " if (v[0] > 3) o[g] = (int)read_imagef(image, (int2)(v[1], v[2])).x; }";
    static const char *const rows[][2] = {
        {"ROOTLE_DISABLE", "peephole,combine,narrow,flatten,pack"},
        {"ROOTLE_MAX_GPRS", "8"},
        {"ROOTLE_FORMATS", "minimal"}};
    uint64_t plain = checksum(source);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            setenv(rows[i][0], rows[i][1], 1);
            if (checksum(source) == plain)
                fail_msg("%s has no effect", rows[i][0]);
            unsetenv(rows[i][0]);
            assert_true(checksum(source) == plain);
        }
}

static void test_embed(void **state)
{
    (void)state;
    static const char source[] = "constant uchar data[] = {\n#embed \"data.bin\"\n, '!'};\n"
                                 "kernel void k(global uchar *o) { o[0] = data[o[1]]; }";
    struct compiler_result result;
    write_text("data.bin", "embedded");
    build(source, strlen(source), "", &result);
    if (result.status != COMPILER_OK)
        fail_msg("%s", result.log);
    assert_non_null(memmem(result.binary->rodata, result.binary->rodata_bytes, "embedded!", 9));
    compiler_result_finish(&result);
    assert_false(is_kept(source, ""));
}

#ifndef ROOTLE_SANITIZED
static void expect_crash(const char *source, const char *log)
{
    struct compiler_result result;
    build(source, strlen(source), "", &result);
    if (result.status != COMPILER_CRASHED || !strstr(result.log, "the compiler crashed (SIG") ||
        !strstr(result.log, log))
        fail_msg("%.100s: %d '%s'", source, result.status, result.log);
    compiler_result_finish(&result);
}

/* A stack that overflows is told like other crashes. */
static void test_deep_expression(void **state)
{
    (void)state;
    enum { TERMS = 100000 };
    static char source[TERMS * 2 + 64] = "\nkernel void k(global int *o) { int a = *o; *o = a";
    char *end = source + strlen(source);
    for (int i = 0; i < TERMS; i++)
        end = stpcpy(end, "+a");
    strcpy(end, "; }");
    expect_crash(source, "(SIGSEGV, Segmentation fault) while parsing line 2\n");
}

/* A crash of Clang's is told as what it is, with the line of the program that it was at. */
static void test_crash(void **state)
{
    (void)state;
    static const struct {
        const char *source, *log;
    } rows[] = {
        {"\n\n#pragma clang __debug crash\n", "while parsing line 3\n"},
        {"\n\n\n#include \"crash.h\"\n\n", "while parsing line 4\n"},
        {"#pragma clang __debug llvm_fatal_error\n", "LLVM ERROR: "},
    };
    write_text("crash.h", "\n\n\n\n\n\n#pragma clang __debug crash\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_crash(rows[i].source, rows[i].log);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_kept),
        cmocka_unit_test(test_default_header),
        cmocka_unit_test(test_changing_environment),
        cmocka_unit_test(test_embed),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_deep_expression),
#endif
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
