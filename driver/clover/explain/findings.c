/* SPDX-License-Identifier: MIT */
/* findings.c: counts, suppresses, tells and logs what checks find. */
#include "driver/clover/explain/findings.h"

#include "driver/base/checksum.h"
#include "driver/base/env.h"
#include "driver/clover/explain/suppressions.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A place in words: "    at FILE:LINE:COLUMN in FUNCTION" of a text, taken apart. */
struct words {
    char line[512];
    struct clover_place place;
};

/* The places that something was told of. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t *told;
static size_t told_count;

/* One write, so that lines of several threads and processes do not mix. */
static void append(enum env_variable variable, const char *text, size_t size)
{
    const char *path = env_get(variable);
    const int fd = *path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;

    if (*path && (fd < 0 || write(fd, text, size) != (ssize_t)size))
        fprintf(stderr, "rootle: %s: %s\n", path, strerror(errno));
    if (fd >= 0)
        close(fd);
}

/* Cuts off what is behind the last colon, if it is a number; else "". */
static const char *cut_number(char *text)
{
    char *colon = strrchr(text, ':');

    if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
        return "";
    *colon = '\0';
    return colon + 1;
}

/* Parses the place of a text's line from `at` on. False: the line names something else, as "at byte
 * 4 of argument 0". */
static bool take_apart(const char *at, struct words *words)
{
    struct clover_place *place = &words->place;

    snprintf(words->line, sizeof words->line, "%.*s", (int)strcspn(at, "\n"), at);
    char *function = strstr(words->line, " in ");
    if (function) {
        *function = '\0';
        place->function = function + strlen(" in ");
    }
    place->column = cut_number(words->line);
    place->line = cut_number(words->line);
    if (!*place->line) { /* there was one number, which is the line's */
        place->line = place->column;
        place->column = "";
    }
    place->file = words->line;
    return *place->line;
}

static void read_place(const struct clover_finding *finding, struct words *words)
{
    static const char before[] = "\n    at ";
    const struct clover_place none = {finding->check, finding->kernel, finding->call, "", "", ""};
    const char *at = finding->text;
    bool found = false;

    while (!found && (at = strstr(at, before))) {
        at += strlen(before);
        words->place = none;
        found = take_apart(at, words);
    }
    if (!found)
        words->place = none;
}

/* Equal for findings of one kind at one place of one program, whichever launch and work-item they
 * are of: numbers of the first line are left out, and of the others only those with source lines
 * are taken. */
static uint64_t key_of(const struct clover_finding *finding)
{
    const char *text = finding->text;
    char *key = malloc(strlen(text) + strlen(finding->check) + strlen(finding->kernel) + 3);
    int size = key ? sprintf(key, "%s %s ", finding->check, finding->kernel) : 0;
    bool first = true;

    for (const char *end; key && *text; text = end + (*end == '\n'), first = false) {
        end = text + strcspn(text, "\n");
        const bool object = !strncmp(text, "    at byte ", 12);
        const bool source = (!strncmp(text, "    at ", 7) && !object) ||
                            !strncmp(text, "    inlined at ", 15) ||
                            memmem(text, (size_t)(end - text), " | ", 3);
        for (; (first || source) && text < end; text++)
            if (source || !strchr("0123456789abcdefx(),[]", *text))
                key[size++] = *text;
    }
    const uint64_t sum = checksum_of(key, (size_t)size);
    free(key);
    return sum;
}

static void print_json_text(const char *name, const char *text, FILE *out)
{
    fprintf(out, ", \"%s\": \"", name);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '\n')
            fputs("\\n", out);
        else if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            fprintf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    fputc('"', out);
}

/* rootle-check adds up the counts of a key, and reads no further than these two. */
static void log_json(const struct clover_finding *finding, const struct clover_place *place,
                     uint64_t key, bool suppressed)
{
    char *line = NULL;
    size_t size;
    FILE *out = *env_get(ENV_CHECK_JSON) ? open_memstream(&line, &size) : NULL;

    if (!out)
        return;
    fprintf(out, "{\"key\": \"%016" PRIx64 "\", \"suppressed\": %d, \"count\": %" PRIu64, key,
            suppressed, finding->count);
    print_json_text("check", place->check, out);
    print_json_text("kernel", place->kernel, out);
    print_json_text("function", place->function, out);
    print_json_text("file", place->file, out);
    fprintf(out, ", \"line\": %s", *place->line ? place->line : "null");
    fprintf(out, ", \"column\": %s", *place->column ? place->column : "null");
    print_json_text("text", finding->text, out);
    fputs("}\n", out);
    fclose(out);
    append(ENV_CHECK_JSON, line, size);
    free(line);
}

/* Whether a place is new, and is to be told. */
static bool is_news(uint64_t key)
{
    const double most = env_number(ENV_CHECK_MAX);
    bool news = true;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < told_count; i++)
        news &= told[i] != key;
    uint64_t *more = news ? realloc(told, (told_count + 1) * sizeof *told) : NULL;
    if (more) {
        told = more;
        told[told_count++] = key;
    }
    if (news && most > 0 && (double)told_count > most) {
        news = false;
        if ((double)told_count == most + 1)
            fprintf(stderr, "rootle: ROOTLE_CHECK_MAX=%g: what else is found is only counted\n",
                    most);
    }
    pthread_mutex_unlock(&lock);
    return news;
}

static void tell(cl_context context, const char *text, bool news)
{
    char *line = NULL;

    if (context && context->notify)
        context->notify(text, NULL, 0, context->notify_data);
    if (!news || asprintf(&line, "rootle: %s\n", text) < 0)
        return;
    append(ENV_CHECK_LOG, line, strlen(line));
    const bool watched = *env_get(ENV_CHECK_LOG) || *env_get(ENV_CHECK_JSON);
    if (!context || !context->notify || watched) /* the application may say nothing of it */
        fputs(line, stderr);
    free(line);
}

void clover_find(cl_context context, const struct clover_finding *finding)
{
    struct words words;

    read_place(finding, &words);
    const bool suppressed = clover_is_suppressed(&words.place);
    const uint64_t key = key_of(finding);
    log_json(finding, &words.place, key, suppressed);
    if (!suppressed)
        tell(context, finding->text, is_news(key));
}
