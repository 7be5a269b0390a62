/* SPDX-License-Identifier: MIT */
/* like.c: the distance between words, by Levenshtein. */
#include "driver/base/like.h"

#include <assert.h>
#include <string.h>

enum { LONGEST = 63 }; /* bytes; what is longer is like nothing */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Both are at most LONGEST long. */
static size_t edits(const char *word, size_t length, const char *name, size_t name_length)
{
    size_t row[LONGEST + 1];
    assert(length <= LONGEST && name_length <= LONGEST);

    for (size_t j = 0; j <= name_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= name_length; j++) {
            const size_t above = row[j];

            row[j] = least(diagonal + (word[i - 1] != name[j - 1]), least(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return row[name_length];
}

const char *like_name(const char *word, size_t length, const char *(*name_at)(size_t number))
{
    const char *best = NULL, *name;
    size_t fewest = LONGEST;

    for (size_t i = 0; length <= LONGEST && (name = name_at(i)); i++) {
        const size_t name_length = strlen(name);
        const size_t longer = name_length > length ? name_length : length;

        if (longer > LONGEST)
            continue;
        const size_t count = edits(word, length, name, name_length);
        if (count * 3 <= longer && count < fewest) {
            fewest = count;
            best = name;
        }
    }
    return best;
}
