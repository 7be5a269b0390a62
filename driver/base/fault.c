/* SPDX-License-Identifier: MIT */
/* fault.c: reading ROOTLE_FAULT. */
#include "driver/base/fault.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/env.h"

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

static void report_unknown(const char *word, size_t length)
{
    fprintf(stderr, "rootle: ROOTLE_FAULT: there is no fault '%.*s'; there are:", (int)length,
            word);
    for (size_t i = 0; i < FAULT_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", faults[i].name);
    fputc('\n', stderr);
}

static void enable(const char *word, size_t length)
{
    for (size_t i = 0; i < FAULT_COUNT; i++) {
        if (strlen(faults[i].name) == length && !strncmp(faults[i].name, word, length)) {
            active[i] = any = true;
            return;
        }
    }
    if (length == 4 && !strncmp(word, "list", length))
        print_table();
    else
        report_unknown(word, length);
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
