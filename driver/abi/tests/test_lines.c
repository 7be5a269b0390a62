/* SPDX-License-Identifier: MIT */
/* test_lines.c: line tables survive the way to bytes and back, damaged ones are refused or safe,
 * and lines are shown with their text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/lines.h"
#include "driver/abi/source.h"
#include "driver/base/count.h"

static struct rootle_line some_lines[] = {
    {.file = ""},
    {.file = "unused.h", .function = "nobody", .line = 1},
    {.file = "f.h", .function = "inner", .line = 3, .column = 9, .caller = 3},
    {.file = "a.cl", .function = "kern", .line = 4000, .column = 200},
    {.file = "a.cl", .function = "kern", .line = 7, .column = 0},
};
static uint32_t some_words[] = {0, 2, 2, 2, 4, 3, 0, 0, 4};

static void *make_table(uint32_t *bytes)
{
    const struct rootle_lines lines = {some_lines, COUNT(some_lines), some_words,
                                       COUNT(some_words)};
    void *table = rootle_lines_pack(&lines, bytes);
    assert_non_null(table);
    return table;
}

static void test_round_trip(void **state)
{
    uint32_t bytes;
    void *table = make_table(&bytes);
    struct rootle_lines read;
    assert_null(rootle_lines_read(table, bytes, COUNT(some_words), &read));
    assert_int_equal(read.line_count, 4); /* the unused line is left out */
    for (uint32_t i = 0; i < COUNT(some_words); i++) {
        const struct rootle_line *line = &read.line[read.word[i]];
        const struct rootle_line *wanted = &some_lines[some_words[i]];
        assert_int_equal(read.word[i] != 0, some_words[i] != 0);
        if (!read.word[i])
            continue;
        assert_string_equal(line->file, wanted->file);
        assert_string_equal(line->function, wanted->function);
        assert_int_equal(line->line, wanted->line);
        assert_int_equal(line->column, wanted->column);
        assert_int_equal(line->caller != 0, wanted->caller != 0);
    }
    assert_int_equal(read.line[read.line[read.word[1]].caller].line, 4000);
    rootle_lines_finish(&read);
    free(table);
}

static void test_nothing(void **state)
{
    uint32_t none[3] = {0}, bytes = 1;
    const struct rootle_lines lines = {some_lines, COUNT(some_lines), none, COUNT(none)};
    struct rootle_lines read;
    assert_null(rootle_lines_pack(&lines, &bytes));
    assert_int_equal(bytes, 0);
    assert_null(rootle_lines_read(NULL, 0, 100, &read));
    assert_int_equal(read.word_count, 0);
    rootle_lines_finish(&read);
}

/* Reads a copy in a block of exactly that size, so that a sanitizer sees any read beyond it, and
 * looks at all that was read. */
static const char *try(const void *table, uint32_t bytes, uint32_t words)
{
    void *exact = malloc(bytes ? bytes : 1);
    struct rootle_lines read;
    assert_non_null(exact);
    memcpy(exact, table, bytes);
    const char *wrong = rootle_lines_read(exact, bytes, words, &read);
    for (uint32_t i = 0; !wrong && i < read.word_count; i++) {
        assert_true(read.word[i] < read.line_count);
        for (uint32_t at = read.word[i]; at; at = read.line[at].caller) {
            assert_true(read.line[at].caller < at);
            assert_true(strlen(read.line[at].file) + strlen(read.line[at].function) < bytes);
        }
    }
    assert_true(wrong || !bytes || read.word_count == words);
    rootle_lines_finish(&read);
    free(exact);
    return wrong;
}

static void test_damage(void **state)
{
    uint32_t bytes, refused = 0, random = 4711;
    uint8_t *table = make_table(&bytes);
    for (uint32_t length = 1; length < bytes; length++)
        assert_non_null(try(table, length, COUNT(some_words)));
    assert_non_null(try(table, bytes, COUNT(some_words) - 1));
    assert_non_null(try(table, bytes, COUNT(some_words) + 1));
    for (int round = 0; round < 50000; round++) {
        uint8_t *damaged = malloc(bytes);
        assert_non_null(damaged);
        memcpy(damaged, table, bytes);
        for (int i = 0; i < 1 + round % 4; i++) {
            random = random * 1664525 + 1013904223;
            damaged[(random >> 8) % bytes] = round & 1 ? 0xff : (uint8_t)(random >> 4);
        }
        refused += try(damaged, bytes, COUNT(some_words)) != NULL;
        free(damaged);
    }
    assert_true(refused > 10000);
    free(table);
}

/* A few bytes that claim 4,000 million lines do not make the reader allocate them. */
static void test_promises(void **state)
{
    static const uint8_t many_texts[] = {0xff, 0xff, 0xff, 0xff, 0x0f, 0};
    static const uint8_t many_lines[] = {1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0};
    static const uint8_t too_large[] = {0xff, 0xff, 0xff, 0xff, 0x1f, 0};
    assert_non_null(try(many_texts, sizeof(many_texts), 1));
    assert_non_null(try(many_lines, sizeof(many_lines), 1));
    assert_non_null(try(too_large, sizeof(too_large), 1));
}

static char *show(uint32_t line, const struct rootle_source *source)
{
    const struct rootle_lines lines = {some_lines, COUNT(some_lines), some_words,
                                       COUNT(some_words)};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    rootle_source_print(&lines, line, source, out);
    fclose(out);
    return text;
}

static void test_show(void **state)
{
    static const char text[] = "1\n2\n\tint x = y;  \n";
    const struct rootle_source source = {.name = "f.h", .text = text, .size = sizeof(text) - 1};
    char *shown = show(2, &source);
    assert_string_equal(shown, "\n    at f.h:3:9 in inner"
                               "\n         3 | \tint x = y;"
                               "\n           | \t       ^"
                               "\n    inlined at a.cl:4000:200 in kern");
    free(shown);
    shown = show(4, &source);
    assert_string_equal(shown, "\n    at a.cl:7 in kern");
    free(shown);
    const struct rootle_source named = {
        .name = "f.h", .text = text, .size = sizeof(text) - 1, .shown = "of a person.cl"};
    shown = show(2, &named);
    assert_string_equal(shown, "\n    at of a person.cl:3:9 in inner"
                               "\n         3 | \tint x = y;"
                               "\n           | \t       ^"
                               "\n    inlined at a.cl:4000:200 in kern");
    free(shown);
    shown = show(0, &source);
    assert_string_equal(shown, "");
    free(shown);
}

static void test_text(void **state)
{
    const struct rootle_source source = {.name = "a.cl", .text = "first\nlast", .size = 10},
                               none = {.name = "a.cl"};
    char *line = rootle_source_text(&source, "a.cl", 2);
    assert_string_equal(line, "last");
    free(line);
    assert_null(rootle_source_text(&source, "a.cl", 0));
    assert_null(rootle_source_text(&source, "a.cl", 3));
    assert_null(rootle_source_text(&none, "a.cl", 1));
    assert_null(rootle_source_text(&source, "/", 1));
    assert_null(rootle_source_text(&source, "/dev/zero", 1)); /* no file */
    char path[] = "/tmp/rootle-lines-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "one\ntwo", 7) == 7 && !close(fd));
    line = rootle_source_text(&source, path, 2);
    assert_string_equal(line, "two");
    free(line);
    assert_null(rootle_source_text(&source, path, 3));
    unlink(path);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_round_trip, test_nothing, test_damage, test_promises,
                     test_show, test_text);
}
