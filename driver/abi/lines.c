/* SPDX-License-Identifier: MIT */
/* lines.c: line tables to bytes and back. Numbers take as many bytes as they need, seven bits each,
 * the low ones first; differences are numbers whose lowest bit is the sign. */
#include "driver/abi/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char rootle_lines_no_memory[] = "a line table that there is no memory for";

/* ---- writing ---- */

struct writer {
    uint8_t *bytes;
    uint32_t count, capacity;
};

static void *grown(void *array, size_t bytes)
{
    void *more = realloc(array, bytes ? bytes : 1);
    if (!more)
        abort();
    return more;
}

static void put_byte(struct writer *w, uint8_t byte)
{
    if (w->count == w->capacity)
        w->bytes = grown(w->bytes, w->capacity = w->capacity ? 2 * w->capacity : 256);
    w->bytes[w->count++] = byte;
}

static void put_number(struct writer *w, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(w, (uint8_t)(value | 0x80));
    put_byte(w, (uint8_t)value);
}

static void put_difference(struct writer *w, uint32_t from, uint32_t to)
{
    const int32_t difference = (int32_t)(to - from);
    put_number(w, (uint32_t)difference << 1 ^ (uint32_t)(difference >> 31));
}

static void put_text(struct writer *w, const char *text)
{
    do
        put_byte(w, (uint8_t)*text);
    while (*text++);
}

/* The lines that are written: those in use, in a new order, and their texts once each. */
struct packing {
    const struct rootle_lines *lines;
    uint32_t *number; /* by line: its new one; 0: not in use */
    uint32_t *order;  /* the lines in their new order */
    uint32_t count;
    const char **texts;
    uint32_t text_count;
};

/* Gives a line its number, behind that of the one where it is inlined. */
static uint32_t use_line(struct packing *p, uint32_t line)
{
    uint32_t chain = 0;
    for (uint32_t at = line; at && !p->number[at]; at = p->lines->line[at].caller)
        chain++;
    for (uint32_t left = chain; left > 0; left--) {
        uint32_t at = line;
        for (uint32_t i = 1; i < left; i++)
            at = p->lines->line[at].caller;
        assert(at < p->lines->line_count && !p->number[at]);
        p->order[p->count] = at;
        p->number[at] = ++p->count;
    }
    return line ? p->number[line] : 0;
}

static uint32_t text_number(struct packing *p, const char *text)
{
    for (uint32_t i = 0; i < p->text_count; i++)
        if (p->texts[i] == text)
            return i;
    for (uint32_t i = 0; i < p->text_count; i++)
        if (!strcmp(p->texts[i], text))
            return i;
    assert(p->text_count < 2 * p->lines->line_count);
    p->texts[p->text_count] = text;
    return p->text_count++;
}

static void put_texts(struct packing *p, struct writer *w)
{
    for (uint32_t i = 0; i < p->count; i++) {
        text_number(p, p->lines->line[p->order[i]].file);
        text_number(p, p->lines->line[p->order[i]].function);
    }
    put_number(w, p->text_count);
    for (uint32_t i = 0; i < p->text_count; i++)
        put_text(w, p->texts[i]);
}

static void put_lines(struct packing *p, struct writer *w)
{
    uint32_t before = 0;
    put_number(w, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        const struct rootle_line *line = &p->lines->line[p->order[i]];
        assert(p->number[line->caller] <= i); /* a caller comes before those inlined in it */
        put_number(w, text_number(p, line->file));
        put_number(w, text_number(p, line->function));
        put_difference(w, before, line->line);
        put_number(w, line->column);
        put_number(w, line->caller ? i + 1 - p->number[line->caller] : 0);
        before = line->line;
    }
}

static void put_words(const struct packing *p, struct writer *w)
{
    const struct rootle_lines *lines = p->lines;
    uint32_t before = 0;
    for (uint32_t i = 0, run = 0; i < lines->word_count; i += run) {
        const uint32_t line = lines->word[i], number = line ? p->number[line] : 0;
        assert(line < lines->line_count && !line == !number); /* use_line has numbered it */
        run = 1;
        while (i + run < lines->word_count && lines->word[i + run] == line)
            run++;
        put_number(w, run);
        put_difference(w, before, number);
        before = number;
    }
}

