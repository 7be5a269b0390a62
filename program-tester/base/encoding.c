/* SPDX-License-Identifier: MIT */
/* encoding.c: texts are UTF-8 without NUL bytes. */
#include "program-tester/base/encoding.h"

#include <string.h>

/* The Unicode standard, table 2-4 and 23.8: byte order marks. Of two that fit, the longer one is
 * first. */
static const struct {
    const char *name;
    unsigned char mark[4];
    size_t length;
} marks[] = {
    {"UTF-32 (little-endian)", {0xff, 0xfe, 0, 0}, 4},
    {"UTF-32 (big-endian)", {0, 0, 0xfe, 0xff}, 4},
    {"UTF-16 (little-endian)", {0xff, 0xfe}, 2},
    {"UTF-16 (big-endian)", {0xfe, 0xff}, 2},
};

static const unsigned char utf8_mark[] = {0xef, 0xbb, 0xbf};

/* The bytes that are not NUL among the first four, in a text that begins with two ASCII characters,
 * as every test does, or with one in UTF-32. */
static const struct {
    const char *name;
    bool set[4];
} patterns[] = {
    {"UTF-32 (little-endian)", {true, false, false, false}},
    {"UTF-32 (big-endian)", {false, false, false, true}},
    {"UTF-16 (little-endian)", {true, false, true, false}},
    {"UTF-16 (big-endian)", {false, true, false, true}},
};

static bool matches_pattern(const char *data, const bool set[4])
{
    for (int i = 0; i < 4; i++) {
        if (!data[i] == set[i])
            return false;
    }
    return true;
}

const char *pt_text_decode(struct pt_text *text)
{
    for (size_t i = 0; i < PT_COUNT(marks); i++) {
        if (text->size >= marks[i].length && !memcmp(text->data, marks[i].mark, marks[i].length))
            return marks[i].name;
    }
    for (size_t i = 0; i < PT_COUNT(patterns) && text->size >= 4; i++) {
        if (matches_pattern(text->data, patterns[i].set))
            return patterns[i].name;
    }
    if (text->size >= sizeof(utf8_mark) && !memcmp(text->data, utf8_mark, sizeof(utf8_mark))) {
        text->size -= sizeof(utf8_mark);
        memmove(text->data, text->data + sizeof(utf8_mark), text->size + 1); /* and its NUL */
    }
    return NULL;
}

/* The Unicode standard, table 3-7: lead bytes, how many bytes follow, and what the first of those
 * may be (so that there is but one way to write a character, and none for surrogates). */
static const struct lead {
    unsigned char first, last, follow, least, most;
} leads[] = {
    {0x00, 0x7f, 0, 0x80, 0xbf}, {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf},
    {0xe1, 0xec, 2, 0x80, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf},
    {0xf0, 0xf0, 3, 0x90, 0xbf}, {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

/* The length of the character that a word begins with; 0 if it is none. */
static size_t character_length(struct pt_word word)
{
    const unsigned char *bytes = (const unsigned char *)word.text;
    const struct lead *lead = leads;

    while (lead < leads + PT_COUNT(leads) && !(bytes[0] >= lead->first && bytes[0] <= lead->last))
        lead++;
    if (lead == leads + PT_COUNT(leads) || word.length < 1u + lead->follow)
        return 0;
    for (size_t i = 1; i <= lead->follow; i++) {
        unsigned char least = i == 1 ? lead->least : 0x80, most = i == 1 ? lead->most : 0xbf;

        if (bytes[i] < least || bytes[i] > most)
            return 0;
    }
    return 1u + lead->follow;
}

/* How many bytes of ASCII a word begins with, in steps of eight. */
static size_t ascii_length(struct pt_word word)
{
    size_t length = 0;

    for (uint64_t bytes; length + sizeof(bytes) <= word.length; length += sizeof(bytes)) {
        memcpy(&bytes, word.text + length, sizeof(bytes));
        if (bytes & UINT64_C(0x8080808080808080))
            break;
    }
    return length;
}

const char *pt_utf8_error(struct pt_word word)
{
    while (word.length) {
        const size_t ascii = ascii_length(word);
        const size_t length = ascii ? ascii : character_length(word);

        if (!length)
            return word.text;
        word.text += length;
        word.length -= length;
    }
    return NULL;
}
