/* SPDX-License-Identifier: MIT */
/* expression.c: POSIX extended regular expressions, as far as matching them costs little.
 *
 * regcomp() copies what a bound or a plus repeats, so that a{1,1000} is a thousand states and each
 * of ((((a+)+)+)+)+ doubles the ones inside: a short expression can take all memory. Expressions
 * are measured before they are compiled. */
#include "program-tester/parse/expression.h"

#include <ctype.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LENGTH = 2000, MAX_DEPTH = 100, MAX_STATES = 2000 };

/* An expression while it is measured: the states of each open group, and of the last thing in it,
 * which a repetition would multiply. */
struct measure {
    const char *at;
    size_t depth, states[MAX_DEPTH], last[MAX_DEPTH];
};

static void add_atom(struct measure *measure, size_t states)
{
    size_t depth = measure->depth;

    measure->states[depth] += measure->last[depth];
    measure->last[depth] = states;
}

static void close_group(struct measure *measure)
{
    size_t depth = measure->depth;

    if (!depth) /* an ordinary character, then */
        return;
    measure->depth--;
    add_atom(measure, measure->states[depth] + measure->last[depth] + 1);
}

/* Behind a bracket expression, in which a ] that is first, and those of [: :], [. .] and [= =], end
 * nothing. */
static const char *skip_bracket(const char *at)
{
    at += 1 + (at[1] == '^');
    at += *at == ']';
    for (; *at && *at != ']'; at++) {
        char kind = at[0] == '[' && strchr(":.=", at[1]) ? at[1] : '\0';

        if (!kind)
            continue;
        for (at += 2; at[0] && !(at[0] == kind && at[1] == ']'); at++)
            ;
        if (!*at)
            break;
        at++;
    }
    return at + !!*at;
}

static size_t read_count(const char **at)
{
    size_t count = 0;

    for (; isdigit((unsigned char)**at); ++*at)
        count = count > RE_DUP_MAX ? count : count * 10 + (size_t)(**at - '0');
    return count;
}

/* {N}, {N,} and {N,M}: how many copies are made. What is none of them is for regcomp() to judge. */
static size_t read_bound(const char **at)
{
    size_t low, high;

    ++*at;
    low = high = read_count(at);
    if (**at == ',') {
        ++*at;
        high = isdigit((unsigned char)**at) ? read_count(at) : low + 1;
    }
    *at += **at == '}';
    return high > low ? high : low + !low;
}

static void measure_next(struct measure *measure)
{
    size_t *last = &measure->last[measure->depth];
    char c = *measure->at++;

    if (c == '(') {
        measure->depth++;
        measure->states[measure->depth] = measure->last[measure->depth] = 0;
    } else if (c == ')') {
        close_group(measure);
    } else if (c == '{') {
        measure->at--;
        *last *= read_bound(&measure->at);
    } else if (c == '+') {
        *last *= 2;
    } else if (c == '[') {
        measure->at = skip_bracket(measure->at - 1);
        add_atom(measure, 1);
    } else {
        measure->at += c == '\\' && *measure->at;
        add_atom(measure, 1);
    }
}

static bool is_small(const struct measure *measure)
{
    size_t depth = measure->depth;

    return measure->states[depth] + measure->last[depth] <= MAX_STATES;
}

/* Back-references are not in POSIX extended expressions, but glibc searches for them without end.
 */
static const char *cost_error(const char *expression)
{
    struct measure measure = {.at = expression};

    if (strlen(expression) > MAX_LENGTH)
        return "it is longer than 2000 characters";
    while (*measure.at) {
        if (measure.at[0] == '\\' && isdigit((unsigned char)measure.at[1]))
            return "an extended regular expression has no back-references";
        if (measure.depth + 1 == MAX_DEPTH)
            return "its groups are nested too deep";
        measure_next(&measure);
        if (!is_small(&measure))
            return "its repetitions multiply to more than 2000 states";
    }
    return NULL;
}

char *pt_expression_check(const char *expression)
{
    const char *costly = cost_error(expression);
    char reason[128];
    regex_t regex;

    if (costly)
        return pt_format("%s", costly);
    int error = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
    if (!error) {
        regfree(&regex);
        return NULL;
    }
    regerror(error, &regex, reason, sizeof(reason));
    return pt_format("%s", reason);
}

bool pt_expression_matches(const char *expression, const char *text)
{
    regex_t regex;

    if (cost_error(expression) || regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB))
        return false;
    bool match = !regexec(&regex, text, 0, NULL, 0);
    regfree(&regex);
    return match;
}
