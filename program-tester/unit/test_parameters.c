/* SPDX-License-Identifier: MIT */
/* test_parameters.c: what the parser makes of tests with parameters, and the errors that it finds
 * in them, with their places and values. */
#include "ci/tests/run_tests.h"
#include "program-tester/unit/parsing.h"

/* The next line is line 6. */
#define HEAD "[config]\nkernel_name: k\n[program source]\nx\n[test]\n"
#define OUT  "arg_out: 0 buffer int[4] repeat 1\n"
#define TEN  "1 2 3 4 5 6 7 8 9 10 "

static const struct mistake mistakes[] = {
    /* Lists. */
    {HEAD "for:\n" OUT, 6, 5, "a line reads 'for: NAME in VALUE...'"},
    {HEAD "for: a\n" OUT, 6, 7, "a line reads"},
    {HEAD "for: in 1\n" OUT, 6, 6, "a line reads"},
    {HEAD "for: a in\n" OUT, 6, 1, "'for' has no values"},
    {HEAD "for: 1a in 2\n" OUT, 6, 6, "'1a' is no name of a parameter"},
    {HEAD "for: a a in (1 2)\n" OUT, 6, 8, "there is a parameter 'a' already"},
    {HEAD "for: a in 1\nfor: b a in (1 2)\n" OUT, 7, 8, "there is a parameter 'a' already"},
    {HEAD "for: a b in (1 2) (3)\n" OUT, 6, 19, "1 values of 2 parameters"},
    {HEAD "for: a b in (1 2) (3 4 5)\n" OUT, 6, 19, "3 values of 2 parameters"},
    {HEAD "for: a b in (1 2\n" OUT, 6, 13, "no closing parenthesis"},
    {HEAD "for: a b in 1 2\n" OUT, 6, 13, "2 parameters have their values in parentheses"},
    {HEAD "for: a in \"1 2\n" OUT, 6, 11, "quotation marks are not closed in their line"},
    {HEAD "for: a in \"1 \\\n2\"\n" OUT, 6, 11, "quotation marks are not closed in their line"},
    {HEAD "for: a in \"1\"2\n" OUT, 6, 14, "unexpected '2' after a value"},
    {HEAD OUT "for: a in 1\n", 7, 1, "'for' must stand before all other keys"},
    {HEAD "for: a b c d e f g h i j k l m n o p q in 1\n" OUT, 6, 38, "at most 16 parameters"},
    {"[config]\nfor: a in 1\n", 2, 1, "does not belong into [config]"},
    /* Errors of the tests that the lists make. */
    {HEAD "for: a in " TEN "\nfor: b in " TEN "\nfor: c in " TEN "\nfor: d in " TEN "\n" OUT, 6, 1,
     "there may be 4096 of one [test]"},
    {HEAD "for: a in 1 2\nname: x # $a\n" OUT "arg_in: 1 int $b\n", 9, 15,
     "'$b': no parameter of that name"},
    {HEAD "for: a in 1 2\nname: x\n" OUT "arg_in: 1 int $\n", 9, 15, "no parameter of that name"},
    /* Places behind values of other lengths than their names. */
    {HEAD "for: long_name in 1 2\n" OUT "arg_in: 1 buffer int[2] $long_name x\n", 8, 36,
     "(with long_name=1)"},
    {HEAD "for: a in 1 2 x 3\n" OUT "arg_in: 1 int $a\n", 8, 15,
     "'x' is not a value of type int: 1 number, or NULL (with a=x)"},
    {HEAD "for: a in 2 1\n" OUT "arg_in: 1 buffer int[$a] 5\n", 8, 26, "(with a=2)"},
    {HEAD "for: a in 1 2\nname: x$(a - a)\n" OUT, 7, 7, "a=2"},
    /* Formulas. */
    {HEAD "for: a in 1\n" OUT "arg_in: 1 int $(a +)\n", 8, 20,
     "a number or a parameter is missing"},
    {HEAD "for: a in 1\n" OUT "arg_in: 1 int $(a\n", 8, 15, "a parenthesis is not closed"},
    {HEAD "for: a in 1\n" OUT "arg_in: 1 int $(a a)\n", 8, 19, "an operator is missing"},
    {HEAD "for: a in 1\n" OUT "arg_in: 1 int $(b)\n", 8, 17,
     "neither a parameter nor a whole number"},
    {HEAD "for: a in R\n" OUT "arg_in: 1 int $(a)\n", 8, 17, "its value is not a whole number"},
    {HEAD "for: a in 0\n" OUT "arg_in: 1 int $(7 % a)\n", 8, 19, "division by 0"},
    {HEAD "for: a in 9223372036854775807\n" OUT "arg_in: 1 int $(a + 1)\n", 8, 19, "too large"},
    {HEAD "for: a in 9223372036854775807\n" OUT "arg_in: 1 int $((-a - 1) / -1)\n", 8, 26,
     "too large"},
};

static void every_mistake(void **state)
{
    check_mistakes(mistakes, sizeof(mistakes) / sizeof(*mistakes));
}

static void names_and_order(void **state)
{
    static const char *const names[] = {"w a=R b=1", "w a=R b=2", "w a=RG b=1", "w a=RG b=2"};
    struct pt_plan *plan = parse_good(HEAD "for: a in R RG\nfor: b in 1 2\nname: w # all\n" OUT);

    assert_int_equal(plan->test_count, 4);
    for (size_t i = 0; i < plan->test_count; i++)
        assert_string_equal(plan->tests[i].name, names[i]);
    pt_plan_free(plan);
    plan = parse_good(HEAD "for: a b in (x 1) ( y \"2\" )\n" OUT
                           "[test]\nfor: n in 3\nname: $$$n\n" OUT);
    assert_int_equal(plan->test_count, 3);
    assert_string_equal(plan->tests[0].name, "a=x b=1");
    assert_string_equal(plan->tests[1].name, "a=y b=2");
    assert_string_equal(plan->tests[2].name, "$3");
    pt_plan_free(plan);
}

static void values_and_formulas(void **state)
{
    struct pt_plan *plan = parse_good(HEAD "for: n data in (2 \"5 6\") (3 \"7 8 9\")\nfor: m in 4\n"
                                           "arg_out: 0 buffer int[$n] $data\narg_in: 1 int4 "
                                           "$(n+m*2) $((n + m) * 2) $(-m/3) $(-m % 3)\n");
    const int *first = plan->tests[0].out.items[0].lanes,
              *second = plan->tests[1].out.items[0].lanes;
    const int *scalar = plan->tests[1].in.items[0].lanes;

    assert_int_equal(first[1], 6);
    assert_int_equal(plan->tests[1].out.items[0].count, 3);
    assert_int_equal(second[2], 9);
    assert_int_equal(scalar[0], 11);
    assert_int_equal(scalar[1], 14);
    assert_int_equal(scalar[2], -1);
    assert_int_equal(scalar[3], -1);
    pt_plan_free(plan);
}

/* Tests without parameters keep their dollars. */
static void dollars_elsewhere(void **state)
{
    struct pt_plan *plan = parse_good(HEAD "name: $x costs $(5\n" OUT);

    assert_string_equal(plan->tests[0].name, "$x costs $(5");
    pt_plan_free(plan);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_mistake, names_and_order, values_and_formulas,
                     dollars_elsewhere);
}
