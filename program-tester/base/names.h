/* SPDX-License-Identifier: MIT */
/* names.h: what to say about a word that should have been one of a table's names. */
#pragma once

#include "program-tester/base/text.h"

/* A table's rows, each of which begins with a `const char *`: its name, or NULL. */
struct pt_names {
    const void *rows;
    size_t count, stride; /* stride: bytes of a row */
};

#define PT_NAMES(table) ((struct pt_names){table, PT_COUNT(table), sizeof(*(table))})

const char *pt_names_at(struct pt_names names, size_t i);

/* The name that a misspelt word most likely stands for, or NULL. */
const char *pt_names_nearest(struct pt_names names, struct pt_word word);

/* "; did you mean 'NAME'?", or nothing (to free()). For tables too long to be told. */
char *pt_names_guess(struct pt_names names, struct pt_word word);
/* The same, followed by what names there are (to free()). */
char *pt_names_hint(struct pt_names names, struct pt_word word);
