/* SPDX-License-Identifier: MIT */
/* test_service.c: the compiler process itself, asked as the driver asks it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/compiler.h"
#include "llvm/tests/service_fixture.h"

/* Builds twice: is the second answer the cache's? */
static bool is_kept(const char *source, const char *options)
{
    bool cached = false;
    for (int i = 0; i < 2; i++) {
        struct compiler_result result;
        service_build(source, strlen(source), options, &result);
        if (result.status != COMPILER_OK)
            fail_msg("'%s': %s", source, result.log);
        cached = result.cached;
        compiler_result_finish(&result);
    }
    return cached;
}

/* A file that was written while a compile looked at it would not be kept. */
static void write_earlier(const char *name, const char *text)
{
    service_write(name, text);
    usleep(50000);
}

/* An answer is not kept when its compile looked at the clock, or at files that are not shown to it:
 * it may differ next time. */
static void test_what_is_kept(void **state)
{
    static const struct {
        const char *source, *options;
        bool kept;
    } rows[] = {
        {KERNEL, "", true},
        {KERNEL "// #include <x.h> at __TIME__", "", true},
        {KERNEL "\n#if 0\n#include \"x.h\"\n#endif", "", true},
        {KERNEL, "-Iinc -DT=__TIME__", true},
        {KERNEL "\n#include \"x.h\"", "", true},
        {KERNEL "\n#include <y.h>", "-Iinc", true},
        {KERNEL "\n#inc?\?/\nlude \"x.h\"", "", true},
        {KERNEL "\n#inc\\  \nlude \"x.h\"", "", true},
        {KERNEL "\n#define I \"x.h\"\n#include I", "", true},
        {KERNEL "\n#if __has_include(\"absent.h\")\n#endif", "", true},
        {KERNEL "\n#if __has_include(\"/etc/passwd\")\n#endif", "", false},
        {KERNEL "\n#include <stddef.h>", "", true},
        {KERNEL "\n#include \"x.h\"\nconstant char t[] = __TIME__;", "", false},
        {KERNEL "constant char t[] = __TI\\\nME__;", "", false},
        {KERNEL "constant char t[] = T;", "-DT=__DATE__", false},
    };
    service_write("x.h", "\n");
    write_earlier("inc/y.h", "\n");
    for (size_t i = 0; i < COUNT(rows); i++)
        if (is_kept(rows[i].source, rows[i].options) != rows[i].kept)
            fail_msg("'%s' with '%s'", rows[i].source, rows[i].options);
}

/* The program's array has what the header says. */
static void expect_char(const char *options, char expected, bool is_kept)
{
    static const char source[] = "#include \"value.h\"\n"
                                 "constant uchar data[] = {VALUE, 'z', 'y'};\n"
                                 "kernel void k(global uchar *o) { o[0] = data[o[1]]; }";
    struct compiler_result result;
    service_build(source, sizeof(source) - 1, options, &result);
    if (result.status != COMPILER_OK)
        fail_msg("%s", result.log);
    assert_true(result.binary->rodata_bytes > 0);
    const char found = ((const char *)result.binary->rodata)[0];
    if (found != expected || result.cached != is_kept)
        fail_msg("with '%s': %c, cached is %d", options, found, result.cached);
    compiler_result_finish(&result);
}

