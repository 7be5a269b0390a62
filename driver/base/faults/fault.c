/* SPDX-License-Identifier: MIT */
/* fault.c: reading ROOTLE_FAULT. */
#include "driver/base/fault.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/base/like.h"

static const struct {
    const char *name, *families, *help;
    enum fault_part part;
} faults[FAULT_COUNT] = {
#define FAULT(name, where, families, help) {#name, families, help, FAULT_IN_##where},
#include "driver/base/fault.def"
#undef FAULT
};

static bool active[FAULT_COUNT], any;

static void print_table(void)
{
    fprintf(stderr, "ROOTLE_FAULT is a comma-separated list of faults to put into the driver:\n");
    for (size_t i = 0; i < FAULT_COUNT; i++)
        fprintf(stderr, "  %-26s %s (%s)\n", faults[i].name, faults[i].help, faults[i].families);
}

static const char *name_at(size_t number)
{
    return number < FAULT_COUNT ? faults[number].name : NULL;
}

/* The number of a fault; FAULT_COUNT: there is none of that name. */
static size_t find(const char *word, size_t length)
{
    size_t i = 0;
    while (i < FAULT_COUNT &&
           (strlen(faults[i].name) != length || memcmp(faults[i].name, word, length)))
        i++;
    return i;
}

static bool is_list(const char *word, size_t length)
{
    return length == 4 && !memcmp(word, "list", length);
}

static void enable(const char *word, size_t length)
{
    const size_t found = find(word, length);
    if (found < FAULT_COUNT)
        active[found] = any = true;
    else if (is_list(word, length))
        print_table();
}

bool fault_check(char *why, size_t room)
{
    for (const char *word = env_get(ENV_FAULT); *word;) {
        const size_t length = strcspn(word, ",");
        if (length && find(word, length) == FAULT_COUNT && !is_list(word, length)) {
            const char *likely = like_name(word, length, name_at);
            snprintf(why, room,
                     "ROOTLE_FAULT: there is no fault '%.*s'%s%s; ROOTLE_FAULT=list prints all",
                     (int)(length < 64 ? length : 64), word, likely ? "; did you mean " : "",
                     likely ? likely : "");
            return false;
        }
        word += length + (word[length] == ',');
    }
    return true;
}

static void read_names(const char *word)
{
    while (*word) {
        size_t length = strcspn(word, ",");
        if (length)
            enable(word, length);
        word += length + (word[length] == ',');
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_environment(void)
{
    read_names(env_get(ENV_FAULT));
}

static void read_nothing(void)
{
}

void fault_set(const char *names)
{
    pthread_once(&once, read_nothing);
    memset(active, 0, sizeof(active));
    any = false;
    read_names(names);
}

bool fault_any(void)
{
    pthread_once(&once, read_environment);
    return any;
}

bool fault_active(enum fault fault)
{
    return fault_any() && active[fault];
}

const char *fault_next(enum fault_part part, size_t *next)
{
    while (*next < FAULT_COUNT) {
        size_t i = (*next)++;
        if (faults[i].part == part && fault_active((enum fault)i))
            return faults[i].name;
    }
    return NULL;
}
