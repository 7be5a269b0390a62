/* SPDX-License-Identifier: MIT */
/* instance.h: the text of a [test] with values in the place of its parameters, and where each part
 * of it stands in the file. */
#pragma once

#include "program-tester/parse/formula.h"

struct pt_span;

struct pt_instance {
    struct pt_string text;
    struct pt_span *spans; /* parts of the text, in order */
    size_t span_count, span_capacity;
};

/* Writes `body` with the values of the parameters: $NAME and $(FORMULA) stand for one, $$ for a
 * dollar; comments stay as they are. A test whose name has no parameter, or that has no name, gets
 * them behind it. On errors returns false, with what is wrong and where. Frees what was there. */
bool pt_instance_write(struct pt_instance *instance, struct pt_word body,
                       const struct pt_parameters *parameters, struct pt_formula_error *error);
/* The parameters and their values, as names of tests have them: "order=R width=7" (to free()). */
char *pt_instance_suffix(const struct pt_parameters *parameters);
/* Where something stands in the file; itself, if it is none of the instance's text. NULL: none. */
const char *pt_instance_origin(const struct pt_instance *instance, const char *text);
void pt_instance_finish(struct pt_instance *instance);
