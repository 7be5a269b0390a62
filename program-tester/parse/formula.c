/* SPDX-License-Identifier: MIT */
/* formula.c: whole numbers that are computed from the parameters of a test, by recursive descent.
 */
#include "program-tester/parse/formula.h"

#include <ctype.h>
#include <string.h>

#include "program-tester/base/number.h"

/* Parentheses and signs within each other. */
enum { MAX_DEPTH = 64 };

struct formula {
    const char *next, *end;
    const struct pt_parameters *parameters;
    struct pt_formula_error *error;
    unsigned depth;
};

const struct pt_parameter *pt_parameter_find(const struct pt_parameters *parameters,
                                             struct pt_word name)
{
    for (size_t i = 0; i < parameters->count; i++) {
        const struct pt_word known = parameters->items[i].name;

        if (known.length == name.length && !memcmp(known.text, name.text, name.length))
            return &parameters->items[i];
    }
    return NULL;
}

/* The first error counts. */
static int64_t wrong(struct formula *formula, struct pt_word at, const char *why)
{
    if (!formula->error->why)
        *formula->error = (struct pt_formula_error){at, why};
    formula->next = formula->end;
    return 0;
}

static void skip_space(struct formula *formula)
{
    while (formula->next < formula->end && isspace((unsigned char)*formula->next))
        formula->next++;
}

/* Whether that character is next; it is taken if so. */
static bool take(struct formula *formula, char character)
{
    skip_space(formula);
    if (formula->next == formula->end || *formula->next != character)
        return false;
    formula->next++;
    return true;
}

static struct pt_word take_word(struct formula *formula)
{
    struct pt_word word = {formula->next, 0};

    while (formula->next < formula->end &&
           (isalnum((unsigned char)*formula->next) || *formula->next == '_'))
        formula->next++;
    word.length = (size_t)(formula->next - word.text);
    return word;
}

static int64_t number(struct formula *formula, struct pt_word word, struct pt_word place,
                      const char *why)
{
    int64_t value = 0;

    if (pt_number_parse(word, PT_LONG, false, &value))
        return wrong(formula, place, why);
    return value;
}

static int64_t sum(struct formula *formula);

static int64_t inner(struct formula *formula, struct pt_word open)
{
    int64_t value = sum(formula);

    return take(formula, ')') ? value : wrong(formula, open, "a parenthesis is not closed");
}

/* A number, a parameter, a sign or parentheses. */
static int64_t factor(struct formula *formula)
{
    int64_t value;

    skip_space(formula);
    struct pt_word here = {formula->next, formula->next < formula->end};
    if (++formula->depth > MAX_DEPTH)
        return wrong(formula, here, "too many parentheses and signs within each other");
    if (take(formula, '(')) {
        value = inner(formula, here);
    } else if (take(formula, '-')) {
        value = factor(formula);
        if (__builtin_sub_overflow(0, value, &value))
            value = wrong(formula, here, "the result is too large");
    } else {
        struct pt_word word = take_word(formula);
        const struct pt_parameter *parameter = pt_parameter_find(formula->parameters, word);

        if (!word.length)
            value = wrong(formula, here, "a number or a parameter is missing");
        else if (parameter)
            value = number(formula, parameter->value, word, "its value is not a whole number");
        else
            value = number(formula, word, word, "neither a parameter nor a whole number");
    }
    formula->depth--;
    return value;
}

static int64_t quotient(struct formula *formula, struct pt_word at, int64_t a, int64_t b, bool rest)
{
    if (formula->error->why)
        return 0;
    if (b == 0)
        return wrong(formula, at, "division by 0");
    if (a == INT64_MIN && b == -1)
        return wrong(formula, at, "the result is too large");
    return rest ? a % b : a / b;
}

static int64_t product(struct formula *formula)
{
    int64_t value = factor(formula);

    for (;;) {
        skip_space(formula);
        struct pt_word at = {formula->next, 1};
        if (take(formula, '*')) {
            if (__builtin_mul_overflow(value, factor(formula), &value))
                return wrong(formula, at, "the result is too large");
        } else if (take(formula, '/')) {
            value = quotient(formula, at, value, factor(formula), false);
        } else if (take(formula, '%')) {
            value = quotient(formula, at, value, factor(formula), true);
        } else {
            return value;
        }
    }
}

static int64_t sum(struct formula *formula)
{
    int64_t value = product(formula);

    for (;;) {
        skip_space(formula);
        struct pt_word at = {formula->next, 1};
        bool over;
        if (take(formula, '+'))
            over = __builtin_add_overflow(value, product(formula), &value);
        else if (take(formula, '-'))
            over = __builtin_sub_overflow(value, product(formula), &value);
        else
            return value;
        if (over)
            return wrong(formula, at, "the result is too large");
    }
}

int64_t pt_formula_value(struct pt_word text, const struct pt_parameters *parameters,
                         struct pt_formula_error *error)
{
    struct formula formula = {text.text, text.text + text.length, parameters, error, 0};

    error->why = NULL;
    int64_t value = sum(&formula);
    skip_space(&formula);
    if (formula.next < formula.end)
        wrong(&formula, (struct pt_word){formula.next, 1}, "an operator is missing");
    return error->why ? 0 : value;
}
