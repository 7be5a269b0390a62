/* SPDX-License-Identifier: MIT */
/* checks.c: reads the list of checks. */
#include "driver/base/checks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define CHECK(name, help) [CHECK_##name] = #name,
#include "driver/base/checks.def"
#undef CHECK
};

const char *check_name(enum check check)
{
    assert(check < CHECK_COUNT);
    return names[check];
}

bool checks_are_watched(unsigned checks)
{
    return checks & (1u << CHECK_uninitialised | 1u << CHECK_races | 1u << CHECK_barriers |
                     1u << CHECK_images | 1u << CHECK_arithmetic);
}

static bool is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && !memcmp(word, name, length);
}

/* The bits of a word, in *checks. False when it is none. */
static bool read_word(const char *word, size_t length, unsigned *checks)
{
    *checks = is(word, length, "all") ? (1u << CHECK_COUNT) - 1 : 0;
    for (unsigned i = 0; i < CHECK_COUNT; i++)
        if (is(word, length, names[i]))
            *checks = 1u << i;
    return *checks || is(word, length, "none");
}

/* Who looks at what is in memory has to know which memory there is. */
static unsigned needed(unsigned checks)
{
    const unsigned need = 1u << CHECK_uninitialised | 1u << CHECK_races;
    return checks & need ? 1u << CHECK_memory : 0;
}

bool checks_read(const char *list, unsigned *checks, char *why, size_t room)
{
    const char *word = list;
    *checks = 0;
    for (;;) {
        const size_t length = strcspn(word, ",");
        unsigned bits;
        if (!read_word(word, length, &bits))
            break;
        *checks |= bits;
        if (!word[length]) {
            *checks |= needed(*checks);
            return true;
        }
        word += length + 1;
    }
    int used = snprintf(why, room, "ROOTLE_CHECK=%.64s is none of ", list);
    for (unsigned i = 0; i < CHECK_COUNT && used > 0 && (size_t)used < room; i++)
        used += snprintf(why + used, room - (size_t)used, "%s, ", names[i]);
    if (used > 0 && (size_t)used < room)
        snprintf(why + used, room - (size_t)used, "all, none");
    return false;
}
