/* SPDX-License-Identifier: MIT */
/* formula.h: whole numbers that are computed from the parameters of a test. */
#pragma once

#include "program-tester/base/text.h"

/* A parameter and what it stands for in one instance of a test. */
struct pt_parameter {
    struct pt_word name, value;
};

struct pt_parameters {
    struct pt_parameter *items;
    size_t count;
};

/* The parameter of that name, or NULL. */
const struct pt_parameter *pt_parameter_find(const struct pt_parameters *parameters,
                                             struct pt_word name);

/* The error of a formula, and its place. */
struct pt_formula_error {
    struct pt_word at;
    const char *why; /* NULL: nothing */
};

/* The value of a formula: whole numbers, parameters whose values are such, + - * / % and
 * parentheses, with the precedence of C, in 64 bits with a sign. Overflow and division by 0 are
 * errors. */
int64_t pt_formula_value(struct pt_word text, const struct pt_parameters *parameters,
                         struct pt_formula_error *error);
