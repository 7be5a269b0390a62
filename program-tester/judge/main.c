/* SPDX-License-Identifier: MIT */
/* main.c: rootle-judge holds values that are told of a driver against what a test expects. It needs
 * no driver. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/number.h"
#include "program-tester/parse/parse.h"
#include "program-tester/verdict/compare.h"

enum { RIGHT = 0, WRONG = 1, NO_SUCH_INPUT = 2, CANNOT_JUDGE = 3 };

static const uint64_t seed = 1; /* program-tester's own, unless it is told another */

/* A part that a test compares: an arg_out, or the contents of a step. */
struct part {
    const struct pt_arg *arg;
    unsigned step; /* from 1; 0: an arg_out */
};

/* Returns the parts (to free()), in the order in which a tester reports them. */
static struct part *parts_of(const struct pt_test *test, size_t *count)
{
    struct part *parts = pt_alloc(test->step_count + test->out.count, sizeof(*parts));

    *count = 0;
    for (size_t i = 0; i < test->step_count; i++) {
        if (pt_step_compares(&test->steps[i]))
            parts[(*count)++] = (struct part){&test->steps[i].contents, (unsigned)i + 1};
    }
    for (size_t i = 0; i < test->out.count; i++)
        parts[(*count)++] = (struct part){&test->out.items[i], 0};
    return parts;
}

/* The file must have what is expected: a test that must fail, or asks the device, has no values. */
static bool can_be_judged(const struct pt_test *test, const struct part *parts, size_t count)
{
    bool can = count && !test->launch.expect_fail && !test->launch.expect_runs;

    for (size_t i = 0; i < test->step_count; i++)
        can &= !test->steps[i].error && !test->steps[i].launch.expect_fail;
    for (size_t i = 0; i < count; i++)
        can &= parts[i].arg->fill == PT_FILL_VALUES || parts[i].arg->fill == PT_FILL_RANDOM;
    return can;
}

/* The next word of a line; of length 0 at its end. */
static struct pt_word next_word(char **at)
{
    *at += strspn(*at, " \n");
    struct pt_word word = {*at, strcspn(*at, " \n")};
    *at += word.length;
    return word;
}

/* Reads as many lanes as are expected, and no more. Returns them (to free()), or NULL. */
static void *read_lanes(const struct pt_lanes *like, char *at)
{
    const size_t size = pt_scalars[like->scalar].size;
    char *lanes = pt_alloc(like->count, size);

    for (size_t i = 0; i < like->count; i++) {
        struct pt_word word = next_word(&at);

        if (!word.length || pt_number_parse(word, like->scalar, false, lanes + i * size)) {
            pt_complain("value %zu of %zu is not one: '%.*s'", i, like->count, PT_SHOW(word));
            free(lanes);
            return NULL;
        }
    }
    if (!next_word(&at).length)
        return lanes;
    pt_complain("there are more than %zu values", like->count);
    free(lanes);
    return NULL;
}

static void tell(const struct part *part, const struct pt_expected *want, size_t lane,
                 const void *actual)
{
    const unsigned width = want->lanes[0].width;
    char *place = pt_lane_place(part->arg, lane / width, (unsigned)(lane % width));
    char *expected = pt_expected_text(want, lane);
    char number[PT_NUMBER_TEXT];

    pt_scalar_print(want->lanes[0].scalar, actual, number);
    printf("argument %u%s: %s is %s, and %s is expected\n", part->arg->index,
           part->step ? " of a step" : "", place, number, expected);
    free(expected);
    free(place);
}

/* Tells of the first lane that is wrong. */
static int judge_lanes(const struct part *part, const struct pt_expected *want, const char *lanes)
{
    const size_t size = pt_scalars[want->lanes[0].scalar].size;

    for (size_t i = 0; i < want->lanes[0].count; i++) {
        const char *actual = lanes + i * size;
        unsigned choice = want->count > 1 ? pt_expected_nearest(want, i, actual) : 0;

        if (!pt_expected_matches(want, choice, i, actual)) {
            tell(part, want, i, actual);
            return WRONG;
        }
    }
    return RIGHT;
}

