/* SPDX-License-Identifier: MIT */
/* reader.h: what the readers of arguments (parse_arg.c, parse_image.c) share. */
#pragma once

#include <stdlib.h>

#include "program-tester/base/names.h"
#include "program-tester/base/number.h"
#include "program-tester/parse/parse.h"

/* Larger arguments are taken for a mistake. */
#define PT_MAX_ARG_SIZE ((size_t)1 << (sizeof(size_t) > 4 ? 32 : 31))

/* So are larger indices. */
enum { PT_MAX_INDEX = 1023 };

/* As many sub-keys as an image has, which has more than a sampler (sub_keys.h). */
enum { PT_MAX_SUB_KEYS = 23 };

/* Levels of the largest images. */
enum { PT_MAX_LEVELS = 32 };

/* An argument being read. */
struct pt_reader {
    struct pt_parser *parser;
    struct pt_cursor cursor;
    struct pt_arg *arg;
    bool out, failed;
    bool data_seen; /* values, random or NULL */
    bool repeat, null;
    bool any_tolerance;  /* an arg_in may have one, which says nothing: the grammar in which images
                          * were  first written has one form for both */
    struct pt_word data; /* where the data begins */
    struct pt_room {
        size_t lanes, highs;
    } room[PT_MAX_CHOICES]; /* lanes that fit into the argument's values and its choices */
    size_t grouped_room;
    struct pt_word places[PT_MAX_SUB_KEYS]; /* of sub-keys; no text: not given */
    unsigned told; /* what is wrong with numbers, by enum pt_number_error */
};

#define pt_fail_at(reader, word, ...)                                                              \
    do {                                                                                           \
        pt_parse_error((reader)->parser, word, __VA_ARGS__);                                       \
        (reader)->failed = true;                                                                   \
    } while (0)

/* The same of a word that is none of a table's names: what there is follows. */
#define pt_fail_name(reader, word, names, format, ...)                                             \
    do {                                                                                           \
        char *hint_ = pt_names_hint(names, word);                                                  \
        pt_fail_at(reader, word, format "%s", __VA_ARGS__, hint_);                                 \
        free(hint_);                                                                               \
    } while (0)

/* The next word; empty at the end of the argument. */
struct pt_word pt_reader_next(struct pt_reader *reader);

/* An unsigned number; `what` names it in the error. */
bool pt_reader_size(struct pt_reader *reader, struct pt_word word, const char *what, size_t *size);

/* The words of the message where there is no data. */
#define PT_DATA_WORDS "numbers, 'repeat' and numbers, 'random' or NULL"

/* VALUES, repeat VALUES, random or NULL. Returns false, having read nothing, if none of them is
 * next. */
bool pt_reader_data(struct pt_reader *reader);
/* Whether a word begins the numbers of an argument. */
bool pt_looks_like_values(struct pt_word word);
/* The numbers, up to the first word that is none. */
void pt_reader_values(struct pt_reader *reader);
/* Numbers of an element, as they are given in the file. */
unsigned pt_arg_value_width(const struct pt_arg *arg);
/* Whether there are as many numbers as needed. */
void pt_reader_check_lanes(struct pt_reader *reader, size_t needed);
/* Whether an arg_out has values. */
void pt_reader_check_out(struct pt_reader *reader);
/* Sets the argument's size to count * element bytes, refusing what cannot be meant. */
void pt_reader_set_size(struct pt_reader *reader, struct pt_word where, size_t element);

/* `values TYPE` and the numbers, as texels; `word` is the first. False: it is something else. */
bool pt_reader_texels(struct pt_reader *reader, struct pt_word word);
/* Whether the type of the values fits the image's format. */
void pt_reader_check_pixel_type(struct pt_reader *reader, struct pt_word where);

/* Skips the numbers that follow a type which is not known. */
void pt_reader_skip_numbers(struct pt_reader *reader);

/* The words of values and comparisons, for hints. */
enum { PT_VALUE_WORDS = 6 };
extern const char *const pt_value_words[PT_VALUE_WORDS];

/* `tolerance ...`, `signed_zero` or `flushed`, whose first word is given. False: it is none. */
bool pt_reader_comparison(struct pt_reader *reader, struct pt_word word);

/* Reads the words after `image` and `sampler`; `where` is that word. */
void pt_reader_image(struct pt_reader *reader, struct pt_word where);
void pt_reader_sampler(struct pt_reader *reader, struct pt_word where);
