/* SPDX-License-Identifier: MIT */
/* test_encoding.c: files in other encodings, with NUL bytes, and that are not UTF-8. */
#include "ci/tests/run_tests.h"
#include "program-tester/unit/parsing.h"

#define GOOD "[config]\nkernel_name: k\n[test]\nname: a\narg_out: 0 buffer int[1] 1\n"

/* A text of ASCII in an encoding of `width` bytes a character. */
static size_t widen(const char *text, size_t width, bool big_endian, bool mark, char *out)
{
    size_t size = 0;

    if (mark) { /* U+FEFF */
        memset(out, 0, width);
        out[big_endian ? width - 1 : 0] = (char)0xff;
        out[big_endian ? width - 2 : 1] = (char)0xfe;
        size = width;
    }
    for (; *text; text++, size += width) {
        memset(out + size, 0, width);
        out[size + (big_endian ? width - 1 : 0)] = *text;
    }
    return size;
}

/* The one error of bytes, which must be where it is said to be; to free(). */
static char *only_error(const char *name, const char *bytes, size_t size, unsigned line,
                        unsigned column)
{
    struct pt_diags diags;
    struct pt_plan *plan = parse_bytes(name, bytes, size, &no_options, &diags);
    unsigned found_line, found_column;

    assert_int_equal(diags.count, 1);
    pt_text_locate(&plan->text, diags.items[0].offset, &found_line, &found_column);
    assert_int_equal(found_line, line);
    assert_int_equal(found_column, column);
    char *message = pt_format("%s", diags.items[0].message);
    finish(plan, &diags);
    return message;
}

static void other_encodings(void **state)
{
    static const char *const names[] = {"UTF-16 (little-endian)", "UTF-16 (big-endian)",
                                        "UTF-32 (little-endian)", "UTF-32 (big-endian)"};
    static const char *const contents[] = {GOOD, "kernel void k() {}\n", "/*!\n" GOOD "!*/\n"};
    char bytes[1024];

    for (int i = 0; i < 24; i++) {
        const char *content = contents[i / 8];
        bool big = i & 1, wide = i & 2, mark = i & 4;
        size_t size = widen(content, wide ? 4 : 2, big, mark, bytes);
        char *expected = pt_format("the file is %s; save it as UTF-8", names[i & 3]);
        char *message = only_error(i / 8 ? "a.cl" : "a.program_test", bytes, size, 1, 1);

        assert_string_equal(message, expected);
        free(message);
        free(expected);
    }
}

/* It is not counted in columns, and does not reach the compiler. */
static void mark_of_utf8(void **state)
{
    struct pt_plan *plan = parse_good("\xef\xbb\xbf" GOOD);
    static const char wrong[] = "\xef\xbb\xbfkernel: k\n";

    assert_string_equal(plan->tests[0].name, "a");
    assert_string_equal(plan->text.data, GOOD);
    pt_plan_free(plan);
    free(only_error("a.program_test", wrong, sizeof(wrong) - 1, 1, 1));
}

static void nul_bytes(void **state)
{
    static const char in_value[] = GOOD "[test]\nname: b\0c\narg_out: 0 buffer int[1] 1\n";
    static const char in_program[] = "kernel void k()\n{ \0}\n";
    static const char in_source[] = "[config]\nname: a\n[program source]\nint a\0;\n";

    free(only_error("a.program_test", in_value, sizeof(in_value) - 1, 7, 8));
    free(only_error("a.cl", in_program, sizeof(in_program) - 1, 2, 3));
    char *message = only_error("a.program_test", in_source, sizeof(in_source) - 1, 4, 6);
    assert_string_equal(message, "a NUL byte");
    free(message);
}

/* A binary may have any bytes. */
static void nul_bytes_of_binaries(void **state)
{
    static const char good[] = "[config]\nname: a\n[program binary]\n\0\xff\n\0";
    static const char behind[] = "[config]\n[program binary]\n\0\n[test]\n\0";
    struct pt_diags diags;
    struct pt_plan *plan =
        parse_bytes("a.program_test", good, sizeof(good) - 1, &no_options, &diags);

    assert_int_equal(diags.count, 0);
    assert_int_equal(plan->program_size, 4);
    assert_memory_equal(plan->program, "\0\xff\n", 4);
    finish(plan, &diags);
    free(only_error("a.program_test", behind, sizeof(behind) - 1, 5, 1));
}

static void bytes_that_are_not_utf8(void **state)
{
    static const struct mistake mistakes[] = {
        {"[config]\nname: caf\xe9\nkernel_name: k\n", 2, 10, "the byte 0xe9 is not UTF-8"},
        {"[config]\nname: \xc0\x80\n", 2, 7, "the byte 0xc0"},         /* a NUL in two bytes */
        {"[config]\nname: \xed\xa0\x80\n", 2, 7, "the byte 0xed"},     /* a surrogate */
        {"[config]\nname: \xe2\x82\n", 2, 7, "the byte 0xe2"},         /* cut off */
        {"[config]\nname: \xf4\x90\x80\x80\n", 2, 7, "the byte 0xf4"}, /* above U+10FFFF */
        {"[config]\nn\xe4me: x\n", 2, 2, "the byte 0xe4"},
        {"[config]\nname: a \\\n \xe9\n[test]\nname: \xe9\n", 3, 2, "the byte 0xe9"}, /* once */
        {"[config]\nkernel_name: k\n[test]\narg_out: 0 buffer int[1] \xe9\n", 4, 26,
         "the byte 0xe9"},
    };

    check_mistakes(mistakes, PT_COUNT(mistakes));
}

/* Comments and programs are nobody's names. */
static void bytes_that_do_not_matter(void **state)
{
    static const char program[] = "/*!\n[config]\n# caf\xe9\n!*/\n/* caf\xe9 */\n";
    struct pt_plan *plan =
        parse_good("# caf\xe9\n[config]\nname: caf\xc3\xa9 \xf0\x9f\x90\xb7 # \xe9\n");
    struct pt_diags diags;

    assert_string_equal(plan->config.name, "caf\xc3\xa9 \xf0\x9f\x90\xb7");
    pt_plan_free(plan);
    plan = parse_bytes("a.cl", program, sizeof(program) - 1, &no_options, &diags);
    assert_int_equal(diags.count, 0);
    finish(plan, &diags);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, other_encodings, mark_of_utf8, nul_bytes,
                     nul_bytes_of_binaries, bytes_that_are_not_utf8, bytes_that_do_not_matter);
}