void *rootle_lines_pack(const struct rootle_lines *lines, uint32_t *bytes)
{
    struct packing p = {.lines = lines};
    struct writer w = {0};
    p.number = grown(NULL, ((size_t)lines->line_count + 1) * sizeof(*p.number));
    p.order = grown(NULL, lines->line_count * sizeof(*p.order));
    p.texts = grown(NULL, 2 * (size_t)lines->line_count * sizeof(*p.texts));
    memset(p.number, 0, ((size_t)lines->line_count + 1) * sizeof(*p.number));
    for (uint32_t i = 0; i < lines->word_count; i++)
        use_line(&p, lines->word[i]);
    if (p.count) {
        put_texts(&p, &w);
        put_lines(&p, &w);
        put_words(&p, &w);
    }
    free(p.number);
    free(p.order);
    free(p.texts);
    *bytes = w.count;
    return w.bytes;
}

/* ---- reading ---- */

struct reader {
    const uint8_t *at, *end;
    const char *wrong; /* the first */
};

static void fail(struct reader *r, const char *why)
{
    if (!r->wrong)
        r->wrong = why;
    r->at = r->end;
}

static uint32_t take_number(struct reader *r)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        if (r->at == r->end)
            break;
        const uint8_t byte = *r->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80) && value <= UINT32_MAX)
            return (uint32_t)value;
    }
    fail(r, "a line table that is cut off, or has a number that is too large");
    return 0;
}

static uint32_t take_difference(struct reader *r, uint32_t from)
{
    const uint32_t value = take_number(r);
    return from + (value >> 1 ^ (0u - (value & 1)));
}

/* A count of what takes at least so many bytes each; 0 when there are not as many left. */
static uint32_t take_count(struct reader *r, uint32_t least)
{
    const uint32_t count = take_number(r);
    if (count <= (size_t)(r->end - r->at) / least)
        return count;
    fail(r, "a line table that is shorter than it says");
    return 0;
}

static const char *take_text(struct reader *r)
{
    const uint8_t *start = r->at;
    const uint8_t *end = memchr(start, 0, (size_t)(r->end - start));
    if (!end) {
        fail(r, "a line table whose texts have no end");
        return "";
    }
    r->at = end + 1;
    return (const char *)start;
}

static void *array(struct reader *r, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        fail(r, rootle_lines_no_memory);
    return memory;
}

static void take_line(struct reader *r, struct rootle_lines *lines, const char *const *texts,
                      uint32_t text_count, uint32_t number)
{
    struct rootle_line *line = &lines->line[number];
    const uint32_t file = take_number(r), function = take_number(r);
    line->line = take_difference(r, number > 1 ? line[-1].line : 0);
    line->column = take_number(r);
    const uint32_t back = take_number(r);
    if (file >= text_count || function >= text_count || back >= number) {
        fail(r, "a line table that names a text or a line that is not there");
        return;
    }
    line->file = texts[file];
    line->function = texts[function];
    line->caller = back ? number - back : 0;
}

static void take_lines(struct reader *r, struct rootle_lines *lines)
{
    enum { LINE_BYTES = 5 };
    const uint32_t text_count = take_count(r, 1);
    const char **texts = array(r, text_count, sizeof(*texts));
    for (uint32_t i = 0; texts && i < text_count; i++)
        texts[i] = take_text(r);
    const uint32_t count = take_count(r, LINE_BYTES);
    lines->line = array(r, (size_t)count + 1, sizeof(*lines->line));
    for (uint32_t i = 1; !r->wrong && i <= count; i++)
        take_line(r, lines, texts, text_count, i);
    lines->line_count = count + 1;
    free(texts);
}

static void take_words(struct reader *r, struct rootle_lines *lines, uint32_t word_count)
{
    uint32_t line = 0;
    lines->word = array(r, word_count, sizeof(*lines->word));
    while (!r->wrong && lines->word_count < word_count) {
        const uint32_t run = take_number(r);
        line = take_difference(r, line);
        if (!run || run > word_count - lines->word_count || line >= lines->line_count) {
            fail(r, "a line table that is of other code");
            return;
        }
        for (uint32_t i = 0; i < run; i++)
            lines->word[lines->word_count++] = line;
    }
    if (r->at != r->end)
        fail(r, "a line table with more bytes than it needs");
}

const char *rootle_lines_read(const void *table, uint32_t bytes, uint32_t word_count,
                              struct rootle_lines *lines)
{
    struct reader r = {.at = table, .end = (const uint8_t *)table + bytes};
    *lines = (struct rootle_lines){0};
    if (!bytes)
        return NULL;
    take_lines(&r, lines);
    if (!r.wrong)
        take_words(&r, lines, word_count);
    return r.wrong;
}

void rootle_lines_finish(struct rootle_lines *lines)
{
    free(lines->line);
    free(lines->word);
    *lines = (struct rootle_lines){0};
}
