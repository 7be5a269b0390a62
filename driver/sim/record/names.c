/* SPDX-License-Identifier: MIT */
/* names.c: reads of a binary's text of variables which values have names, and follows these through
 * the registers. The text may be anybody's. */
#include "driver/sim/record/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/guide.h"
#include "driver/base/trace_file.h"
#include "driver/sim/exec/wave.h"

enum { MOST_ROWS = 1 << 16, MOST_SLOTS = 1 << 16, NAME_SIZE = 64 };

/* From a word up to another one a variable is the value of a slot. */
struct name {
    uint32_t from, to, slot;
    char text[NAME_SIZE];
};

/* Before a word, or behind it, a register has the value of a slot. */
struct held {
    uint32_t word, slot, vector;
};

struct helds {
    struct held *at; /* by rising word */
    uint32_t count;
};

struct sim_names {
    struct name *names;
    uint32_t count;
    struct helds before, after;
    uint32_t vectors, waves; /* registers' channels; wavefronts of a group */
    uint32_t words, slots;
    char (*of_slot)[NAME_SIZE];
    uint32_t *slot; /* by wavefront and vector: 1 + slot; 0: none */
};

/* ---- the text ---- */

struct text {
    const char *at, *end;
    bool damaged;
};

static bool take(struct text *text, char c)
{
    if (text->at == text->end || *text->at != c)
        return false;
    text->at++;
    return true;
}

static void expect(struct text *text, char c)
{
    text->damaged |= !take(text, c);
}

/* A number below `limit`. */
static uint32_t read_number(struct text *text, uint32_t limit)
{
    const char *start = text->at;
    uint64_t number = 0;
    while (text->at != text->end && *text->at >= '0' && *text->at <= '9' && number < limit)
        number = number * 10 + (uint64_t)(*text->at++ - '0');
    text->damaged |= text->at == start || number >= limit;
    return text->damaged ? 0 : (uint32_t)number;
}

/* A name that is too long is cut. */
static void read_string(struct text *text, char to[NAME_SIZE])
{
    size_t length = 0;
    expect(text, '"');
    while (text->at != text->end && *text->at != '"') {
        text->damaged |= *text->at < ' ' || *text->at > '~';
        if (length < NAME_SIZE - 1)
            to[length++] = *text->at;
        text->at++;
    }
    to[length] = 0;
    expect(text, '"');
}

/* Goes behind the beginning of a list. */
static struct text find(const struct guide_program *program, const char *begins)
{
    const char *end = program->places + program->place_bytes;
    const char *at = memmem(program->places, program->place_bytes, begins, strlen(begins));
    return (struct text){at ? at + strlen(begins) : end, end, !at};
}

/* The number of rows, which begin with a bracket each. */
static uint32_t count_rows(struct text text)
{
    uint32_t rows = 0;
    bool quoted = false;
    int depth = 1;
    for (; text.at != text.end && depth; text.at++) {
        quoted ^= *text.at == '"';
        if (quoted)
            continue;
        depth += (*text.at == '[') - (*text.at == ']');
        rows += *text.at == '[';
    }
    return rows < MOST_ROWS ? rows : MOST_ROWS;
}

static bool begin_row(struct text *text, uint32_t row)
{
    if (text->damaged || (row ? !take(text, ',') : text->at != text->end && *text->at == ']'))
        return false;
    expect(text, '[');
    return true;
}

static bool read_names(struct sim_names *names, const struct guide_program *program)
{
    struct text text = find(program, "\"names\":[");
    const uint32_t room = count_rows(text);
    names->names = calloc((size_t)room + 1, sizeof(*names->names));
    if (!names->names)
        return false;
    while (names->count < room && begin_row(&text, names->count)) {
        struct name *name = &names->names[names->count++];
        name->from = read_number(&text, names->words + 1);
        expect(&text, ',');
        name->to = read_number(&text, names->words + 1);
        expect(&text, ',');
        name->slot = read_number(&text, MOST_SLOTS);
        expect(&text, ',');
        read_string(&text, name->text);
        expect(&text, ']');
        names->slots = names->slots > name->slot ? names->slots : name->slot + 1;
    }
    expect(&text, ']');
    return !text.damaged && names->count;
}

static bool read_held(const struct sim_names *names, const struct guide_program *program,
                      const char *begins, struct helds *helds)
{
    struct text text = find(program, begins);
    const uint32_t room = count_rows(text);
    helds->at = calloc((size_t)room + 1, sizeof(*helds->at));
    if (!helds->at)
        return false;
    while (helds->count < room && begin_row(&text, helds->count)) {
        struct held *held = &helds->at[helds->count++];
        held->word = read_number(&text, names->words);
        expect(&text, ',');
        held->slot = read_number(&text, MOST_SLOTS);
        expect(&text, ',');
        held->vector = 4 * read_number(&text, names->vectors / 4);
        expect(&text, ',');
        held->vector += read_number(&text, 4);
        expect(&text, ']');
        text.damaged |= helds->count > 1 && held[-1].word > held->word;
    }
    expect(&text, ']');
    return !text.damaged;
}