/* An answer is kept for what the headers have, where they were found, and where none was. */
static void test_changing_headers(void **state)
{
    static const char options[] = "-Inone -Iinc -Ilater";
    assert_int_equal(mkdir("later", 0700), 0);
    write_earlier("later/value.h", "#define VALUE 'a'\n");
    expect_char(options, 'a', false);
    expect_char(options, 'a', true);
    write_earlier("later/value.h", "#define VALUE 'b'\n");
    expect_char(options, 'b', false);
    write_earlier("later/value.h", "#define VALUE 'a'\n");
    expect_char(options, 'a', true);
    write_earlier("inc/value.h", "#define VALUE 'c'\n"); /* in front of it */
    expect_char(options, 'c', false);
    expect_char(options, 'c', true);
    assert_int_equal(mkdir("none", 0700), 0);
    write_earlier("none/value.h", "#define VALUE 'd'\n"); /* in a folder that was not there */
    expect_char(options, 'd', false);
    write_earlier("value.h", "#define VALUE 'e'\n");
    expect_char(options, 'e', false);
    expect_char(options, 'e', true);
    assert_int_equal(unlink("value.h") | unlink("none/value.h"), 0);
    expect_char(options, 'c', false);
    assert_int_equal(unlink("inc/value.h"), 0);
    expect_char(options, 'a', false);
    assert_int_equal(chdir("later"), 0); /* the same words, and another folder that they are in */
    write_earlier("value.h", "#define VALUE 'f'\n");
    expect_char("", 'f', false);
    assert_int_equal(chdir("../inc"), 0);
    write_earlier("value.h", "#define VALUE 'g'\n");
    expect_char("", 'g', false);
    assert_int_equal(chdir(".."), 0);
}

/* A file of the name of Clang's own header is not taken for it. */
static void test_default_header(void **state)
{
    service_write("opencl-c-base.h", "#error taken from the current folder\n");
    assert_true(is_kept(KERNEL "/* default header */", "-I."));
}

static uint64_t checksum(const char *source)
{
    struct compiler_result result;
    uint64_t sum = 0;
    service_build(source, strlen(source), "", &result);
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
    static const char source[] =
        "kernel void k(global int *o, global int *p, read_only image2d_t image) {"
        " int v[40], g = get_global_id(0);"
        " for (int i = 0; i < 40; i++) v[i] = p[i * 97 + g];"
        " for (int i = 0; i < 40; i++) o[i * 97 + g] = v[39 - i] * v[(i * 7) % 40] / 7;"
        " if (v[0] > 3) o[g] = (int)read_imagef(image, (int2)(v[1], v[2])).x; }";
    static const char *const rows[][2] = {
        {"ROOTLE_DISABLE", "peephole,combine,narrow,flatten,schedule"},
        {"ROOTLE_MAX_GPRS", "8"},
        {"ROOTLE_FORMATS", "minimal"}};
    uint64_t plain = checksum(source);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            setenv(rows[i][0], rows[i][1], 1);
            if (checksum(source) == plain)
                fail_msg("%s has no effect", rows[i][0]);
            unsetenv(rows[i][0]);
            assert_true(checksum(source) == plain);
        }
}

static void test_embed(void **state)
{
    static const char source[] = "constant uchar data[] = {\n#embed \"data.bin\"\n, '!'};\n"
                                 "kernel void k(global uchar *o) { o[0] = data[o[1]]; }";
    struct compiler_result result;
    write_earlier("data.bin", "embedded");
    service_build(source, strlen(source), "", &result);
    if (result.status != COMPILER_OK)
        fail_msg("%s", result.log);
    assert_non_null(memmem(result.binary->rodata, result.binary->rodata_bytes, "embedded!", 9));
    compiler_result_finish(&result);
    assert_true(is_kept(source, ""));
}

/* ---- what a program may reach ---- */

static void make_files(void)
{
    service_write("x.h", "\n");
    service_write("inc/y.h", "\n");
    service_write("../secret.h", "#define SECRET 42\n");
    service_write("../beside/z.h", "\n");
    unlink("fifo.h");
    unlink("link.h");
    unlink("inner.h");
    assert_int_equal(mkfifo("fifo.h", 0600), 0);
    assert_int_equal(symlink("../secret.h", "link.h"), 0);
    assert_int_equal(symlink("inc/y.h", "inner.h"), 0);
}

