/* SPDX-License-Identifier: MIT */
/* parse_step.c: reads the steps of a test; their boxes are in parse_box.c. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/base/number.h"
#include "program-tester/parse/steps.h"

/* There are too many to tell them all. */
static void no_such_error(struct pt_reader *reader, struct pt_word name)
{
    char *guess = pt_names_guess(pt_cl_error_names(), name);

    pt_fail_at(reader, name, "'%.*s' is not an error's name, like CL_INVALID_VALUE%s",
               PT_SHOW(name), guess);
    free(guess);
}

/* error NAME */
void pt_step_error(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word name = pt_reader_next(reader);

    steps->step->error = pt_cl_error_find(name);
    if (!steps->step->error)
        no_such_error(reader, name);
}

static void add_kernel_arg(struct pt_step_reader *steps, struct pt_word word, size_t *capacity)
{
    struct pt_step *step = steps->step;
    size_t index;

    if (!pt_step_find_arg(steps, word, &index))
        return;
    step->args = pt_grow(step->args, capacity, step->arg_count + 1, sizeof(*step->args));
    step->args[step->arg_count++] = (unsigned)index;
}

/* args INDEX... */
static void read_args(struct pt_step_reader *steps, struct pt_word keyword)
{
    struct pt_reader *reader = &steps->reader;
    size_t capacity = 0;

    if (steps->step->args) {
        pt_fail_at(reader, keyword, "args was already given");
        return;
    }
    while (pt_looks_like_number(pt_cursor_peek(&reader->cursor)) && !reader->failed)
        add_kernel_arg(steps, pt_reader_next(reader), &capacity);
    if (!steps->step->args && !reader->failed)
        pt_fail_at(reader, keyword, "args names no argument");
}

/* One to three numbers: as many as the launch has dimensions, which the first vector decides. */
static void read_sizes(struct pt_step_reader *steps, struct pt_word keyword, const char *what,
                       size_t sizes[3])
{
    struct pt_reader *reader = &steps->reader;
    unsigned count = 0, *dimensions = &steps->step->launch.dimensions;

    while (count < 3 && pt_looks_like_number(pt_cursor_peek(&reader->cursor))) {
        if (!pt_reader_size(reader, pt_reader_next(reader), what, &sizes[count++]))
            return;
    }
    if (!count)
        pt_fail_at(reader, keyword, "%s has no value", what);
    else if (*dimensions && *dimensions != count)
        pt_fail_at(reader, keyword, "%s has %u numbers, but the launch has %u dimensions", what,
                   count, *dimensions);
    *dimensions = count;
}

static const char *const launch_words[] = {"args", "global_size", "local_size", "global_offset",
                                           "error"};

static bool read_launch_key(struct pt_step_reader *steps, struct pt_word word)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_launch *launch = &steps->step->launch;

    if (pt_word_is(word, "args")) {
        read_args(steps, word);
    } else if (pt_word_is(word, "global_size")) {
        read_sizes(steps, word, "global_size", launch->global);
    } else if (pt_word_is(word, "global_offset")) {
        launch->offset_null = false;
        read_sizes(steps, word, "global_offset", launch->offset);
    } else if (pt_word_is(word, "local_size")) {
        launch->local_place = pt_parse_place(reader->parser, word);
        launch->local_null = pt_word_is_any_case(pt_cursor_peek(&reader->cursor), "NULL");
        if (launch->local_null)
            pt_reader_next(reader);
        else
            read_sizes(steps, word, "local_size", launch->local);
    } else if (pt_word_is(word, "error")) {
        pt_step_error(steps);
    } else {
        return false;
    }
    return true;
}

static void read_launch(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_launch *launch = &steps->step->launch;
    struct pt_word kernel = pt_reader_next(reader), word;

    launch->kernel_name = pt_copy(kernel.text, kernel.length);
    launch->kernel_offset = steps->step->offset;
    launch->offset_null = true;
    for (int i = 0; i < 3; i++)
        launch->local[i] = 1;
    while ((word = pt_reader_next(reader)).length && !reader->failed) {
        if (!read_launch_key(steps, word))
            pt_fail_name(reader, word, PT_NAMES(launch_words), "'%.*s' does not belong to a launch",
                         PT_SHOW(word));
    }
    if (launch->dimensions && !launch->global[0] && !reader->failed)
        pt_fail_at(reader, kernel, "a launch with sizes of its own needs a global_size");
}

/* Gives the contents of a box the types of the argument that it belongs to. */
static void start_contents(struct pt_step_reader *steps)
{
    const struct pt_arg *arg = steps->box.arg;
    struct pt_arg *contents = &steps->step->contents;

    contents->kind = arg->kind;
    contents->index = arg->index;
    contents->offset = steps->step->offset;
    contents->type = arg->type;
    contents->texels = arg->texels;
    contents->image = arg->image;
    if (steps->step->kind == PT_STEP_FILL && arg->kind == PT_ARG_IMAGE)
        contents->type = (struct pt_type){arg->image.format.type->seen, 4};
}

