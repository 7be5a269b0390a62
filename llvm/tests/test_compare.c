/* SPDX-License-Identifier: MIT */
/* test_compare.c: two programs' counts side by side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/binary.h"
#include "llvm/compare.h"

static void expect_line(const char *text, const char *start, const char *const *words)
{
    const char *line = strstr(text, start);
    assert_non_null(line);
    size_t length = strcspn(line, "\n");
    for (; *words; words++) {
        const char *word = strstr(line, *words);
        if (!word || word >= line + length)
            fail_msg("no \"%s\" in \"%.*s\"", *words, (int)length, line);
    }
}

#define EXPECT_LINE(text, start, ...)                                                              \
    expect_line(text, start, (const char *const[]){__VA_ARGS__, NULL})

/* ops: scalar ones, of the vertex cache and of the texture cache. */
static struct rootle_kernel kernel(char *name, unsigned groups, const unsigned ops[3],
                                   unsigned cf_ops, unsigned gprs, unsigned stack_entries)
{
    return (struct rootle_kernel){.name = name,
                                  .groups = groups,
                                  .scalar_ops = ops[0],
                                  .vtx_ops = ops[1],
                                  .tex_ops = ops[2],
                                  .cf_ops = cf_ops,
                                  .gprs = gprs,
                                  .stack_entries = stack_entries};
}

static void compare(void **state)
{
    struct rootle_kernel old[] = {
        kernel("first", 10, (unsigned[]){20, 1, 2}, 7, 4, 0),
        {.name = "gone"},
        kernel("second", 30, (unsigned[]){60, 0, 0}, 5, 8, 1),
    };
    struct rootle_kernel new[] = {
        kernel("second", 15, (unsigned[]){45, 0, 0}, 5, 6, 2),
        kernel("first", 10, (unsigned[]){20, 1, 2}, 7, 4, 0),
        {.name = "made"},
    };
    struct rootle_binary before = {.kernels = old, .kernel_count = 3};
    struct rootle_binary after = {.kernels = new, .kernel_count = 3};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    compare_programs(&before, &after, out);
    fclose(out);
    EXPECT_LINE(text, "first", " 10 ", "1.00", " 20 ", "2.00>2.00", " 3 ", " 7 ", " 4 ");
    EXPECT_LINE(text, "second", "30>15", "0.50", "60>45", "2.00>3.00", " 5 ", "8>6", "1>2");
    EXPECT_LINE(text, "total", "40>25", "0.62", "80>65", "2.00>2.60", " 12 ", "12>10");
    EXPECT_LINE(text, "gone", "only before");
    EXPECT_LINE(text, "made", "only after");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(compare)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
