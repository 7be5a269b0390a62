/* SPDX-License-Identifier: MIT */
/* parse_values.c: reads the numbers of an argument: N, LOW..HIGH, A|B, and (A B)|(C D). */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/number.h"
#include "program-tester/parse/reader.h"

static void parse_number(struct pt_reader *reader, struct pt_word word, void *out)
{
    enum pt_scalar scalar = reader->arg->type.scalar;
    enum pt_number_error error =
        pt_number_parse(word, scalar, reader->parser->options->piglit, out);

    bool range = error == PT_NUMBER_OVERFLOW || error == PT_NUMBER_SIGN;
    /* Piglit's own tests have such numbers, often many. The hint is for those who run them. */
    bool hint = error == PT_NUMBER_OVERFLOW && !reader->parser->diags->found;
    /* A wrong type makes all of its numbers wrong, which is one mistake. */
    bool told = error != PT_NUMBER_MALFORMED && reader->told >> error & 1;
    reader->told |= 1u << error;
    reader->failed |= error;
    if (error && !told)
        pt_fail_at(reader, word, "'%.*s' %s, for %s%s%s%s", PT_SHOW(word), pt_number_errors[error],
                   pt_scalars[scalar].name, range ? ", which has numbers from " : "",
                   range ? pt_scalars[scalar].range : "",
                   hint ? " (--piglit-compare takes it as Piglit does)" : "");
}

/* The lanes of one choice: those of the argument itself are the first. */
struct layer {
    void **lanes, **highs;
    struct pt_room *room;
};

static struct layer layer_of(struct pt_reader *reader, unsigned choice)
{
    struct pt_arg *arg = reader->arg;

    if (!choice)
        return (struct layer){&arg->lanes, &arg->highs, &reader->room[0]};
    struct pt_choice *other = &arg->choices[choice - 1];
    return (struct layer){&other->lanes, &other->highs, &reader->room[choice]};
}

/* Upper ends for the lanes before `lane`, which have none so far: the lanes themselves. */
static void start_highs(const struct layer *layer, size_t lane, size_t size)
{
    *layer->highs = pt_alloc(layer->room->lanes, size);
    layer->room->highs = layer->room->lanes;
    memcpy(*layer->highs, *layer->lanes, lane * size);
}

static void grow(const struct layer *layer, size_t lanes, size_t size)
{
    *layer->lanes = pt_grow(*layer->lanes, &layer->room->lanes, lanes, size);
    if (*layer->highs)
        *layer->highs = pt_grow(*layer->highs, &layer->room->highs, lanes, size);
}

static bool expects(struct pt_reader *reader, struct pt_word word)
{
    if (!reader->out)
        pt_fail_at(reader, word, "only an arg_out has ranges and alternatives");
    return reader->out;
}

static void read_high(struct pt_reader *reader, struct pt_word word, const struct layer *layer,
                      size_t lane)
{
    enum pt_scalar scalar = reader->arg->type.scalar;
    size_t size = pt_scalars[scalar].size;

    if (!*layer->highs)
        start_highs(layer, lane, size);
    char *low = (char *)*layer->lanes + lane * size, *high = (char *)*layer->highs + lane * size;
    parse_number(reader, word, high);
    if (expects(reader, word) && !reader->failed && !pt_scalar_ordered(scalar, low, high))
        pt_fail_at(reader, word, "a range's upper end must not be below its lower end");
}

/* The two points in LOW..HIGH, or NULL. */
static const char *find_dots(struct pt_word word)
{
    for (size_t i = 1; i < word.length; i++) {
        if (word.text[i] == '.' && word.text[i - 1] == '.')
            return word.text + i - 1;
    }
    return NULL;
}

/* One number, or two as LOW..HIGH. */
static void read_lane(struct pt_reader *reader, struct pt_word word, unsigned choice, size_t lane)
{
    size_t size = pt_scalars[reader->arg->type.scalar].size;
    const char *dots = find_dots(word);
    struct pt_word low = {word.text, dots ? (size_t)(dots - word.text) : word.length};
    struct layer layer = layer_of(reader, choice);

    grow(&layer, lane + 1, size);
    char *to = (char *)*layer.lanes + lane * size;
    parse_number(reader, low, to);
    if (dots)
        read_high(reader, (struct pt_word){dots + 2, word.length - low.length - 2}, &layer, lane);
    else if (*layer.highs)
        memcpy((char *)*layer.highs + lane * size, to, size);
    if (!choice)
        reader->arg->lane_count = lane + 1;
}

/* Copies the lanes of the first choice, from lane `from` on, to another choice. */
static void copy_first(struct pt_reader *reader, unsigned choice, size_t from)
{
    struct layer first = layer_of(reader, 0), other = layer_of(reader, choice);
    size_t size = pt_scalars[reader->arg->type.scalar].size, count = reader->arg->lane_count;
    size_t start = from * size, bytes = (count - from) * size;

    grow(&other, count, size);
    if (*first.highs && !*other.highs)
        start_highs(&other, from, size);
    memcpy((char *)*other.lanes + start, (char *)*first.lanes + start, bytes);
    if (*other.highs)
        memcpy((char *)*other.highs + start,
               (char *)(*first.highs ? *first.highs : *first.lanes) + start, bytes);
}