/* The type of the values where it is not the argument's: TYPE, or `values TYPE` of texels. */
static bool read_type(struct pt_step_reader *steps, struct pt_word word)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_arg *contents = &steps->step->contents;
    bool image = contents->kind == PT_ARG_IMAGE;
    struct pt_type type;

    const bool colour = steps->step->kind == PT_STEP_FILL && image;

    if (colour && !steps->box.arg->native[PT_NATIVE_FORMAT])
        return false;
    if (!colour && image && pt_reader_texels(reader, word))
        return true;
    if (!pt_type_parse(word, &type))
        return false;
    if (reader->data_seen)
        pt_fail_at(reader, word, "the type must stand before the values");
    else if (colour && (type.width != 4 || pt_scalars[type.scalar].size != 4))
        pt_fail_at(reader, word, "a colour is float4, int4 or uint4");
    contents->type = type;
    contents->texels = false;
    return true;
}

/* Reports a word that a step cannot have. It may have words of its own, of boxes, and of values. */
static void not_of_step(struct pt_step_reader *steps, struct pt_word word)
{
    static const char *const own[] = {"error", "to", "host_row_pitch", "host_slice_pitch",
                                      "values"};
    const struct pt_names sources[] = {
        pt_box_names(), PT_NAMES(own), {pt_value_words, PT_VALUE_WORDS, sizeof(*pt_value_words)}};
    const char *names[32];
    size_t count = 0;

    for (size_t i = 0; i < PT_COUNT(sources); i++) {
        for (size_t j = 0; j < sources[i].count && count < PT_COUNT(names); j++)
            names[count++] = pt_names_at(sources[i], j);
    }
    char *guess = pt_names_guess((struct pt_names){names, count, sizeof(*names)}, word);
    pt_fail_at(&steps->reader, word, "'%.*s' does not belong to a %s%s", PT_SHOW(word),
               pt_step_names[steps->step->kind], guess);
    free(guess);
}

static bool read_transfer_key(struct pt_step_reader *steps, struct pt_word word)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_step *step = steps->step;
    bool host = step->kind == PT_STEP_READ || step->kind == PT_STEP_WRITE;

    if (host && pt_word_is(word, "host_row_pitch"))
        pt_reader_size(reader, pt_reader_next(reader), "host_row_pitch", &step->host_row_pitch);
    else if (host && pt_word_is(word, "host_slice_pitch"))
        pt_reader_size(reader, pt_reader_next(reader), "host_slice_pitch", &step->host_slice_pitch);
    else if (pt_word_is(word, "error"))
        pt_step_error(steps);
    else
        return pt_box_key(steps, &steps->box, word) || pt_reader_comparison(reader, word) ||
               read_type(steps, word);
    return true;
}

static void read_map_mode(struct pt_step_reader *steps)
{
    static const struct {
        const char *name;
        cl_map_flags flags;
    } modes[] = {
        {"read", CL_MAP_READ},
        {"write", CL_MAP_WRITE},
        {"invalidate", CL_MAP_WRITE_INVALIDATE_REGION},
        {"read_and_invalidate", CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION},
        {"write_and_invalidate", CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION},
    };
    struct pt_word word = pt_reader_next(&steps->reader);

    for (size_t i = 0; i < PT_COUNT(modes); i++) {
        if (pt_word_is(word, modes[i].name))
            steps->step->map_flags = modes[i].flags;
    }
    if (!steps->step->map_flags)
        pt_fail_name(&steps->reader, word, PT_NAMES(modes), "there is no map for '%.*s'",
                     PT_SHOW(word));
    steps->reader.out = steps->step->map_flags == CL_MAP_READ;
}

static void check_data(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_reader *reader = &steps->reader;
    const struct pt_step *step = steps->step;

    if (reader->data_seen && step->contents.fill != PT_FILL_VALUES)
        pt_fail_at(reader, reader->data, "a %s needs numbers here", pt_step_names[step->kind]);
    else if (!reader->data_seen && (!step->error || step->kind == PT_STEP_FILL))
        pt_fail_at(reader, where, "the values of the %s are missing", pt_step_names[step->kind]);
    else if (reader->data_seen && step->error && step->kind != PT_STEP_FILL)
        pt_fail_at(reader, reader->data, "a %s that must fail has no values",
                   pt_step_names[step->kind]);
}