/* Whether one of the names in a list is that name. */
static bool has_name(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at;) {
        const size_t one = strcspn(at, ",");
        if (one == length && !memcmp(at, name, length))
            return true;
        at += one + (at[one] == ',');
    }
    return false;
}

static void join_names(struct sim_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        const struct name *name = &names->names[i];
        char *list = names->of_slot[name->slot];
        const size_t length = strlen(list);
        if (has_name(list, name->text) || length + strlen(name->text) + 2 > NAME_SIZE)
            continue;
        if (length)
            list[length] = ',';
        strcpy(list + length + (length > 0), name->text);
    }
}

struct sim_names *sim_names_read(const struct sim_launch *launch)
{
    struct guide_program program = {0};
    if (launch->guide && launch->guide->program)
        launch->guide->program(launch->guide, &program);
    struct sim_names *names = program.places ? calloc(1, sizeof(*names)) : NULL;
    if (!names)
        return NULL;
    names->vectors = launch->program->mode.gprs * 4;
    names->waves = launch->waves;
    names->words = launch->program->dwords / 2;
    bool whole = read_names(names, &program) &&
                 read_held(names, &program, "\"before\":[", &names->before) &&
                 read_held(names, &program, "\"after\":[", &names->after);
    if (whole) {
        names->of_slot = calloc(names->slots, sizeof(*names->of_slot));
        names->slot = calloc((size_t)names->waves * names->vectors + 1, sizeof(*names->slot));
        whole = names->of_slot && names->slot;
    }
    if (!whole) {
        sim_names_free(names);
        return NULL;
    }
    join_names(names);
    return names;
}

void sim_names_free(struct sim_names *names)
{
    if (!names)
        return;
    free(names->names);
    free(names->before.at);
    free(names->after.at);
    free(names->of_slot);
    free(names->slot);
    free(names);
}

/* ---- registers ---- */

void sim_names_begin(struct sim_names *names)
{
    if (names)
        memset(names->slot, 0, (size_t)names->waves * names->vectors * sizeof(*names->slot));
}

static uint32_t *slots_of(const struct sim_names *names, const struct sim_wave *wave)
{
    assert(wave->index < names->waves);
    return names->slot + (size_t)wave->index * names->vectors;
}

/* The first row of a word, or of a later one. */
static const struct held *first_at(const struct helds *helds, uint32_t word)
{
    uint32_t low = 0, high = helds->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (helds->at[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return helds->at + low;
}

void sim_names_enter(struct sim_names *names, const struct sim_wave *wave, uint32_t word)
{
    const struct held *end = names ? names->before.at + names->before.count : NULL;
    for (const struct held *h = end ? first_at(&names->before, word) : NULL;
         h != end && h->word == word; h++)
        slots_of(names, wave)[h->vector] = h->slot + 1;
}

void sim_names_leave(struct sim_names *names, const struct sim_wave *wave, uint32_t word,
                     uint32_t vector, uint32_t count)
{
    const struct held *end = names ? names->after.at + names->after.count : NULL;
    for (uint32_t v = vector; end && v < vector + count && v < names->vectors; v++)
        slots_of(names, wave)[v] = 0;
    for (const struct held *h = end ? first_at(&names->after, word) : NULL;
         h != end && h->word == word; h++)
        if (h->vector >= vector && h->vector < vector + count)
            slots_of(names, wave)[h->vector] = h->slot + 1;
}

static const char *name_of_slot(const struct sim_names *names, uint32_t slot)
{
    return slot < names->slots ? names->of_slot[slot] : "";
}

const char *sim_names_of(const struct sim_names *names, const struct sim_wave *wave,
                         uint32_t vector)
{
    if (!names || vector >= names->vectors)
        return "";
    const uint32_t slot = slots_of(names, wave)[vector];
    return slot ? name_of_slot(names, slot - 1) : "";
}

const char *sim_names_made(const struct sim_names *names, uint32_t word, uint32_t vector)
{
    const struct held *end = names ? names->after.at + names->after.count : NULL;
    for (const struct held *h = end ? first_at(&names->after, word) : NULL;
         h != end && h->word == word; h++)
        if (h->vector == vector)
            return name_of_slot(names, h->slot);
    return "";
}

static void print_held(const char *name, const struct helds *helds, FILE *out)
{
    fprintf(out, ",\"%s\":[", name);
    for (uint32_t i = 0; i < helds->count; i++)
        fprintf(out, "%s[%u,%u,%u]", i ? "," : "", helds->at[i].word, helds->at[i].slot,
                helds->at[i].vector);
    fputs("]", out);
}

void sim_names_print(const struct sim_names *names, FILE *out)
{
    fputs("{\"names\":[", out);
    for (uint32_t i = 0; i < names->count; i++) {
        const struct name *name = &names->names[i];
        fprintf(out, "%s[%u,%u,%u,", i ? "," : "", name->from, name->to, name->slot);
        trace_print_string(out, name->text, strlen(name->text));
        fputs("]", out);
    }
    fputs("]", out);
    print_held("before", &names->before, out);
    print_held("after", &names->after, out);
    fputs("}\n", out);
}
