/* SPDX-License-Identifier: MIT */
/* log.c: adds up reports by place, and writes them in the forms that rootle-check has. */
#include "driver/check/log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct check_place *find(struct check_log *log, const char *key)
{
    for (size_t i = 0; i < log->count; i++)
        if (!strcmp(log->places[i].key, key))
            return &log->places[i];
    struct check_place *more = realloc(log->places, (log->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    log->places = more;
    struct check_place *place = &log->places[log->count++];
    *place = (struct check_place){0};
    memcpy(place->key, key, sizeof place->key);
    return place;
}

static void add_line(struct check_log *log, const char *line)
{
    char key[17];
    int suppressed, used = 0;
    uint64_t count;

    if (sscanf(line, "{\"key\": \"%16[0-9a-f]\", \"suppressed\": %d, \"count\": %" SCNu64 "%n", key,
               &suppressed, &count, &used) != 3 ||
        strlen(key) != 16 || !used)
        return;
    struct check_place *place = find(log, key);
    if (!place)
        return;
    place->count += count;
    place->suppressed = suppressed;
    if (!place->rest)
        place->rest = strdup(line + used);
}

bool check_log_read(struct check_log *log, FILE *from)
{
    char *line = NULL;
    size_t room = 0;

    *log = (struct check_log){0};
    if (fseek(from, 0, SEEK_SET))
        return false;
    while (getline(&line, &room, from) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        add_line(log, line);
    }
    free(line);
    return true;
}

void check_log_finish(struct check_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->places[i].rest);
    free(log->places);
}

unsigned check_log_places(const struct check_log *log, bool suppressed)
{
    unsigned count = 0;

    for (size_t i = 0; i < log->count; i++)
        count += log->places[i].suppressed == suppressed;
    return count;
}

void check_log_write_json(const struct check_log *log, FILE *to)
{
    fputs("[", to);
    for (size_t i = 0; i < log->count; i++) {
        const struct check_place *place = &log->places[i];
        fprintf(to, "%s\n{\"suppressed\": %s, \"count\": %" PRIu64 "%s", i ? "," : "",
                place->suppressed ? "true" : "false", place->count, place->rest);
    }
    fputs("\n]\n", to);
}

/* The value of a name of a place's JSON as it stands there, escapes and all; "" where there is
 * none. What stands in "text" cannot be mistaken for a name, as quotes are escaped there. */
static void get(const struct check_place *place, const char *name, char value[256])
{
    char wanted[32];

    *value = '\0';
    snprintf(wanted, sizeof wanted, ", \"%s\": ", name);
    const char *at = strstr(place->rest, wanted);
    if (!at)
        return;
    at += strlen(wanted);
    const size_t size = *at == '"' ? strcspn(++at, "\"") : strcspn(at, ",}");
    if (strncmp(at, "null", 4))
        snprintf(value, 256, "%.*s", (int)size, at);
}

void check_log_write_counts(const struct check_log *log, FILE *to)
{
    char check[256], kernel[256], file[256], line[256], function[256];

    for (size_t i = 0; i < log->count; i++) {
        const struct check_place *place = &log->places[i];
        if (place->suppressed || place->count < 2)
            continue;
        get(place, "check", check);
        get(place, "kernel", kernel);
        get(place, "file", file);
        get(place, "line", line);
        get(place, "function", function);
        fprintf(to, "rootle-check: %" PRIu64 " times: %s%s%s", place->count, check,
                *kernel ? " in kernel " : "", kernel);
        fprintf(to, *file ? " at %s:%s" : "", file, line);
        fprintf(to, *function ? " in %s\n" : "\n", function);
    }
}

/* How many places like place `i` are told of, if it is the first of its check; else 0. */
static unsigned count_of_kind(const struct check_log *log, size_t i)
{
    char check[256], other[256];
    unsigned count = 0;

    get(&log->places[i], "check", check);
    for (size_t k = 0; k < log->count; k++) {
        get(&log->places[k], "check", other);
        if (log->places[k].suppressed || strcmp(check, other))
            continue;
        if (k < i)
            return 0;
        count++;
    }
    return count;
}

void check_log_write_kinds(const struct check_log *log, FILE *to)
{
    const char *before = ": ";
    char check[256];

    for (size_t i = 0; i < log->count; i++) {
        const unsigned count = log->places[i].suppressed ? 0 : count_of_kind(log, i);
        if (!count)
            continue;
        get(&log->places[i], "check", check);
        fprintf(to, "%s%u %s", before, count, check);
        before = ", ";
    }
}

/* Writes a pattern. Characters that a pattern must not hold become "?": blanks, and those that
 * patterns are made of. */
static void write_pattern(const char *name, const char *value, FILE *to)
{
    if (!*value)
        return;
    fprintf(to, " %s=", name);
    for (; *value; value++)
        fputc(strchr(" \t#*[\\", *value) ? '?' : *value, to);
}

void check_log_write_suppressions(const struct check_log *log, FILE *to)
{
    static const char *const names[] = {"kernel", "function", "file", "line"};
    char value[256];

    for (size_t i = 0; i < log->count; i++) {
        if (log->places[i].suppressed)
            continue;
        get(&log->places[i], "check", value);
        fputs(value, to);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            get(&log->places[i], names[k], value);
            write_pattern(names[k], value, to);
        }
        fputc('\n', to);
    }
}
