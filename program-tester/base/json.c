/* SPDX-License-Identifier: MIT */
/* json.c: writes JSON, compactly, one value after the other. */
#include "program-tester/base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Length of the UTF-8 character at text, or 0 if it is none (overlong forms and surrogates
 * included). */
static unsigned utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

    for (unsigned more = 0; more < PT_COUNT(forms); more++) {
        uint32_t code = text[0] & (unsigned char)~forms[more].mask;

        if ((text[0] & forms[more].mask) != forms[more].lead)
            continue;
        for (unsigned i = 1; i <= more; i++) {
            if ((text[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (text[i] & 0x3f);
        }
        bool surrogate = code >= 0xd800 && code < 0xe000;
        return code < forms[more].least || surrogate || code > 0x10ffff ? 0 : more + 1;
    }
    return 0;
}

static void quote_ascii(FILE *file, char c)
{
    static const char escaped[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char *at = strchr(escaped, c);

    if (at)
        fprintf(file, "\\%c", letters[at - escaped]);
    else if ((unsigned char)c < 0x20 || c == 0x7f)
        fprintf(file, "\\u%04x", (unsigned)c);
    else
        fputc(c, file);
}

/* How many characters of ASCII that stand for themselves a text begins with. */
static size_t plain_length(const char *text)
{
    size_t length = 0;

    while (text[length] >= ' ' && text[length] < 0x7f && text[length] != '"' &&
           text[length] != '\\')
        length++;
    return length;
}

static void quote(FILE *file, const char *text, void (*other)(FILE *file, unsigned char byte))
{
    fputc('"', file);
    while (*text) {
        const size_t plain = plain_length(text);
        const unsigned length = plain ? 0 : utf8_length((const unsigned char *)text);

        if (plain)
            fwrite(text, 1, plain, file);
        else if (length == 1)
            quote_ascii(file, *text);
        else if (length)
            fwrite(text, 1, length, file);
        else
            other(file, (unsigned char)*text);
        text += plain ? plain : length ? length : 1;
    }
    fputc('"', file);
}

static void replace_byte(FILE *file, unsigned char byte)
{
    (void)byte;
    fputs("\\ufffd", file);
}

static void keep_byte(FILE *file, unsigned char byte)
{
    fprintf(file, "\\udc%02x", byte);
}

void pt_json_quote(FILE *file, const char *text)
{
    quote(file, text, replace_byte);
}

static void start_item(struct pt_json *json, const char *key)
{
    if (json->comma)
        fputc(',', json->file);
    json->comma = true;
    if (key) {
        pt_json_quote(json->file, key);
        fputc(':', json->file);
    }
}

void pt_json_open(struct pt_json *json, const char *key, char bracket)
{
    start_item(json, key);
    fputc(bracket, json->file);
    json->comma = false;
}

void pt_json_close(struct pt_json *json, char bracket)
{
    fputc(bracket, json->file);
    json->comma = true;
}

void pt_json_string(struct pt_json *json, const char *key, const char *text)
{
    start_item(json, key);
    pt_json_quote(json->file, text);
}

void pt_json_name(struct pt_json *json, const char *key, const char *name)
{
    start_item(json, key);
    quote(json->file, name, keep_byte);
}

void pt_json_number(struct pt_json *json, const char *key, double value)
{
    start_item(json, key);
    if (isfinite(value))
        fprintf(json->file, "%.9g", value);
    else
        fputs("null", json->file);
}

void pt_json_whole(struct pt_json *json, const char *key, uint64_t value)
{
    start_item(json, key);
    fprintf(json->file, "%" PRIu64, value);
}

void pt_json_true(struct pt_json *json, const char *key)
{
    start_item(json, key);
    fputs("true", json->file);
}
