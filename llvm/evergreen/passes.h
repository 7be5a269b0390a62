/* SPDX-License-Identifier: MIT */
/* passes.h: the table of passes over machine IR (mir/passes.def), to look up by name or number. */
#pragma once

#include "llvm/evergreen/evergreen.h"
#include "llvm/evergreen/mir/passes.h"

struct evg_pass_info {
    const char *name;
    const char *place;                   /* file within llvm/evergreen; NULL: of the pass's name */
    void (*run)(struct mir_function *f); /* NULL: part of something else */
    unsigned takes;                      /* bits of enum mir_form */
    enum mir_form leaves;
    bool optional;
    const char *help;
};

extern const struct evg_pass_info evg_passes[EVG_PASS_COUNT];

/* NULL when there is none of that name. */
const struct evg_pass_info *evg_find_pass(const char *name);