/* The same whatever the kernel can do. */
static void check_included_files(void)
{
    make_files();
    char *beside = realpath("../beside", NULL), by_macro[PATH_MAX + 64], by_root[64];
    assert_non_null(beside);
    snprintf(by_macro, sizeof(by_macro), "-D S(x)=#x -D NAME(x)=S(x) -D BESIDE=%s/", beside);
    snprintf(by_root, sizeof(by_root), "-D ROOT=/ -D DOT=/. -D OTHER=beside");
    const struct {
        const char *source, *options, *log; /* a part of the log; NULL: it is built */
    } rows[] = {
        {"#include NAME(BESIDE/z.h)", by_macro, NULL},
        {"#include \"../beside/z.h\"", by_macro, NULL},
        {"#include \"../secret.h\"", by_macro, "'../secret.h' file not found"},
        {"#include \"../beside/z.h\"", by_root, "'../beside/z.h' file not found"},
        {"#include \"x.h\"", "", NULL},
        {"#include \"inc/y.h\"", "", NULL},
        {"#include \"inc/../x.h\"", "", NULL},
        {"#include \"inner.h\"", "", NULL},
        {"#include <y.h>", "-Iinc", NULL},
        {"#include <y.h>", "-I inc", NULL},
        {"#include <z.h>", "-I../beside", NULL},
        {"#include <stddef.h>", "", NULL},
        {"#include <rootle_image_atomics.h>", "", NULL},
        {"#if __has_include(\"../secret.h\") || __has_include(\"/etc/passwd\")\n#error "
         "seen\n#endif",
         "", NULL},
        {"#if __has_embed(\"/etc/passwd\")\n#error seen\n#endif", "", NULL},
        {"#include \"../secret.h\"", "", "'../secret.h' file not found"},
        {"#include \"../secret.h\"", "-Iinc", "is in none of the folders that programs may read"},
        {"#include \"../absent.h\"", "", "is in none of the folders that programs may read"},
        {"#include \"../beside/z.h\"", "", "'../beside/z.h' file not found"},
        {"#if !__has_include(\"/usr/include/stdio.h\")\n#error hidden\n#endif", "", NULL},
        {"#include \"/usr/share/../../etc/passwd\"", "", "passwd' file not found"},
        {"#include \"/etc/passwd\"", "", "'/etc/passwd' file not found"},
        {"#include \"/proc/self/environ\"", "", "'/proc/self/environ' file not found"},
        {"#include \"link.h\"", "", "'link.h' file not found"},
        {"#include \"fifo.h\"", "", "'fifo.h' file not found"},
        {"constant char c[] = {\n#embed \"/etc/passwd\"\n};", "", "'/etc/passwd' file not found"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct compiler_result result;
        char source[256];
        snprintf(source, sizeof(source), "%s\n" KERNEL, rows[i].source);
        service_build(source, strlen(source), rows[i].options, &result);
        if (result.status != (rows[i].log ? COMPILER_BUILD_FAILED : COMPILER_OK) ||
            (rows[i].log && !strstr(result.log, rows[i].log)))
            fail_msg("'%s' with '%s': %d '%s'", rows[i].source, rows[i].options, result.status,
                     result.log);
        compiler_result_finish(&result);
    }
    free(beside);
}

static void test_included_files(void **state)
{
    check_included_files();
    struct compiler_result result;
    service_build("#include \"absent.h\"", 19, "", &result);
    assert_null(strstr(result.log, "none of the folders"));
    compiler_result_finish(&result);
}

static void test_no_sandbox(void **state)
{
    make_files();
    setenv("ROOTLE_SANDBOX", "0", 1);
    assert_false(is_kept(
        "#include \"../secret.h\"\n#include \"link.h\"\nconstant int i = SECRET;" KERNEL, ""));
    unsetenv("ROOTLE_SANDBOX");
}

static void test_without_landlock(void **state)
{
    service_check_under(service_without_landlock, check_included_files);
}

static int without_filters(scmp_filter_ctx filter)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0);
    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl), 1,
                                    SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
}

