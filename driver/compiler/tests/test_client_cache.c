/* SPDX-License-Identifier: MIT */
/* test_client_cache.c: which answers of the compiler process are kept, and which are not. */
#include "ci/tests/run_tests.h"
#include "driver/compiler/tests/client_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/base/count.h"

static void test_cache(void **state)
{
    client_use_server("serve");
    client_expect_cached("ok 1", "", false);
    client_expect_cached("ok 1", "", true);
    client_expect_cached("ok 1", "-DA", false);
    client_expect_cached("ok 2", "", false);
    client_expect_cached("ok 1", "-DA", true);
    setenv("ROOTLE_CACHE", "0", 1);
    client_expect_cached("ok 1", "", false);
    unsetenv("ROOTLE_CACHE");
    client_use_server("serve"); /* another build of the compiler */
    client_expect_cached("ok 1", "", false);
    client_expect_cached("ok 1", "", true);
}

static void test_uncacheable(void **state)
{
    client_use_server("serve");
    client_expect_cached("outside", "", false);
    client_expect_cached("outside", "", false);
    client_expect_cached("ok #include __DATE__", "", false);
    client_expect_cached("ok #include __DATE__", "",
                         true); /* what a text says is for the compiler to tell */
}

/* Another value of each variable that shapes code is another program, and it comes with the
 * request: the process that runs has the environment of its start. */
static void test_settings(void **state)
{
    static const struct {
        const char *name, *value, *reported;
    } rows[] = {
        {"ROOTLE_DISABLE", "share", "disable=share."},
        {"ROOTLE_MAX_GPRS", "12", "gprs=12 "},
        {"ROOTLE_TEX_GROUP", "4", "group=4 "},
        {"ROOTLE_FORMATS", "minimal", "access=1 "},
        {"ROOTLE_FORMATS", "lowered:R-FLOAT", "access=2 "},
    };
    client_use_server("serve");
    client_expect_cached("ok settings", "", false);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct compiler_result result;
        setenv(rows[i].name, rows[i].value, 1);
        client_build("report", "", &result);
        if (!strstr(result.log, rows[i].reported))
            fail_msg("%s=%s: %s", rows[i].name, rows[i].value, result.log);
        compiler_result_finish(&result);
        client_expect_cached("ok settings", "", false);
        client_expect_cached("ok settings", "", true);
        unsetenv(rows[i].name);
        client_expect_cached("ok settings", "", true);
    }
}

/* Overwrites part of every cached file. */
static int damage_cache(void)
{
    int count = 0;
    DIR *list = opendir(getenv("ROOTLE_CACHE_DIR"));
    assert_non_null(list);
    for (struct dirent *row; (row = readdir(list));) {
        int file = openat(dirfd(list), row->d_name, O_WRONLY);
        if (file < 0)
            continue;
        count += pwrite(file, "???", 3, 30) == 3;
        close(file);
    }
    closedir(list);
    return count;
}

static void test_damaged_cache(void **state)
{
    client_use_server("serve");
    client_expect_cached("ok damaged", "", false);
    assert_true(damage_cache() > 0);
    client_expect_cached("ok damaged", "", false);
    client_expect_cached("ok damaged", "", true);
}

static bool recompile_is_cached(void)
{
    const struct compiler_request request = {.action = COMPILER_RECOMPILE,
                                             .source = "ok object",
                                             .source_size = 9,
                                             .options = "v2",
                                             .chip = "cypress"};
    struct compiler_result result;
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_OK);
    assert_true(result.image_size > 0);
    const bool cached = result.cached;
    compiler_result_finish(&result);
    return cached;
}

/* Objects for the host come from the cache only where nobody else could write to it, and whole. */
static void test_recompiled_cache(void **state)
{
    client_use_server("serve");
    assert_false(recompile_is_cached());
    assert_true(recompile_is_cached());
    assert_true(damage_cache() > 0);
    assert_false(recompile_is_cached());
    assert_true(recompile_is_cached());
    assert_int_equal(chmod(getenv("ROOTLE_CACHE_DIR"), 0777), 0);
    assert_false(recompile_is_cached());
    assert_int_equal(chmod(getenv("ROOTLE_CACHE_DIR"), 0700), 0);
    assert_true(recompile_is_cached());
}

