/* SPDX-License-Identifier: MIT */
/* test_opened_folders.c: which folders the build options open to a program. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "llvm/tests/service_fixture.h"

/* A macro opens a folder of the machine's files, wherever links and dots lead from its name; never
 * the root, nor what the kernel shows as files. */
static const struct {
    const char *value;
    const char *file;
    bool opens;
} macros[] = {
    {"/etc", "/etc/passwd", true},
    {"/etc/../etc/", "/etc/passwd", true},
    {"//etc/./", "/etc/passwd", true},
    {"/proc/self/root/etc", "/etc/passwd", true},
    {"/", "/etc/passwd", false},
    {"//", "/etc/passwd", false},
    {"/./", "/etc/passwd", false},
    {"/etc/..", "/etc/passwd", false},
    {"/etc/../etc/../", "/etc/passwd", false},
    {"/absent/..", "/etc/passwd", false},
    {"/absent/../etc", "/etc/passwd", false},
    {"/proc/self/root", "/etc/passwd", false},
    {"/proc/1/cwd/..", "/etc/passwd", false},
    {"/proc", "/proc/self/status", false},
    {"/proc", "/proc/version", false},
    {"/proc/self", "/proc/self/status", false},
    {"/proc/self/fd", "/etc/passwd", false},
    {"/sys/kernel", "/sys/kernel/mm/transparent_hugepage/enabled", false},
    {"/dev", "/dev/null", false},
    {"/etc/passwd", "/etc/passwd", false},
};

static void expect_opened(const char *name, const char *file, bool opens)
{
    char source[128], options[PATH_MAX + 16];
    struct compiler_result result;
    snprintf(source, sizeof(source), "#if __has_include(\"%s\")\n" KERNEL "\n#endif", file);
    snprintf(options, sizeof(options), "-D X=%s", name);
    service_build(source, strlen(source), options, &result);
    assert_int_equal(result.status, COMPILER_OK);
    if ((result.binary->kernel_count == 1) != opens)
        fail_msg("-D X=%s: %s is %s", name, file, opens ? "hidden" : "shown");
    compiler_result_finish(&result);
}

static void check_macros(void)
{
    char link[PATH_MAX];
    for (size_t i = 0; i < COUNT(macros); i++)
        expect_opened(macros[i].value, macros[i].file, macros[i].opens);
    snprintf(link, sizeof(link), "%s/to-the-root", service_folder);
    assert_int_equal(symlink("/", link), 0);
    expect_opened(link, "/etc/passwd", false);
    strcat(link, "/etc");
    expect_opened(link, "/etc/passwd", true);
    strcat(link, "/..");
    expect_opened(link, "/etc/passwd", false);
    snprintf(link, sizeof(link), "%s/to-the-root", service_folder);
    unlink(link);
}

static void test_macros(void **state)
{
    check_macros();
    service_check_under(service_without_landlock, check_macros);
}

/* Dots are followed as the kernel does, not struck out. */
static void test_dots_behind_links(void **state)
{
    char name[PATH_MAX], secret[PATH_MAX];
    service_write("x.h", "\n");
    service_write("../secret.h", "\n");
    service_write("../beside/z.h", "\n");
    snprintf(name, sizeof(name), "%s/inside/far/..", service_folder);
    snprintf(secret, sizeof(secret), "%s/secret.h", service_folder);
    assert_int_equal(mkdir("../beside/deep", 0700), 0);
    assert_int_equal(symlink("../beside/deep", "far"), 0);
    assert_int_equal(chdir("inc"), 0);
    expect_opened(name, secret, false);
    snprintf(secret, sizeof(secret), "%s/inside/x.h", service_folder);
    expect_opened(name, secret, false);
    snprintf(secret, sizeof(secret), "%s/beside/z.h", service_folder);
    expect_opened(name, secret, true);
    assert_int_equal(chdir(".."), 0);
    unlink("far");
    rmdir("../beside/deep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_dots_behind_links),
    };
    return cmocka_run_group_tests(tests, service_set_up, service_tear_down);
}
