/* SPDX-License-Identifier: MIT */
/* regex_names.h: names of regex.c beside those of the C library, for tests on Linux. */
#pragma once

#include <stddef.h>

typedef struct {
    struct regex_program *program;
} our_regex_t;
typedef int our_regmatch_t;
#define regex_t    our_regex_t
#define regmatch_t our_regmatch_t
#define regcomp    our_regcomp
#define regexec    our_regexec
#define regerror   our_regerror
#define regfree    our_regfree
#undef RE_DUP_MAX
#define RE_DUP_MAX 0x7fff

int regcomp(regex_t *regex, const char *expression, int flags);
int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *found, int flags);
size_t regerror(int error, const regex_t *regex, char *text, size_t size);
void regfree(regex_t *regex);
