/* SPDX-License-Identifier: MIT */
/* options.h: the options of clBuildProgram, clCompileProgram and clLinkProgram (OpenCL 1.2,
 * sections 5.6.4 and 5.6.5), checked and translated for Clang. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "driver/compiler.h"

struct build_options {
    char **clang; /* arguments for clang -cc1, owned */
    size_t clang_count;
    const char *standard; /* "CL1.2" or as -cl-std asks; a constant */
    bool noopt;           /* -cl-opt-disable */
    bool exact_division;  /* -cl-fp32-correctly-rounded-divide-sqrt */
    bool library;         /* -create-library */
    bool arg_info;        /* -cl-kernel-arg-info */
};

/* Splits `text` into words at white space. Quotes, single and double, keep a word together; a
 * backslash takes the next character as it is, except within single quotes. Returns COMPILER_OK;
 * COMPILER_INVALID_OPTIONS, with a line in `log`, when a quote is not closed; or
 * COMPILER_NO_MEMORY. The words are free'd by words_free. */
enum compiler_status words_split(const char *text, char ***words, size_t *count, FILE *log);
void words_free(char **words, size_t count);

/* Selects one of the two lists of options. */
enum option_list { OPTIONS_OF_COMPILER = 1, OPTIONS_OF_LINKER = 2 };

/* Translates. Returns COMPILER_OK; COMPILER_INVALID_OPTIONS, with a line in `log`, on an option
 * that OpenCL 1.2 does not have there; or COMPILER_NO_MEMORY. */
enum compiler_status build_options_parse(struct build_options *options, enum option_list list,
                                         char *const *words, size_t count, FILE *log);
/* The same of which nothing is kept but `*arg_info`; that is false where the options are wrong. */
enum compiler_status build_options_check(enum option_list list, const char *text, bool *arg_info,
                                         FILE *log);
/* The folder of the next -I at or behind `*next` of the arguments, which moves behind it, or the
 * value of a macro that is an absolute path, as applications make that include files by it:
 * *is_macro. NULL: no more. Start with 0. Nothing is known of what has that name. */
const char *build_options_folder(const struct build_options *options, size_t *next, bool *is_macro);
void build_options_finish(struct build_options *options);
