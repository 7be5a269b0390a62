/* SPDX-License-Identifier: MIT */
/* asm_program.c: the assembler: lines to control-flow instructions with their clauses, then to
 * dwords.
 *
 * One instruction per line, ';' begins a comment:
 *
 *     start:                                a label: the next control-flow instruction
 *        3  ALU_PUSH_BEFORE @20 KC0=CB0[0-31]
 *                                           control flow; number and "@address" may be left out
 *     0  x: ADD_INT R1.x, R2.x, [0x4]       a number begins a group, "x:" is the slot; [literal]
 *        t: SIN (R3.y), |PV.x| mul:2        (not written), attributes as in disasm_alu.c
 *     JUMP @start pop_count:1               fields that no operand shows are "name:value"
 *     TC SAMPLE_LZ R1.xyz_, R2.xy00, T2, S0
 *     .data 40 0x1234                       a dword that nothing refers to
 *     .size 48                              dwords of the program
 *     CF_END                                the end, where there is no slot t; else NOP
 * end_of_program
 *
 * A clause whose instruction names no address is laid behind the control flow and all that has one.
 */
#include "llvm/evergreen/tests/asm/asm_program.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/tests/asm/assemble.h"

enum { MAX_DWORDS = 1 << 22 };

struct label {
    char name[ASM_WORD_BYTES];
    uint32_t index;
};

struct data {
    uint32_t dword, value;
    unsigned line;
};

struct assembler {
    struct asm_text text;
    enum hw_vliw vliw; /* a program for chips without slot t ends with CF_END */
    struct asm_cf *cfs;
    size_t cf_count;
    struct label *labels;
    size_t label_count;
    struct data *data;
    size_t data_count;
    bool has_size;
    uint32_t size; /* dwords */
};

/* Makes room for one more element of a growing array; NULL with the error noted when there is none.
 */
static void *grow(struct asm_text *text, void *array, size_t count, size_t element)
{
    /* Grows at powers of two, so the capacity needs no storing. */
    if (count && (count & (count - 1)))
        return array;
    void *grown = realloc(array, (count ? 2 * count : 1) * element);
    if (!grown)
        asm_text_fail(text, "out of memory");
    return grown;
}

void asm_body_append(struct asm_text *text, struct asm_body *body, const uint32_t *dwords,
                     size_t count)
{
    if (text->failed)
        return;
    if (body->count + count > body->capacity) {
        size_t capacity = 2 * (body->count + count);
        uint32_t *grown = realloc(body->dwords, capacity * sizeof(*grown));
        if (!grown) {
            asm_text_fail(text, "out of memory");
            return;
        }
        body->dwords = grown;
        body->capacity = capacity;
    }
    if (count)
        memcpy(body->dwords + body->count, dwords, count * sizeof(*dwords));
    body->count += count;
}

static struct asm_cf *last_cf(struct assembler *as)
{
    return as->cf_count ? &as->cfs[as->cf_count - 1] : NULL;
}

static void add_cf(struct assembler *as, const struct hw_cf_info *info)
{
    struct asm_cf *cf = last_cf(as);
    if (cf)
        asm_group_end(&as->text, &cf->body);
    struct asm_cf *cfs = grow(&as->text, as->cfs, as->cf_count, sizeof(*cfs));
    if (!cfs)
        return;
    as->cfs = cfs;
    as->cfs[as->cf_count++] =
        (struct asm_cf){.info = info, .line = as->text.line, .body = {.vliw = as->vliw}};
    asm_cf_line(&as->text, last_cf(as));
}

static void add_label(struct assembler *as, const char *name)
{
    for (size_t i = 0; i < as->label_count; i++)
        if (!strcmp(as->labels[i].name, name))
            asm_text_fail(&as->text, "the label '%s' is there twice", name);
    struct label *labels = grow(&as->text, as->labels, as->label_count, sizeof(*labels));
    if (!labels)
        return;
    as->labels = labels;
    struct label *label = &as->labels[as->label_count++];
    assert(strlen(name) < sizeof(label->name));
    strcpy(label->name, name);
    label->index = (uint32_t)as->cf_count;
}

