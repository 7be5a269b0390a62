/* SPDX-License-Identifier: MIT */
/* test_report.c: two programs' counts side by side. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/abi/binary.h"
#include "llvm/report.h"

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

static void compare(void **state)
{
    (void)state;
    const struct rootle_kernel unchanged = {.name = "first",
                                            .groups = 10,
                                            .scalar_ops = 20,
                                            .vtx_ops = 1,
                                            .tex_ops = 2,
                                            .cf_ops = 7,
                                            .gprs = 4};
    struct rootle_kernel old[] = {
        unchanged,
        {.name = "gone"},
        {.name = "second",
         .groups = 30,
         .scalar_ops = 60,
         .cf_ops = 5,
         .gprs = 8,
         .stack_entries = 1},
    };
    struct rootle_kernel new[] = {
        {.name = "second",
         .groups = 15,
         .scalar_ops = 45,
         .cf_ops = 5,
         .gprs = 6,
         .stack_entries = 2},
        unchanged,
        {.name = "made"},
    };
    struct rootle_binary before = {.kernels = old, .kernel_count = 3};
    struct rootle_binary after = {.kernels = new, .kernel_count = 3};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    report_compare(&before, &after, out);
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