/* Whether there can be one choice more than `choice`. */
static bool next_choice(struct pt_reader *reader, struct pt_word word, unsigned choice)
{
    struct pt_arg *arg = reader->arg;

    if (!expects(reader, word))
        return false;
    if (choice + 1 == PT_MAX_CHOICES)
        pt_fail_at(reader, word, "there can be %d alternatives, not more", PT_MAX_CHOICES);
    else if (choice == arg->choice_count) {
        if (!arg->choices)
            arg->choices = pt_alloc(PT_MAX_CHOICES - 1, sizeof(*arg->choices));
        arg->choice_count++;
        copy_first(reader, choice + 1, 0);
    }
    return !reader->failed;
}

/* Says of the lanes from `from` on whether they are one element's, chosen together. */
static void mark(struct pt_reader *reader, size_t from, bool grouped)
{
    struct pt_arg *arg = reader->arg;
    bool first = !arg->grouped;

    arg->grouped =
        pt_grow(arg->grouped, &reader->grouped_room, arg->lane_count, sizeof(*arg->grouped));
    if (first)
        memset(arg->grouped, false, from);
    memset(arg->grouped + from, grouped, arg->lane_count - from);
}

/* The lanes from `from` on are read, with so many alternatives. */
static void finish_lanes(struct pt_reader *reader, size_t from, unsigned given, bool grouped)
{
    for (unsigned choice = given; choice <= reader->arg->choice_count; choice++)
        copy_first(reader, choice, from);
    if (grouped || reader->arg->grouped)
        mark(reader, from, grouped);
}

/* A|B of one lane. */
static void read_alternatives(struct pt_reader *reader, struct pt_word word)
{
    size_t lane = reader->arg->lane_count;
    unsigned choice = 0;

    for (;;) {
        const char *bar = memchr(word.text, '|', word.length);
        struct pt_word one = {word.text, bar ? (size_t)(bar - word.text) : word.length};

        read_lane(reader, one, choice, lane);
        if (!bar)
            break;
        word = (struct pt_word){bar + 1, word.length - one.length - 1};
        if (!next_choice(reader, word, choice++))
            return;
    }
    finish_lanes(reader, lane, choice + 1, false);
}

unsigned pt_arg_value_width(const struct pt_arg *arg)
{
    return arg->texels ? 4 : arg->type.width;
}

/* Whether the rest of a word, or the next word, begins with a character, which is then taken. */
static bool take(struct pt_reader *reader, struct pt_word *rest, char character)
{
    if (!rest->length)
        *rest = pt_reader_next(reader);
    if (!rest->length || rest->text[0] != character)
        return false;
    rest->text++;
    rest->length--;
    return true;
}

static struct pt_word until_parenthesis(struct pt_word word)
{
    const char *end = memchr(word.text, ')', word.length);

    return (struct pt_word){word.text, end ? (size_t)(end - word.text) : word.length};
}

/* The lanes of one alternative of an element, up to the closing parenthesis. */
static bool read_element(struct pt_reader *reader, struct pt_word *rest, unsigned choice,
                         size_t from)
{
    unsigned width = pt_arg_value_width(reader->arg), count = 0;

    if (!take(reader, rest, '('))
        pt_fail_at(reader, *rest, "( must follow the | of an element");
    while (!reader->failed && !take(reader, rest, ')')) {
        struct pt_word one = until_parenthesis(*rest);

        if (!one.length || count == width) {
            pt_fail_at(reader, *rest, "the element of %u numbers in parentheses does not end here",
                       width);
            break;
        }
        read_lane(reader, one, choice, from + count++);
        *rest = (struct pt_word){rest->text + one.length, rest->length - one.length};
    }
    if (!reader->failed && count != width)
        pt_fail_at(reader, *rest, "in parentheses an element has %u numbers, not %u", width, count);
    return !reader->failed;
}

/* (A B)|(C D) of one element. False: where it ends is not known. */
static bool read_group(struct pt_reader *reader, struct pt_word word)
{
    struct pt_word rest = word;
    size_t from = reader->arg->lane_count;
    unsigned choice = 0;

    if (!expects(reader, word))
        return false;
    if (from % pt_arg_value_width(reader->arg))
        pt_fail_at(reader, word, "parentheses are around a whole element of %u numbers",
                   pt_arg_value_width(reader->arg));
    while (!reader->failed && read_element(reader, &rest, choice, from)) {
        if (!rest.length) {
            finish_lanes(reader, from, choice + 1, true);
            return true;
        }
        if (!take(reader, &rest, '|'))
            pt_fail_at(reader, rest, "'%.*s' cannot follow a parenthesis", PT_SHOW(rest));
        else
            next_choice(reader, word, choice++);
    }
    return false;
}

bool pt_looks_like_values(struct pt_word word)
{
    size_t length = 0;

    if (pt_looks_like_number(word) || (word.length && word.text[0] == '('))
        return true;
    /* nan and inf must be whole words to be numbers, and may begin alternatives. */
    while (length < word.length && !strchr("|.", word.text[length]))
        length++;
    return length < word.length && pt_looks_like_number((struct pt_word){word.text, length});
}

void pt_reader_values(struct pt_reader *reader)
{
    struct pt_word word;

    for (struct pt_cursor ahead = reader->cursor;
         word = pt_cursor_next(&ahead), pt_looks_like_values(word); ahead = reader->cursor) {
        reader->cursor = ahead;
        if (word.text[0] != '(')
            read_alternatives(reader, word);
        else if (!read_group(reader, word))
            pt_reader_skip_numbers(reader);
    }
    reader->arg->fill = PT_FILL_VALUES;
    if (!reader->arg->lane_count && !reader->failed)
        pt_fail_at(reader, word, "a number should stand here");
}