/* ".data DWORD VALUE" and ".size DWORDS". */
static void parse_directive(struct assembler *as)
{
    char name[ASM_WORD_BYTES];
    asm_text_expect(&as->text, '.');
    if (!asm_text_word(&as->text, name))
        return;
    uint32_t number = asm_text_number(&as->text);
    if (number > MAX_DWORDS) {
        asm_text_fail(&as->text, "a program has at most %d dwords", MAX_DWORDS);
    } else if (!strcmp(name, "size")) {
        as->has_size = true;
        as->size = number;
    } else if (!strcmp(name, "data")) {
        struct data *data = grow(&as->text, as->data, as->data_count, sizeof(*data));
        if (!data)
            return;
        as->data = data;
        as->data[as->data_count++] =
            (struct data){number, asm_text_number(&as->text), as->text.line};
    } else {
        asm_text_fail(&as->text, "there is no directive '.%s'", name);
    }
}

/* "x:" begins an ALU instruction, unlike a label, whose name is longer. */
static bool at_slot(const struct asm_text *text)
{
    return *text->at && strchr("xyzwt", *text->at) && text->at[1] == ':';
}

static void parse_alu(struct assembler *as, bool first)
{
    struct asm_cf *cf = last_cf(as);
    if (cf && asm_has_alu_clause(cf->info))
        asm_alu_line(&as->text, &cf->body, first);
    else
        asm_text_fail(&as->text, "an ALU instruction outside an ALU clause");
}

static void parse_word(struct assembler *as)
{
    struct asm_text *text = &as->text;
    struct asm_cf *cf = last_cf(as);
    const struct hw_cf_info *clause = cf ? cf->info : NULL;
    char word[ASM_WORD_BYTES];
    if (!asm_text_word(text, word))
        return;
    const struct hw_cf_info *info = hw_cf_find_name(word);
    if (*text->at == ':') {
        text->at++;
        add_label(as, word);
    } else if (info || !strcmp(word, "CF_RAW")) {
        add_cf(as, info);
    } else if (!strcmp(word, "literal") && asm_has_alu_clause(clause)) {
        asm_literal_line(text, &cf->body);
    } else if (asm_has_fetch_clause(clause)) {
        asm_fetch_line(text, &cf->body, word);
    } else {
        asm_text_fail(text, "there is no control-flow instruction '%s'", word);
    }
}

static void parse_line(struct assembler *as)
{
    struct asm_text *text = &as->text;
    bool numbered = isdigit((unsigned char)*text->at);
    uint32_t number = numbered ? asm_text_number(text) : 0;
    if (asm_text_at_end(text))
        asm_text_fail(text, "expected an instruction");
    else if (at_slot(text))
        parse_alu(as, numbered);
    else if (numbered && number != as->cf_count)
        asm_text_fail(text, "this is control-flow instruction %zu", as->cf_count);
    else if (*text->at == '.')
        parse_directive(as);
    else
        parse_word(as);
    if (!asm_text_at_end(text))
        asm_text_fail(text, "what follows the instruction has no meaning");
}

static void parse_program(struct assembler *as)
{
    while (asm_text_next_line(&as->text))
        parse_line(as);
    if (last_cf(as))
        asm_group_end(&as->text, &last_cf(as)->body);
    if (!as->cf_count)
        asm_text_fail(&as->text, "the program has no instruction");
}

/* An error about a line that was read before. */
#define FAIL_AT(as, at_line, ...)                                                                  \
    ((as)->text.line = (at_line), (as)->text.at = (as)->text.line_start,                           \
     asm_text_fail(&(as)->text, __VA_ARGS__))

static void resolve_label(struct assembler *as, struct asm_cf *cf)
{
    for (size_t i = 0; i < as->label_count; i++)
        if (!strcmp(as->labels[i].name, cf->label)) {
            asm_put(&cf->inst, ASM_CF_WORD0_ADDR, as->labels[i].index);
            return;
        }
    FAIL_AT(as, cf->line, "there is no label '%s'", cf->label);
}

/* Puts the clause's length into its instruction. */
static void put_count(struct assembler *as, struct asm_cf *cf)
{
    bool alu = asm_has_alu_clause(cf->info);
    size_t units = cf->body.count / (alu ? 2 : ASM_MAX_DWORDS);
    size_t most = alu ? HW_ALU_CLAUSE_SLOTS : 64; /* what the field holds */
    if (!units || units > most)
        FAIL_AT(as, cf->line, "a clause has 1 to %zu %s, not %zu", most,
                alu ? "slots" : "instructions", units);
    else
        asm_put(&cf->inst, alu ? ASM_CF_ALU_WORD1_COUNT : ASM_CF_WORD1_COUNT, (uint32_t)units - 1);
}