/* Another build of the compiler, with a mark behind its last byte: 64 times `digit`, and `end`. */
static void use_marked(char digit, const char *end)
{
    char path[256];
    client_use_server("serve");
    snprintf(path, sizeof(path), "%s/serve", client_folder);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    for (int i = 0; i < 64; i++)
        fputc(digit, file);
    assert_true(fputs(end, file) >= 0 && !fclose(file));
}

/* A mark stays where only what recompiles changes, whose answers hold for one build alone. */
static void test_marked_compiler(void **state)
{
    static const char end[] = "  -\n";
    use_marked('a', end);
    client_expect_cached("ok marked", "", false);
    assert_false(recompile_is_cached());
    use_marked('a', end);
    client_expect_cached("ok marked", "", true);
    assert_false(recompile_is_cached());
    assert_true(recompile_is_cached());
    use_marked('b', end);
    client_expect_cached("ok marked", "", false);
    for (int i = 0; i < 2; i++) { /* these are no marks */
        use_marked('g', end);
        client_expect_cached("ok marked", "", false);
        use_marked('a', "  -?");
        client_expect_cached("ok marked", "", false);
    }
}

static void make_bitcode(const char *name)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", client_folder, name);
    FILE *file = fopen(path, "w");
    assert_true(file && !fclose(file));
}

/* Bitcode beside the compiler: that of blocks is for recompiling alone. */
static void test_bitcode(void **state)
{
    client_use_server("serve");
    client_expect_cached("ok bitcode", "", false);
    assert_false(recompile_is_cached());
    make_bitcode("block-v9.bc");
    client_expect_cached("ok bitcode", "", true);
    assert_false(recompile_is_cached());
    make_bitcode("atomic.bc");
    client_expect_cached("ok bitcode", "", false);
    assert_false(recompile_is_cached());
}

/* Puts a FIFO in the place of each entry, which opening would wait at, or a folder. */
static void spoil_cache(const char *kind)
{
    char command[600];
    snprintf(command, sizeof(command), "for i in %s/*; do rm -rf $i; %s $i; done",
             getenv("ROOTLE_CACHE_DIR"), kind);
    assert_int_equal(system(command), 0);
}

/* A fifo or a folder in an entry's place fails no build, and is reported once, by its own name. */
static void test_no_files_in_the_cache(void **state)
{
    char text[1024] = "", *end;
    client_use_server("serve");
    client_expect_cached("ok spoilt", "", false);
    FILE *said = tmpfile();
    const int before = dup(STDERR_FILENO);
    dup2(fileno(said), STDERR_FILENO);
    alarm(60);
    spoil_cache("mkfifo");
    client_expect_cached("ok spoilt", "", false);
    client_expect_cached("ok spoilt", "", true);
    spoil_cache("mkdir");
    client_expect_cached("ok spoilt", "", false);
    client_expect_cached("ok spoilt", "", false);
    spoil_cache("touch");
    alarm(0);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(said);
    assert_non_null(fgets(text, sizeof(text), said));
    end = strstr(text, ".rtc: it is a FIFO\n");
    assert_true(end && !strncmp(text, "rootle: cannot use the cache of compiled programs at ", 52));
    assert_null(fgets(text, sizeof(text), said));
    fclose(said);
}

static void test_unwritable_cache(void **state)
{
    char before[256];
    snprintf(before, sizeof(before), "%s", getenv("ROOTLE_CACHE_DIR"));
    setenv("ROOTLE_CACHE_DIR", "/dev/null/cache", 1);
    client_use_server("serve");
    client_expect_cached("ok unwritable", "", false);
    client_expect_cached("ok unwritable", "", false);
    setenv("ROOTLE_CACHE_DIR", before, 1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(client_set_up, client_tear_down, cmocka_unit_test, test_cache,
                             test_uncacheable, test_settings, test_damaged_cache,
                             test_no_files_in_the_cache, test_recompiled_cache,
                             test_marked_compiler, test_bitcode, test_unwritable_cache);
}