/* read, write, map, fill: INDEX [BOX] [VALUES] */
static void read_transfer(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word where = pt_cursor_peek(&reader->cursor);

    reader->out = steps->step->kind == PT_STEP_READ;
    if (!pt_box_start(steps, &steps->box, &steps->step->box))
        return;
    start_contents(steps);
    if (steps->step->kind == PT_STEP_MAP)
        read_map_mode(steps);
    while (!reader->failed) {
        if (pt_reader_data(reader))
            continue;
        struct pt_word word = pt_reader_next(reader);
        if (!word.length)
            break;
        if (!read_transfer_key(steps, word))
            not_of_step(steps, word);
    }
    if (!reader->failed)
        check_data(steps, where);
    if (!reader->failed)
        pt_box_finish(steps, where);
    if (!reader->failed)
        pt_box_contents(steps, where);
}

/* The filter of a blit. */
static bool read_filter(struct pt_step *step, struct pt_word word)
{
    if (step->kind != PT_STEP_BLIT || !pt_word_is(word, "linear"))
        return false;
    step->linear = true;
    return true;
}

/* Whether the step is one that Vulkan alone has. */
static bool is_native(enum pt_step_kind kind)
{
    return kind == PT_STEP_BLIT || kind == PT_STEP_RESOLVE || kind == PT_STEP_FORMAT;
}

static void check_native(struct pt_step_reader *steps, struct pt_word where)
{
    if (is_native(steps->step->kind) &&
        pt_plan_language(steps->reader.parser->plan)->api != PT_VULKAN)
        pt_fail_at(&steps->reader, where, "a %s is for tests of Vulkan (.vk.comp, .vk.spvasm)",
                   pt_step_names[steps->step->kind]);
}

/* copy and resolve: INDEX [BOX] to INDEX [BOX]; blit: the same [linear] */
static void read_copy(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word where = pt_cursor_peek(&reader->cursor), word;
    struct pt_side *side = &steps->box;

    if (!pt_box_start(steps, side, &steps->step->box))
        return;
    while ((word = pt_reader_next(reader)).length && !reader->failed) {
        if (pt_word_is(word, "to") && side == &steps->box) {
            side = &steps->to;
            pt_box_start(steps, side, &steps->step->to);
        } else if (pt_word_is(word, "error")) {
            pt_step_error(steps);
        } else if (!read_filter(steps->step, word) && !pt_box_key(steps, side, word)) {
            not_of_step(steps, word);
        }
    }
    if (side == &steps->box && !reader->failed)
        pt_fail_at(reader, where, "a %s is written as INDEX to INDEX",
                   pt_step_names[steps->step->kind]);
    check_native(steps, where);
    if (reader->failed)
        return;
    if (steps->step->kind == PT_STEP_BLIT)
        pt_box_finish_blit(steps, where);
    else
        pt_box_finish_copy(steps, where);
}

/* format: NAME TILING [FEATURE...], which the tester reads. */
static void read_format(struct pt_step_reader *steps)
{
    struct pt_word where = pt_cursor_peek(&steps->reader.cursor), word;
    struct pt_string words = {0};

    check_native(steps, where);
    while ((word = pt_reader_next(&steps->reader)).length)
        pt_string_add(&words, "%s%.*s", words.length ? " " : "", PT_SHOW(word));
    steps->step->words = pt_string_take(&words);
}

/* queue: N */
static void read_queue(struct pt_step_reader *steps)
{
    struct pt_reader *reader = &steps->reader;
    struct pt_word number = pt_reader_next(reader), word;
    size_t queue = 0;

    if (!pt_reader_size(reader, number, "queue", &queue))
        return;
    if (queue >= PT_QUEUES)
        pt_fail_at(reader, number, "there are queues 0 to %d", PT_QUEUES - 1);
    else if ((word = pt_reader_next(reader)).length)
        not_of_step(steps, word);
    steps->step->queue = (unsigned)queue;
}

bool pt_parse_step(struct pt_parser *parser, const struct pt_entry *entry,
                   const struct pt_test *test, struct pt_step *step)
{
    struct pt_step_reader steps = {
        .reader = {.parser = parser, .cursor = pt_cursor_start(entry), .arg = &step->contents},
        .test = test,
        .step = step,
    };

    memset(step, 0, sizeof(*step));
    while (!pt_word_is(entry->key, pt_step_names[step->kind]))
        step->kind++;
    step->offset = pt_parse_place(parser, pt_cursor_peek(&steps.reader.cursor));
    if (step->kind == PT_STEP_LAUNCH)
        read_launch(&steps);
    else if (step->kind == PT_STEP_COPY || step->kind == PT_STEP_BLIT ||
             step->kind == PT_STEP_RESOLVE)
        read_copy(&steps);
    else if (step->kind == PT_STEP_FORMAT)
        read_format(&steps);
    else if (step->kind == PT_STEP_QUEUE)
        read_queue(&steps);
    else if (step->kind == PT_STEP_ASK)
        pt_step_ask(&steps);
    else if (step->kind == PT_STEP_INFO)
        pt_step_info(&steps);
    else
        read_transfer(&steps);
    if (steps.reader.failed)
        pt_step_finish(step);
    return !steps.reader.failed;
}
