/* SPDX-License-Identifier: MIT */
/* names.c: what to say about a word that should have been one of a table's names. */
#include "program-tester/base/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 64,   /* bytes; longer words are compared with nothing */
    LEAST_PART = 3, /* bytes of a name that is looked for in a word, or the other way round */
    MOST_LISTED = 40,
};

const char *pt_names_at(struct pt_names names, size_t i)
{
    return *(const char *const *)((const char *)names.rows + i * names.stride);
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits that make one of the other: a letter more, less or another, or two neighbours swapped
 * ("optimal string alignment"). Upper and lower case are the same. Both are at most LONGEST long.
 */
static unsigned edits(struct pt_word a, struct pt_word b)
{
    unsigned rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *row = rows[2];

    for (size_t j = 0; j <= b.length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a.length; i++) {
        unsigned *free_row = before;

        before = above;
        above = row;
        row = free_row;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.length; j++) {
            unsigned other = above[j - 1] + !same_letter(a.text[i - 1], b.text[j - 1]);

            row[j] = least(other, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a.text[i - 1], b.text[j - 2]) &&
                same_letter(a.text[i - 2], b.text[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b.length];
}

/* The name with the fewest edits, if at most a third of its letters differ. */
static const char *nearest_by_edits(struct pt_names names, struct pt_word word)
{
    const char *best = NULL;
    unsigned fewest = LONGEST;

    for (size_t i = 0; i < names.count; i++) {
        struct pt_word name = {pt_names_at(names, i), 0};

        name.length = name.text ? strlen(name.text) : LONGEST + 1;
        if (name.length > LONGEST)
            continue;
        size_t longer = name.length > word.length ? name.length : word.length;
        unsigned count = edits(word, name);
        if (count * 3 <= longer && count < fewest) {
            fewest = count;
            best = name.text;
        }
    }
    return best;
}

static bool contains(struct pt_word whole, struct pt_word part)
{
    for (size_t at = 0; part.length >= LEAST_PART && at + part.length <= whole.length; at++) {
        struct pt_word here = {whole.text + at, part.length};
        size_t same = 0;

        while (same < part.length && same_letter(here.text[same], part.text[same]))
            same++;
        if (same == part.length)
            return true;
    }
    return false;
}

/* The longest name within the word (RGBA in CL_RGBA), or the only name that the word is a part of
 * (image_width for width). */
static const char *nearest_by_parts(struct pt_names names, struct pt_word word)
{
    const char *within = NULL, *around = NULL;
    size_t longest = 0, around_count = 0;

    for (size_t i = 0; i < names.count; i++) {
        struct pt_word name = {pt_names_at(names, i), 0};

        name.length = name.text ? strlen(name.text) : 0;
        if (name.length > longest && contains(word, name)) {
            longest = name.length;
            within = name.text;
        }
        if (contains(name, word)) {
            around = name.text;
            around_count++;
        }
    }
    return within ? within : around_count == 1 ? around : NULL;
}

const char *pt_names_nearest(struct pt_names names, struct pt_word word)
{
    if (!word.length || word.length > LONGEST)
        return NULL;
    const char *name = nearest_by_edits(names, word);
    return name ? name : nearest_by_parts(names, word);
}

char *pt_names_guess(struct pt_names names, struct pt_word word)
{
    const char *name = pt_names_nearest(names, word);

    return name ? pt_format("; did you mean '%s'?", name) : pt_copy("", 0);
}

char *pt_names_hint(struct pt_names names, struct pt_word word)
{
    const char *name = pt_names_nearest(names, word), *comma = "";
    struct pt_string text = {0};
    size_t listed = 0;

    if (name)
        pt_string_add(&text, "; did you mean '%s'? Known: ", name);
    else
        pt_string_add(&text, "; known: ");
    for (size_t i = 0; i < names.count && listed < MOST_LISTED; i++) {
        if (!pt_names_at(names, i))
            continue;
        pt_string_add(&text, "%s%s", comma, pt_names_at(names, i));
        comma = ", ";
        listed++;
    }
    if (names.count > MOST_LISTED)
        pt_string_add(&text, " and more");
    return pt_string_take(&text);
}
