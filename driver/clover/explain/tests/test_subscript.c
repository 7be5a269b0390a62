/* SPDX-License-Identifier: MIT */
/* test_subscript.c: which variable a line accesses at a column, where '^' stands in the second
 * text. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/clover/explain/subscript.h"

static const struct {
    const char *line, *column, *name; /* NULL: none */
} cases[] = {
    {"x = a[i];", "    ^", "a"},
    {"x = table[i][j];", "    ^", "table"},
    {"out[i + b[2]] = x;", "              ^", "out"},
    {"rows[i] [j] += x;", "            ^", "rows"},
    {"p->q[1] = x;", "        ^", NULL},
    {"s.q[1] = x;", "       ^", NULL},
    {"x = *p;", "     ^", NULL},
    {"x = *p;", "    ^", NULL},
    {"*p = x;", "   ^", NULL},
    {"] = x;", "  ^", NULL},
    {"[1] = x;", "    ^", NULL},
    {"f(a)[1] = x;", "        ^", NULL},
    {"x = a[i];", "           ^", NULL},
    {"", "^", NULL},
};

static void test_subscripts(void **state)
{
    char name[SUBSCRIPT_NAME];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const uint32_t column = (uint32_t)strlen(cases[i].column);
        const bool found = clover_subscript(cases[i].line, column, name);
        if (found != !!cases[i].name || (found && strcmp(name, cases[i].name)))
            fail_msg("'%s': %s", cases[i].line, found ? name : "nothing");
    }
    assert_false(clover_subscript("a[i]", 0, name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_subscripts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