#ifndef ROOTLE_SANITIZED
static int count_of(const char *text, const char *words)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)); at++)
        count++;
    return count;
}
#endif

/* Where the kernel refuses, it is told once, and programs see the same files. */
static void check_without_filters(void)
{
    char text[4096] = "";
    int file = open("../stderr", O_RDWR | O_CREAT | O_TRUNC, 0600), before = dup(STDERR_FILENO);
    dup2(file, STDERR_FILENO);
    check_included_files();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    assert_true(pread(file, text, sizeof(text) - 1, 0) >= 0);
#ifndef ROOTLE_SANITIZED
    assert_int_equal(count_of(text, "rootle: programs are compiled without a sandbox: no filter"),
                     1);
#endif
    close(file);
    close(before);
}

static void test_without_filters(void **state)
{
    service_check_under(without_filters, check_without_filters);
}

#ifndef ROOTLE_SANITIZED
static void *build_endless(void *result)
{
    service_build("\n#pragma clang __debug overflow_stack\n", 39, "", result);
    return NULL;
}

/* The process of our compiler that the kernel holds without privileges, or 0. */
static int find_confined(void)
{
    int found = 0;
    DIR *list = opendir("/proc");
    for (struct dirent *row; (row = readdir(list)) && !found;) {
        char path[300], text[4096] = "";
        snprintf(path, sizeof(path), "/proc/%s/cmdline", row->d_name);
        FILE *file = fopen(path, "r");
        bool ours = file && fgets(text, sizeof(text), file) && !strcmp(text, service_compiler);
        if (file)
            fclose(file);
        snprintf(path, sizeof(path), "/proc/%s/status", row->d_name);
        file = ours ? fopen(path, "r") : NULL;
        if (file && fread(text, 1, sizeof(text) - 1, file) && strstr(text, "NoNewPrivs:\t1") &&
            strstr(text, "Seccomp:\t2"))
            found = atoi(row->d_name);
        if (file)
            fclose(file);
    }
    closedir(list);
    return found;
}

static int count_descriptors(int process)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof(path), "/proc/%d/fd", process);
    DIR *list = opendir(path);
    for (struct dirent *row; list && (row = readdir(list));)
        count += *row->d_name != '.';
    if (list)
        closedir(list);
    return count;
}

/* How many descriptors the process has open once it opens and closes no more files: it may be
 * reading one when it is found. */
static int settled_descriptors(int process)
{
    int count = count_descriptors(process), same = 0;
    for (int i = 0; i < 200 && same < 20; i++) {
        usleep(10000);
        int now = count_descriptors(process);
        same = now == count ? same + 1 : 0;
        count = now;
    }
    return count;
}

/* A compile is in the sandbox, with its input, its output and its way back open and nothing else.
 */
static void test_process(void **state)
{
    struct compiler_result result;
    pthread_t thread;
    int process = 0;
    setenv("ROOTLE_CC_TIMEOUT", "5", 1);
    assert_int_equal(pthread_create(&thread, NULL, build_endless, &result), 0);
    for (int i = 0; i < 400 && !process; i++) {
        usleep(10000);
        process = find_confined();
    }
    assert_true(process > 0);
    assert_int_equal(settled_descriptors(process), 4);
    kill(process, SIGKILL);
    pthread_join(thread, NULL);
    unsetenv("ROOTLE_CC_TIMEOUT");
    assert_int_equal(result.status, COMPILER_CRASHED);
    compiler_result_finish(&result);
}

static void expect_crash(const char *source, const char *log)
{
    struct compiler_result result;
    service_build(source, strlen(source), "", &result);
    if (result.status != COMPILER_CRASHED || !strstr(result.log, "the compiler crashed (SIG") ||
        !strstr(result.log, log))
        fail_msg("%.100s: %d '%s'", source, result.status, result.log);
    compiler_result_finish(&result);
}