/* The first dword behind the control flow and every clause that has an address. */
static size_t placed_end(const struct assembler *as)
{
    size_t end = 2 * as->cf_count;
    for (size_t i = 0; i < as->cf_count; i++) {
        const struct asm_cf *cf = &as->cfs[i];
        if (cf->placed && cf->body.count && 2 * (size_t)cf->address + cf->body.count > end)
            end = 2 * (size_t)cf->address + cf->body.count;
    }
    return end;
}

/* Chooses addresses for the clauses that have none, and returns the program's size in dwords. */
static size_t place_clauses(struct assembler *as)
{
    size_t end = placed_end(as);
    for (size_t i = 0; i < as->cf_count; i++) {
        struct asm_cf *cf = &as->cfs[i];
        bool alu = asm_has_alu_clause(cf->info);
        if (alu || asm_has_fetch_clause(cf->info))
            put_count(as, cf);
        if (*cf->label)
            resolve_label(as, cf);
        if (cf->placed || *cf->label)
            continue;
        size_t unit = alu ? 2 : ASM_MAX_DWORDS; /* fetch clauses are aligned to 16 bytes */
        end = (end + unit - 1) / unit * unit;
        cf->address = (uint32_t)(end / 2);
        asm_put(&cf->inst, alu ? ASM_CF_ALU_WORD0_ADDR : ASM_CF_WORD0_ADDR, cf->address);
        end += cf->body.count;
    }
    for (size_t i = 0; i < as->data_count; i++)
        if (as->data[i].dword >= end)
            end = as->data[i].dword + 1;
    return end;
}

struct image {
    uint32_t *dwords;
    uint8_t *written;
    size_t count;
};

static void write_dwords(struct assembler *as, struct image *image, size_t at,
                         const uint32_t *dwords, size_t count, unsigned line)
{
    for (size_t i = 0; i < count; i++) {
        if (at + i >= image->count) {
            FAIL_AT(as, line, "this lies beyond the program's .size");
            return;
        }
        if (image->written[at + i] && image->dwords[at + i] != dwords[i]) {
            FAIL_AT(as, line, "this overlaps other code at dword %zu", at + i);
            return;
        }
        image->dwords[at + i] = dwords[i];
        image->written[at + i] = 1;
    }
}

static void write_image(struct assembler *as, struct image *image)
{
    for (size_t i = 0; i < as->cf_count; i++)
        write_dwords(as, image, 2 * i, as->cfs[i].inst.dword, 2, as->cfs[i].line);
    for (size_t i = 0; i < as->cf_count; i++)
        if (as->cfs[i].body.count)
            write_dwords(as, image, 2 * (size_t)as->cfs[i].address, as->cfs[i].body.dwords,
                         as->cfs[i].body.count, as->cfs[i].line);
    for (size_t i = 0; i < as->data_count; i++)
        write_dwords(as, image, as->data[i].dword, &as->data[i].value, 1, as->data[i].line);
}

static void make_image(struct assembler *as, struct image *image)
{
    image->count = place_clauses(as);
    if (as->has_size)
        image->count = as->size;
    if (image->count > MAX_DWORDS)
        asm_text_fail(&as->text, "a program has at most %d dwords", MAX_DWORDS);
    if (as->text.failed)
        return;
    image->dwords = calloc(image->count + 1, sizeof(*image->dwords));
    image->written = calloc(image->count + 1, 1);
    if (image->dwords && image->written)
        write_image(as, image);
    else
        asm_text_fail(&as->text, "out of memory");
    free(image->written);
}

static void finish(struct assembler *as)
{
    for (size_t i = 0; i < as->cf_count; i++)
        free(as->cfs[i].body.dwords);
    free(as->cfs);
    free(as->labels);
    free(as->data);
}

int evg_assemble(const char *text, uint32_t **code, size_t *dwords, char *error, size_t error_size)
{
    struct assembler as = {
        .text = {.at = text, .line_start = text, .error = error, .error_size = error_size},
        .vliw = strstr(text, "CF_END") ? HW_VLIW4 : HW_VLIW5};
    struct image image = {0};
    parse_program(&as);
    if (!as.text.failed)
        make_image(&as, &image);
    finish(&as);
    if (as.text.failed) {
        free(image.dwords);
        return -1;
    }
    *code = image.dwords;
    *dwords = image.count;
    return 0;
}
