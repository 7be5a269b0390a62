/* SPDX-License-Identifier: MIT */
/* passes.c: the table of passes over machine IR: found, listed, left out by name. */
#include "llvm/evergreen/passes.h"

#include <string.h>

#include "driver/base/count.h"

const struct evg_pass_info evg_passes[EVG_PASS_COUNT] = {
#define MIR_PASS(name, takes, leaves, optional, help)                                              \
    {#name, NULL, mir_##name, takes, leaves, optional, help},
#define MIR_PART(name, place, optional, help)                                                      \
    {#name, place, NULL, MIR_SAME, MIR_SAME, optional, help},
#include "llvm/evergreen/mir/passes.def"
#undef MIR_PASS
#undef MIR_PART
};

static const struct evg_pass_info *find(const char *name, size_t length)
{
    for (unsigned pass = 0; pass < EVG_PASS_COUNT; pass++)
        if (strlen(evg_passes[pass].name) == length &&
            !strncmp(evg_passes[pass].name, name, length))
            return &evg_passes[pass];
    return NULL;
}

const struct evg_pass_info *evg_find_pass(const char *name)
{
    return find(name, strlen(name));
}

static void print_forms(unsigned forms, FILE *out)
{
    static const char *const names[] = {"ssa", "copies", "tuples", "planned", "placed"};
    char text[64] = "";
    for (size_t form = 0; form < COUNT(names); form++) {
        if (!(forms >> form & 1))
            continue;
        strcat(text, *text ? "|" : "");
        strcat(text, names[form]);
    }
    fprintf(out, " %-14s", text);
}

void evg_list_passes(FILE *out)
{
    for (unsigned pass = 0; pass < EVG_PASS_COUNT; pass++) {
        const struct evg_pass_info *info = &evg_passes[pass];
        fprintf(out, "%-20s %-8s", info->name, info->optional ? "optional" : "");
        print_forms(info->takes, out);
        print_forms(info->leaves ? info->leaves : info->takes, out);
        fprintf(out, " %s%s%s%s\n", info->help, info->place ? " (" : "",
                info->place ? info->place : "", info->place ? ")" : "");
    }
}

/* Says that a word of the list is no pass, or no optional one, and which there are. */
static int refuse(const char *word, size_t length, bool known, char *error, size_t error_size)
{
    int at =
        snprintf(error, error_size,
                 "%s '%.*s'%s; those that can be left out:", known ? "pass" : "there is no pass",
                 (int)length, word, known ? " cannot be left out" : "");
    for (unsigned pass = 0; pass < EVG_PASS_COUNT; pass++)
        if (evg_passes[pass].optional && at >= 0 && (size_t)at < error_size)
            at += snprintf(error + at, error_size - (size_t)at, " %s", evg_passes[pass].name);
    return -1;
}

int evg_parse_passes(const char *list, uint32_t *passes, char *error, size_t error_size)
{
    *passes = 0;
    while (*list) {
        size_t length = strcspn(list, ",");
        const struct evg_pass_info *info = find(list, length);
        if (!info || !info->optional)
            return refuse(list, length, info, error, error_size);
        *passes |= 1u << (info - evg_passes);
        list += length + (list[length] == ',');
    }
    return 0;
}
