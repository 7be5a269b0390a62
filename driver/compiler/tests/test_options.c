/* SPDX-License-Identifier: MIT */
/* test_options.c: splitting and translating the options of clBuildProgram. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/compiler/options.h"

struct parsed {
    struct build_options options;
    enum compiler_status result;
    char *log;
};

static struct parsed parse(enum option_list list, const char *text)
{
    struct parsed parsed = {0};
    size_t size, count;
    char **words;
    FILE *log = open_memstream(&parsed.log, &size);
    parsed.result = words_split(text, &words, &count, log);
    if (parsed.result == COMPILER_OK) {
        parsed.result = build_options_parse(&parsed.options, list, words, count, log);
        words_free(words, count);
    }
    fclose(log);
    return parsed;
}

static void finish(struct parsed *parsed)
{
    build_options_finish(&parsed->options);
    free(parsed->log);
}

/* Parses and expects Clang's arguments, joined by '|'. */
static void expect(const char *text, const char *clang, bool noopt)
{
    struct parsed parsed = parse(OPTIONS_OF_COMPILER, text);
    char joined[512] = "";
    assert_int_equal(parsed.result, COMPILER_OK);
    for (size_t i = 0; i < parsed.options.clang_count; i++) {
        strcat(joined, i ? "|" : "");
        strcat(joined, parsed.options.clang[i]);
    }
    assert_string_equal(joined, clang);
    assert_int_equal(parsed.options.noopt, noopt);
    finish(&parsed);
}

static void expect_error_in(enum option_list list, const char *text, const char *message)
{
    struct parsed parsed = parse(list, text);
    assert_int_equal(parsed.result, COMPILER_INVALID_OPTIONS);
    assert_string_equal(parsed.log, message);
    finish(&parsed);
}

static void expect_error(const char *text, const char *message)
{
    expect_error_in(OPTIONS_OF_COMPILER, text, message);
}

static void test_words(void **state)
{
    expect("", "", false);
    expect("  \t\n ", "", false);
    expect("-w  -Werror", "-w|-Werror", false);
    expect("-DA=\"b c\"", "-DA=b c", false);
    expect("-D 'A=b c'", "-DA=b c", false);
    expect("-DA=\\\"b\\\"", "-DA=\"b\"", false);
    expect("-DA='\\n'", "-DA=\\n", false);
    expect("-DA=b\\ c", "-DA=b c", false);
    expect("\"-DA\"=1", "-DA=1", false);
    expect("-DA=\\", "-DA=\\", false);
}

/* A word takes the memory of its own characters, however many follow: thousands of macros would
 * need gigabytes otherwise. */
static void test_many_words(void **state)
{
    enum { WORDS = 2000, LARGEST = 100 };
    char text[8 * WORDS + 1] = "", **words;
    size_t size, count;
    char *log;
    FILE *file = open_memstream(&log, &size);

    for (int i = 0; i < WORDS; i++)
        sprintf(text + 8 * i, "-DM%04d ", i);
    assert_int_equal(words_split(text, &words, &count, file), COMPILER_OK);
    assert_int_equal(count, WORDS);
    for (size_t i = 0; i < count; i++)
        assert_true(malloc_usable_size(words[i]) < LARGEST);
    assert_string_equal(words[WORDS - 1], "-DM1999");
    words_free(words, count);
    fclose(file);
    free(log);
}

static void test_translation(void **state)
{
    expect("-DA -D B=1 -I/x -I y", "-DA|-DB=1|-I/x|-Iy", false);
    expect("-cl-opt-disable", "", true);
    expect("-cl-mad-enable -cl-fast-relaxed-math", "-cl-mad-enable|-cl-fast-relaxed-math", false);
    expect("-cl-no-signed-zeros", "-fno-signed-zeros", false);
    expect("-cl-denorms-are-zero", "-fdenormal-fp-math-f32=preserve-sign,preserve-sign", false);
    expect("-cl-kernel-arg-info -g -cl-strict-aliasing", "", false);
    expect("-cl-uniform-work-group-size -cl-no-subgroup-ifp", "", false);
}

static void test_standard(void **state)
{
    struct parsed parsed = parse(OPTIONS_OF_COMPILER, "-cl-std=CL1.1");
    assert_int_equal(parsed.result, COMPILER_OK);
    assert_string_equal(parsed.options.standard, "CL1.1");
    finish(&parsed);
    parsed = parse(OPTIONS_OF_COMPILER, "-w");
    assert_string_equal(parsed.options.standard, "CL1.2");
    finish(&parsed);
}

static void test_errors(void **state)
{
    expect_error("-cl-nonsense", "error: unknown build option '-cl-nonsense'\n");
    expect_error("-O3", "error: unknown build option '-O3'\n");
    expect_error("-wx", "error: unknown build option '-wx'\n");
    expect_error("word", "error: unknown build option 'word'\n");
    expect_error("-D", "error: build option '-D' needs a value\n");
    expect_error("-w -I", "error: build option '-I' needs a value\n");
    expect_error("-DA=\"b", "error: a quote in the build options is not closed\n");
    expect_error("'", "error: a quote in the build options is not closed\n");
    static const char *const refused[] = {"",      "CL",    "CL0.9", "CL1",   "CL1.20",
                                          "CL1.3", "CL2.0", "CL2.1", "CL2.2", "CL3",
                                          "CL3.1", "CL9",   "cl1.2", "CLC++", "C99"};
    for (size_t i = 0; i < COUNT(refused); i++) {
        char option[64], error[192];
        snprintf(option, sizeof(option), "-cl-std=%s", refused[i]);
        snprintf(
            error, sizeof(error),
            "error: invalid build option '%s': this device has CL1.0, CL1.1, CL1.2 and CL3.0\n",
            option);
        expect_error(option, error);
    }
}

static void expect_link(const char *text, bool library)
{
    struct parsed parsed = parse(OPTIONS_OF_LINKER, text);
    assert_int_equal(parsed.result, COMPILER_OK);
    assert_int_equal(parsed.options.library, library);
    finish(&parsed);
}

static void test_linker(void **state)
{
    expect_link("", false);
    expect_link("-create-library", true);
    expect_link("-create-library -enable-link-options -cl-finite-math-only", true);
    expect_link("-cl-denorms-are-zero -cl-no-signed-zeroes -cl-fast-relaxed-math", false);
    expect_link("-cl-no-subgroup-ifp", false);
    expect_error_in(OPTIONS_OF_LINKER, "-cl-uniform-work-group-size",
                    "error: unknown linker option '-cl-uniform-work-group-size'\n");
    expect_error("-create-library", "error: unknown build option '-create-library'\n");
    expect_error_in(OPTIONS_OF_LINKER, "-w", "error: unknown linker option '-w'\n");
    expect_error_in(OPTIONS_OF_LINKER, "-enable-link-options",
                    "error: -enable-link-options needs -create-library\n");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_words, test_many_words, test_translation, test_standard,
                     test_errors, test_linker);
}