/* A stack that overflows is told like other crashes, with the line where the parser was at one. */
static void test_deep_expression(void **state)
{
    enum { TERMS = 100000 };
    static char source[TERMS * 2 + 64] = "\nkernel void k(global int *o) { int a = *o; *o = a";
    char *end = source + strlen(source);
    for (int i = 0; i < TERMS; i++)
        end = stpcpy(end, "+a");
    strcpy(end, "; }");
    expect_crash(source, "(SIGSEGV, Segmentation fault) while parsing");
}

/* A crash of Clang's is told as what it is, with the line of the program that it was at. */
static void test_crash(void **state)
{
    static const struct {
        const char *source, *log;
    } rows[] = {
        {"\n\n#pragma clang __debug crash\n", "while parsing line 3\n"},
        {"\n\n\n#include \"crash.h\"\n\n", "while parsing line 4\n"},
        {"#pragma clang __debug llvm_fatal_error\n", "LLVM ERROR: "},
    };
    service_write("crash.h", "\n\n\n\n\n\n#pragma clang __debug crash\n");
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_crash(rows[i].source, rows[i].log);
}
#endif

static void expect(const char *log, const char *words)
{
    if (!strstr(log, words))
        fail_msg("no '%s' in: %s", words, log);
}

/* A request that is no program to be recompiled is refused; recompiled-emit has more of them. */
static void test_recompiled(void **state)
{
    struct compiler_request request = {.action = COMPILER_RECOMPILE,
                                       .source = "no job",
                                       .source_size = 6,
                                       .options = "v2",
                                       .chip = "cypress"};
    struct compiler_result result;
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_BUILD_FAILED);
    expect(result.log, "error: a job that cannot be read");
    compiler_result_finish(&result);
    request.options = "v5";
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_BUILD_FAILED);
    expect(result.log, "error: there is no host 'v5'");
    compiler_result_finish(&result);
}

#ifdef PRYING_TRANSLATOR
/* The program that translates SPIR-V gets it, and may neither look around nor go on by itself. */
static void test_translator(void **state)
{
    static const unsigned words[] = {0x07230203, 0x00010000, 0, 1, 0};
    const struct compiler_request request = {.source = (const char *)words,
                                             .source_size = sizeof(words),
                                             .is_il = true,
                                             .options = "",
                                             .chip = "cypress"};
    struct compiler_result result;
    setenv("ROOTLE_LLVM_SPIRV", PRYING_TRANSLATOR, 1);
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_BUILD_FAILED);
    expect(result.log, "environment: none; input: yes; ");
#ifndef ROOTLE_SANITIZED
    expect(result.log, "write: Operation not permitted; socket: Operation not permitted; "
                       "fork: Operation not permitted; ");
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0)
        expect(result.log, "read: Permission denied");
#endif
    compiler_result_finish(&result);
    /* A translator that is not there is told of, and not asked. */
    setenv("ROOTLE_LLVM_SPIRV", "/proc/absent", 1);
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_UNAVAILABLE);
    expect(result.log, "llvm-spirv");
    compiler_result_finish(&result);
    unsetenv("ROOTLE_LLVM_SPIRV");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_kept),
        cmocka_unit_test(test_changing_headers),
        cmocka_unit_test(test_default_header),
        cmocka_unit_test(test_changing_environment),
        cmocka_unit_test(test_embed),
        cmocka_unit_test(test_recompiled),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_process), /* before others start compilers under filters */
#endif
        cmocka_unit_test(test_included_files),
        cmocka_unit_test(test_no_sandbox),
#ifdef PRYING_TRANSLATOR
        cmocka_unit_test(test_translator),
#endif
        cmocka_unit_test(test_without_landlock),
        cmocka_unit_test(test_without_filters),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_deep_expression),
#endif
    };
    return cmocka_run_group_tests(tests, service_set_up, service_tear_down);
}
