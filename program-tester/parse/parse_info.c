/* SPDX-License-Identifier: MIT */
/* parse_info.c: reads the steps that ask the host's calls for what an image is. */
#include "program-tester/parse/steps.h"

static const struct pt_fact facts[] = {
    {"element_size", CL_IMAGE_ELEMENT_SIZE, false},
    {"width", CL_IMAGE_WIDTH, false},
    {"height", CL_IMAGE_HEIGHT, false},
    {"depth", CL_IMAGE_DEPTH, false},
    {"array_size", CL_IMAGE_ARRAY_SIZE, false},
    {"row_pitch", CL_IMAGE_ROW_PITCH, false},
    {"slice_pitch", CL_IMAGE_SLICE_PITCH, false},
    {"mapped_row_pitch", 0, false},
    {"mapped_slice_pitch", 0, true},
};

static void read_fact(struct pt_step_reader *steps)
{
    struct pt_word word = pt_reader_next(&steps->reader);

    for (size_t i = 0; i < PT_COUNT(facts); i++) {
        if (pt_word_is(word, facts[i].name))
            steps->step->statement.fact = &facts[i];
    }
    if (!steps->step->statement.fact)
        pt_fail_name(&steps->reader, word, PT_NAMES(facts), "'%.*s' is no fact of an image",
                     PT_SHOW(word));
}

static void read_value(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_statement *statement = &steps->step->statement;
    struct pt_word word = pt_reader_next(reader);

    statement->at_least = pt_word_is(word, "at_least");
    if (pt_word_is(word, "error"))
        pt_step_error(steps);
    else
        pt_reader_size(reader, statement->at_least ? pt_reader_next(reader) : word,
                       statement->fact->name, &statement->value);
}

void pt_step_info(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word word;

    if (!pt_step_start_question(steps, true, &steps->step->statement.arg))
        return;
    read_fact(steps);
    if (!reader->failed)
        read_value(steps);
    if (!reader->failed && (word = pt_reader_next(reader)).length)
        pt_fail_at(reader, word, "an info ends with its one value, before '%.*s'", PT_SHOW(word));
}
