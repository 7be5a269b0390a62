/* SPDX-License-Identifier: MIT */
/* parse_ask.c: reads the steps that ask what a device wants of an image. */
#include <CL/cl_ext.h>
#include <stddef.h>

#include "program-tester/parse/steps.h"

#define EXTENT(name) offsetof(struct pt_image, name)
static const struct pt_requirement requirements[] = {
    {"row_pitch_alignment", CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, 0},
    {"slice_pitch_alignment", CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, 0},
    {"base_address_alignment", CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, 0},
    {"size", CL_IMAGE_REQUIREMENTS_SIZE_EXT, 0},
    {"max_width", CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, EXTENT(width)},
    {"max_height", CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, EXTENT(height)},
    {"max_depth", CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, EXTENT(depth)},
    {"max_array_size", CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, EXTENT(layers)},
};

static void read_requirement(struct pt_step_reader *steps)
{
    struct pt_word word = pt_reader_next(&steps->reader);

    for (size_t i = 0; i < PT_COUNT(requirements); i++) {
        if (pt_word_is(word, requirements[i].name))
            steps->step->question.requirement = &requirements[i];
    }
    if (!steps->step->question.requirement)
        pt_fail_name(&steps->reader, word, PT_NAMES(requirements),
                     "'%.*s' is nothing that can be asked of an image", PT_SHOW(word));
}

/* without format|description|extents */
static void read_without(struct pt_step_reader *steps)
{
    static const struct {
        const char *name;
        size_t field;
    } parts[] = {
        {"format", offsetof(struct pt_question, without_format)},
        {"description", offsetof(struct pt_question, without_description)},
        {"extents", offsetof(struct pt_question, without_extents)},
    };
    struct pt_word word = pt_reader_next(&steps->reader);
    bool known = false;

    for (size_t i = 0; i < PT_COUNT(parts); i++) {
        if (pt_word_is(word, parts[i].name))
            known = *((bool *)((char *)&steps->step->question + parts[i].field)) = true;
    }
    if (!known)
        pt_fail_name(&steps->reader, word, PT_NAMES(parts), "an image has no '%.*s' to leave out",
                     PT_SHOW(word));
}

/* Reads the one expected answer. */
static void read_expectation(struct pt_step_reader *steps, struct pt_word word)
{
    struct pt_question *question = &steps->step->question;

    if (pt_word_is(word, "error"))
        pt_step_error(steps);
    else if (pt_word_is(word, "holds"))
        question->holds = true;
    else
        pt_reader_size(&steps->reader, word, question->requirement->name, &question->value);
}

bool pt_step_start_question(struct pt_step_reader *steps, bool buffers, unsigned *index)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word where = pt_cursor_peek(&reader->cursor);
    size_t found;

    const struct pt_arg *arg = pt_step_find_arg(steps, pt_reader_next(reader), &found);
    if (!arg)
        return false;
    *index = (unsigned)found;
    if (arg->kind != PT_ARG_IMAGE && !(buffers && arg->kind == PT_ARG_BUFFER))
        pt_fail_at(reader, where, "argument %zu is no image", found);
    return !reader->failed;
}

void pt_step_ask(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word where = pt_cursor_peek(&reader->cursor), word;

    if (!pt_step_start_question(steps, false, &steps->step->question.arg))
        return;
    read_requirement(steps);
    while (!reader->failed && pt_word_is(word = pt_reader_next(reader), "without"))
        read_without(steps);
    if (reader->failed)
        return;
    if (!word.length)
        pt_fail_at(reader, where,
                   "what is asked must have an answer: a number, 'holds' or an error");
    else
        read_expectation(steps, word);
    if (!reader->failed && (word = pt_reader_next(reader)).length)
        pt_fail_at(reader, word, "an ask ends with its one answer, before '%.*s'", PT_SHOW(word));
}
