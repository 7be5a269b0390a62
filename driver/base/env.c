/* SPDX-License-Identifier: MIT */
/* env.c: reading the environment. */
#include "driver/base/env.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/surroundings.h"

struct variable {
    const char *name, *value, *help;
    enum env_where where;
};

struct flag {
    const char *name, *help;
};

static const struct variable variables[ENV_COUNT] = {
#define DEBUG_FLAG(name, help)
#define ENV(name, value, where, help) {"ROOTLE_" #name, value, help, ENV_WHERE_##where},
#include "driver/base/env.def"
#undef DEBUG_FLAG
#undef ENV
};

static const struct flag flags[DEBUG_COUNT] = {
#define DEBUG_FLAG(name, help) {#name, help},
#define ENV(name, value, where, help)
#include "driver/base/env.def"
#undef DEBUG_FLAG
#undef ENV
};

const char *env_get(enum env_variable variable)
{
    assert(variable < ENV_COUNT);
    const char *value = getenv(variables[variable].name);
    return value && *value ? value : variables[variable].value;
}

enum env_where env_where(enum env_variable variable)
{
    return variables[variable].where;
}

bool env_is_changed(enum env_variable variable)
{
    return strcmp(env_get(variable), variables[variable].value) != 0;
}

const char *env_name(enum env_variable variable)
{
    return variables[variable].name;
}

bool env_lists(enum env_variable variable, uint64_t number)
{
    const char *list = env_get(variable);
    while (*list) {
        char *end;
        const uint64_t first = strtoull(list, &end, 10);
        uint64_t last = first;
        if (end == list)
            return false;
        if (*end == '-')
            last = strtoull(end + 1, &end, 10);
        if (number >= first && number <= last)
            return true;
        list = end + (*end == ',');
    }
    return false;
}

/* The point of a fraction is one in any locale. */
static double parse_number(const char *text, char **end)
{
    struct surroundings mine;

    surroundings_enter(&mine);
    const double number = strtod(text, end);
    surroundings_leave(&mine);
    return number;
}

double env_number(enum env_variable variable)
{
    static bool warned[ENV_COUNT];
    const char *text = env_get(variable);
    char *end;
    double number = parse_number(text, &end);
    if (end != text && !*end && number >= 0)
        return number;
    if (!__atomic_exchange_n(&warned[variable], true, __ATOMIC_RELAXED))
        fprintf(stderr, "rootle: %s=%s is not a number of zero or more; using %s\n",
                variables[variable].name, text, variables[variable].value);
    return parse_number(variables[variable].value, NULL);
}

static bool enabled[DEBUG_COUNT];

static void print_help(void)
{
    fprintf(stderr, "ROOTLE_DEBUG is a comma-separated list of:\n");
    for (int i = 0; i < DEBUG_COUNT; i++)
        fprintf(stderr, "  %-10s %s\n", flags[i].name, flags[i].help);
    fprintf(stderr, "other variables:\n");
    for (int i = 0; i < ENV_COUNT; i++)
        fprintf(stderr, "  %-20s %s (default: %s)\n", variables[i].name, variables[i].help,
                *variables[i].value ? variables[i].value : "empty");
}

static void enable(const char *word, size_t length)
{
    for (int i = 0; i < DEBUG_COUNT; i++) {
        if (strlen(flags[i].name) == length && !strncmp(flags[i].name, word, length)) {
            enabled[i] = true;
            return;
        }
    }
    if (length == 4 && !strncmp(word, "help", 4))
        print_help();
    else
        fprintf(stderr, "rootle: ROOTLE_DEBUG: unknown word '%.*s' (try ROOTLE_DEBUG=help)\n",
                (int)length, word);
}

static void read_debug_words(void)
{
    const char *word = getenv("ROOTLE_DEBUG");
    while (word && *word) {
        size_t length = strcspn(word, ",");
        if (length)
            enable(word, length);
        word += length + (word[length] == ',');
    }
}

bool debug_enabled(enum debug_flag flag)
{
    assert(flag < DEBUG_COUNT);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_debug_words);
    return enabled[flag];
}
