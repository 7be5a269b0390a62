/* SPDX-License-Identifier: MIT */
/* suppressions.c: reads and matches suppressions: "CHECK [KEY=PATTERN]..." a line. */
#include "driver/clover/explain/suppressions.h"

#include "driver/base/count.h"
#include "driver/base/env.h"

#include <errno.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words that a line may have, and what of a place each is a pattern of. */
static const struct {
    const char *key;
    size_t member;
} keys[] = {
    {"check=", offsetof(struct clover_place, check)},
    {"kernel=", offsetof(struct clover_place, kernel)},
    {"function=", offsetof(struct clover_place, function)},
    {"file=", offsetof(struct clover_place, file)},
    {"line=", offsetof(struct clover_place, line)},
};

/* The patterns of a line, by key; NULL: anything. They live for ever. */
struct suppression {
    char *pattern[COUNT(keys)];
};

static struct suppression *suppressions;
static size_t count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool set(struct suppression *to, const char *word)
{
    for (size_t i = 0; i < COUNT(keys); i++) {
        const size_t length = strlen(keys[i].key);
        if (strncmp(word, keys[i].key, length) != 0)
            continue;
        free(to->pattern[i]);
        to->pattern[i] = strdup(word + length);
        return to->pattern[i];
    }
    return false;
}

static void forget(struct suppression *suppression)
{
    for (size_t i = 0; i < COUNT(keys); i++)
        free(suppression->pattern[i]);
}

/* The first word is the check's name, without its key. */
static bool read_words(struct suppression *to, char *line, const char **wrong)
{
    char *rest, *word = strtok_r(line, " \t\n", &rest);

    *wrong = word;
    if (!(to->pattern[0] = strdup(word)))
        return false;
    while ((*wrong = word = strtok_r(NULL, " \t\n", &rest)))
        if (!set(to, word))
            return false;
    return true;
}

static void read_line(char *line, const char *path, unsigned number)
{
    struct suppression read = {0};
    const char *wrong;

    line[strcspn(line, "#")] = '\0';
    if (!line[strspn(line, " \t\n")])
        return;
    if (!read_words(&read, line, &wrong)) {
        fprintf(stderr, "rootle: %s:%u: '%s' is none of kernel=, function=, file=, line=\n", path,
                number, wrong);
        forget(&read);
        return;
    }
    struct suppression *more = realloc(suppressions, (count + 1) * sizeof *more);
    if (!more) {
        forget(&read);
        return;
    }
    suppressions = more;
    suppressions[count++] = read;
}

static void read_file(void)
{
    const char *path = env_get(ENV_CHECK_SUPPRESSIONS);
    FILE *file = *path ? fopen(path, "re") : NULL;
    char *line = NULL;
    size_t room = 0;

    if (*path && !file)
        fprintf(stderr, "rootle: ROOTLE_CHECK_SUPPRESSIONS=%s: %s\n", path, strerror(errno));
    for (unsigned number = 1; file && getline(&line, &room, file) >= 0; number++)
        read_line(line, path, number);
    free(line);
    if (file)
        fclose(file);
}

static bool matches(const struct suppression *suppression, const struct clover_place *place)
{
    for (size_t i = 0; i < COUNT(keys); i++) {
        const char *value = *(const char *const *)((const char *)place + keys[i].member);
        if (suppression->pattern[i] && fnmatch(suppression->pattern[i], value, 0))
            return false;
    }
    return true;
}

bool clover_is_suppressed(const struct clover_place *place)
{
    pthread_once(&once, read_file);
    for (size_t i = 0; i < count; i++)
        if (matches(&suppressions[i], place))
            return true;
    return false;
}