/* A line has the number of the step, or 0, the index of the argument, and all values. */
static int judge_line(const struct part *part, char *line)
{
    char *at = line;
    unsigned long step = strtoul(at, &at, 10), index = strtoul(at, &at, 10);
    struct pt_expected want;

    if (step != part->step || index != part->arg->index) {
        pt_complain("step %lu, argument %lu is not what comes here", step, index);
        return NO_SUCH_INPUT;
    }
    void *memory = pt_alloc(part->arg->size, 1);
    pt_arg_expand(part->arg, seed, memory);
    pt_expected_start(&want, part->arg, memory, false);
    void *lanes = read_lanes(&want.lanes[0], at);
    int verdict = lanes ? judge_lanes(part, &want, lanes) : NO_SUCH_INPUT;
    free(lanes);
    pt_expected_finish(&want);
    free(memory);
    return verdict;
}

/* Holds one line, and looks for its part; what other parts hold is not said. */
static int judge_one(const struct part *parts, size_t count, FILE *file)
{
    size_t capacity = 0;
    char *line = NULL;
    int verdict = NO_SUCH_INPUT;

    if (getline(&line, &capacity, file) >= 0) {
        char *at = line;
        unsigned long step = strtoul(at, &at, 10), index = strtoul(at, &at, 10);
        size_t i = 0;

        while (i < count && (step != parts[i].step || index != parts[i].arg->index))
            i++;
        if (i < count)
            verdict = judge_line(&parts[i], line);
        else
            pt_complain("nothing is expected of step %lu, argument %lu", step, index);
    }
    free(line);
    return verdict;
}

/* Tells how many values can be judged without a device. */
static int count_values(const struct part *parts, size_t count)
{
    size_t values = 0;

    for (size_t i = 0; i < count; i++)
        values += parts[i].arg->count * pt_lanes_width(parts[i].arg);
    printf("%zu\n", values);
    return RIGHT;
}

static int judge(const struct part *parts, size_t count, FILE *file)
{
    size_t capacity = 0;
    char *line = NULL;
    int worst = RIGHT;

    for (size_t i = 0; i < count && worst < NO_SUCH_INPUT; i++) {
        int verdict = NO_SUCH_INPUT;

        if (getline(&line, &capacity, file) < 0)
            pt_complain("there are values of %zu of %zu arguments", i, count);
        else
            verdict = judge_line(&parts[i], line);
        worst = verdict > worst ? verdict : worst;
    }
    if (worst < NO_SUCH_INPUT && getline(&line, &capacity, file) >= 0) {
        pt_complain("there are values of more than %zu arguments", count);
        worst = NO_SUCH_INPUT;
    }
    free(line);
    return worst;
}

enum what { ALL, ONE, COUNT }; /* of the parts of a test: judge all, judge one, count values */

static int answer(const struct pt_test *test, enum what what)
{
    size_t count;
    struct part *parts = parts_of(test, &count);
    int verdict = CANNOT_JUDGE;

    if (can_be_judged(test, parts, count))
        verdict = what == COUNT ? count_values(parts, count)
                  : what == ONE ? judge_one(parts, count, stdin)
                                : judge(parts, count, stdin);
    free(parts);
    return verdict;
}

static int answer_of_plan(const struct pt_plan *plan, const char *name, enum what what)
{
    assert(name);
    for (size_t i = 0; i < plan->test_count; i++) {
        if (!strcmp(plan->tests[i].name, name))
            return answer(&plan->tests[i], what);
    }
    if (pt_plan_only_builds(plan))
        return CANNOT_JUDGE;
    pt_complain("%s has no test '%s'", plan->path, name);
    return NO_SUCH_INPUT;
}

int main(int count, char **words)
{
    struct pt_parse_options options = {0};
    struct pt_diags diags = {0};

    enum what what = ALL;

    if (count == 4)
        what = !strcmp(words[1], "--count") ? COUNT : !strcmp(words[1], "--part") ? ONE : ALL;
    if (count != 3 && what == ALL) {
        fputs("usage: rootle-judge FILE TEST < VALUES\n"
              "       rootle-judge --part FILE TEST < VALUES\n"
              "       rootle-judge --count FILE TEST\n"
              "A line of VALUES has the number of a step, or 0, the index of an argument, and what "
              "it held. There is a line for each part of the test; with --part there is one.\nExit "
              "status: 0 right, 1 wrong, 2 no such test or other values, 3 nothing "
              "that can be judged without a device.\n",
              stderr);
        return NO_SUCH_INPUT;
    }
    const char *file = words[count - 2], *test = words[count - 1];
    struct pt_plan *plan = pt_plan_load(file, &options, &diags);
    int verdict = NO_SUCH_INPUT;
    if (diags.count)
        pt_diags_print(&diags, stderr);
    else
        verdict = answer_of_plan(plan, test, what);
    pt_diags_finish(&diags);
    pt_plan_free(plan);
    return verdict;
}
