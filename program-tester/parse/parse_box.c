/* SPDX-License-Identifier: MIT */
/* parse_box.c: reads the boxes of steps: which part of a buffer or image they are about. */
#include <string.h>

#include "program-tester/parse/layout.h"
#include "program-tester/parse/steps.h"

enum box_key_number {
    ORIGIN,
    REGION,
    OFFSET,
    SIZE,
    ROW_PITCH,
    SLICE_PITCH,
    LEVEL,
    ROW_LENGTH,
    IMAGE_HEIGHT
};

enum {
    GIVEN_RECTANGLE = 1 << ORIGIN | 1 << REGION | 1 << ROW_PITCH | 1 << SLICE_PITCH,
    GIVEN_LINEAR = 1 << OFFSET | 1 << SIZE,
    GIVEN_REGION = 1 << REGION | 1 << SIZE,
    GIVEN_LENGTHS = 1 << ROW_LENGTH | 1 << IMAGE_HEIGHT,
};

static const struct box_key {
    const char *name;
    bool image;  /* of images, too */
    bool vector; /* a number for each dimension */
    size_t field;
} box_keys[] = {
    [ORIGIN] = {"origin", true, true, offsetof(struct pt_box, origin)},
    [REGION] = {"region", true, true, offsetof(struct pt_box, region)},
    [OFFSET] = {"offset", false, false, offsetof(struct pt_box, origin)},
    [SIZE] = {"size", false, false, offsetof(struct pt_box, region)},
    [ROW_PITCH] = {"row_pitch", false, false, offsetof(struct pt_box, row_pitch)},
    [SLICE_PITCH] = {"slice_pitch", false, false, offsetof(struct pt_box, slice_pitch)},
    [LEVEL] = {"level", true, false, offsetof(struct pt_box, level)},
    [ROW_LENGTH] = {"row_length", false, false, offsetof(struct pt_box, row_length)},
    [IMAGE_HEIGHT] = {"image_height", false, false, offsetof(struct pt_box, image_height)},
};

static bool is_image(const struct pt_side *side)
{
    return side->arg->kind == PT_ARG_IMAGE;
}

static const struct pt_arg *find(const struct pt_test *test, size_t index)
{
    const struct pt_arg *arg = pt_args_find(&test->in, (unsigned)index);

    return arg ? arg : pt_args_find(&test->out, (unsigned)index);
}

const struct pt_arg *pt_step_find_arg(struct pt_step_reader *steps, struct pt_word word,
                                      size_t *index)
{
    const struct pt_arg *arg;

    if (!pt_reader_size(&steps->reader, word, "argument index", index))
        return NULL;
    arg = *index > PT_MAX_INDEX ? NULL : find(steps->test, *index);
    if (!arg)
        pt_fail_at(&steps->reader, word,
                   "there is no argument %zu above: arg_in and arg_out stand before the steps",
                   *index);
    return arg;
}

bool pt_box_start(struct pt_step_reader *steps, struct pt_side *side, struct pt_box *box)
{
    struct pt_word word = pt_reader_next(&steps->reader);
    size_t index;

    side->arg = pt_step_find_arg(steps, word, &index);
    side->box = box;
    if (!side->arg)
        return false;
    if (side->arg->kind != PT_ARG_BUFFER && side->arg->kind != PT_ARG_IMAGE)
        pt_fail_at(&steps->reader, word, "argument %zu is neither a buffer nor an image%s", index,
                   pt_local_hint(side->arg));
    box->arg = (unsigned)index;
    for (int i = 0; i < 3; i++)
        box->region[i] = 1;
    return !steps->reader.failed;
}

static void read_box_key(struct pt_step_reader *steps, struct pt_side *side,
                         const struct box_key *key)
{
    struct pt_reader *reader = &steps->reader;
    size_t *values = (size_t *)((char *)side->box + key->field);
    unsigned count = !key->vector     ? 1
                     : is_image(side) ? pt_image_kind(side->arg->image.type)->dimensions
                                      : 3;

    for (unsigned i = 0; i < count && !reader->failed; i++)
        pt_reader_size(reader, pt_reader_next(reader), key->name, &values[i]);
}

struct pt_names pt_box_names(void)
{
    return PT_NAMES(box_keys);
}

bool pt_box_key(struct pt_step_reader *steps, struct pt_side *side, struct pt_word word)
{
    struct pt_reader *reader = &steps->reader;
    unsigned k = 0;

    while (k < PT_COUNT(box_keys) && !pt_word_is(word, box_keys[k].name))
        k++;
    if (k == PT_COUNT(box_keys))
        return false;
    if (is_image(side) && !box_keys[k].image)
        pt_fail_at(reader, word, "%s is for buffers; an image has origin and region",
                   box_keys[k].name);
    if (side->given >> k & 1)
        pt_fail_at(reader, word, "%s was already given", box_keys[k].name);
    side->given |= 1u << k;
    if (k == LEVEL && (!is_image(side) || side->arg->image.levels <= 1))
        pt_fail_at(reader, word, "only a mipmapped image has levels");
    if (!is_image(side) && side->given & GIVEN_RECTANGLE && side->given & GIVEN_LINEAR)
        pt_fail_at(reader, word, "offset and size do not go with the keys of a rectangle");
    if (!reader->failed)
        read_box_key(steps, side, &box_keys[k]);
    return true;
}

struct pitches {
    size_t row, slice;
};

/* Returns a box's pitches, with defaults where none are given. */
static struct pitches pitches_of(const struct pt_box *box)
{
    size_t row = box->row_pitch ? box->row_pitch : box->region[0];

    return (struct pitches){row, box->slice_pitch ? box->slice_pitch : row * box->region[1]};
}

static bool pitches_hold_region(const struct pt_box *box)
{
    struct pitches pitch = pitches_of(box);

    return pitch.row >= box->region[0] && (!pitch.row || pitch.slice / pitch.row >= box->region[1]);
}

/* Whether the rectangle's last byte lies in the buffer. */
static bool rectangle_fits(const struct pt_arg *arg, const struct pt_box *box)
{
    struct pitches pitch = pitches_of(box);
    size_t rows, slices, row, slice, end;

    return !__builtin_add_overflow(box->origin[1], box->region[1] - 1, &rows) &&
           !__builtin_add_overflow(box->origin[2], box->region[2] - 1, &slices) &&
           !__builtin_mul_overflow(rows, pitch.row, &row) &&
           !__builtin_mul_overflow(slices, pitch.slice, &slice) &&
           !__builtin_add_overflow(box->origin[0], box->region[0], &end) &&
           !__builtin_add_overflow(end, row, &end) && !__builtin_add_overflow(end, slice, &end) &&
           end <= arg->size;
}

/* Finds the extents of an argument, or of the box's level of it. */
static void extents_of(const struct pt_arg *arg, const struct pt_box *box, size_t extents[3])
{
    struct pt_image level = arg->image;

    pt_arg_extents(arg, extents);
    if (arg->kind != PT_ARG_IMAGE || arg->image.levels <= 1)
        return;
    level = pt_image_level(&level, box->level);
    pt_image_region(&level, extents);
}

static bool fits(const struct pt_arg *arg, const struct pt_box *box)
{
    size_t extents[3];

    if (!box->region[0] || !box->region[1] || !box->region[2])
        return false;
    if (box->rectangle)
        return rectangle_fits(arg, box);
    if (arg->kind == PT_ARG_IMAGE && box->level && box->level >= arg->image.levels)
        return false;
    extents_of(arg, box, extents);
    for (int i = 0; i < 3; i++) {
        if (box->origin[i] > extents[i] || box->region[i] > extents[i] - box->origin[i])
            return false;
    }
    return true;
}

/* The rest of the argument from the origin on. */
static void default_region(const struct pt_side *side)
{
    size_t extents[3];

    extents_of(side->arg, side->box, extents);
    for (int i = 0; i < 3; i++) {
        if (side->box->origin[i] < extents[i])
            side->box->region[i] = extents[i] - side->box->origin[i];
    }
}

static void outside(struct pt_step_reader *steps, const struct pt_side *side, struct pt_word where)
{
    size_t extents[3];

    extents_of(side->arg, side->box, extents);
    if (is_image(side))
        pt_fail_at(&steps->reader, where,
                   "the box does not lie within argument %u, which has %zu x %zu x %zu texels",
                   side->box->arg, extents[0], extents[1], extents[2]);
    else
        pt_fail_at(&steps->reader, where,
                   "the box does not lie within argument %u, which has %zu bytes", side->box->arg,
                   extents[0]);
}

/* A call that must fail may name any box. */
static void check_box(struct pt_step_reader *steps, const struct pt_side *side,
                      struct pt_word where)
{
    const struct pt_box *box = side->box;

    if (steps->step->error || steps->reader.failed)
        return;
    if (box->rectangle && !pitches_hold_region(box))
        pt_fail_at(&steps->reader, where, "the rectangle's pitches are less than its rows");
    else if (!fits(side->arg, box))
        outside(steps, side, where);
}

static void finish_side(struct pt_step_reader *steps, struct pt_side *side, struct pt_word where)
{
    side->box->rectangle = !is_image(side) && side->given & GIVEN_RECTANGLE;
    if (side->box->rectangle && !(side->given & 1 << REGION))
        pt_fail_at(&steps->reader, where, "a rectangle of a buffer needs a region");
    if (!(side->given & GIVEN_REGION))
        default_region(side);
}

/* When all is checked. */
static void set_level(struct pt_side *side)
{
    if (is_image(side))
        pt_image_set_level(&side->arg->image, side->box->level, side->box->origin);
}

void pt_box_finish(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_side *side = &steps->box;

    finish_side(steps, side, where);
    if (side->box->rectangle &&
        (steps->step->kind == PT_STEP_MAP || steps->step->kind == PT_STEP_FILL))
        pt_fail_at(&steps->reader, where, "a %s of a buffer has offset and size",
                   pt_step_names[steps->step->kind]);
    check_box(steps, side, where);
    set_level(side);
}

/* Bytes of a region; SIZE_MAX if that overflows. */
static size_t region_bytes(const struct pt_side *side)
{
    size_t size = is_image(side) ? pt_format_size(side->arg->image.format) : 1;

    for (int i = 0; i < 3; i++) {
        if (__builtin_mul_overflow(size, side->box->region[i], &size))
            return SIZE_MAX;
    }
    return size;
}

/* Bytes that a box of an image takes in a buffer with rows and slices of other lengths; SIZE_MAX
 * if that overflows. Layers follow each other as slices do. */
static size_t bytes_apart(const struct pt_side *image, const struct pt_box *buffer)
{
    const size_t *region = image->box->region;
    const bool flat = !pt_image_kind(image->arg->image.type)->has_height;
    const size_t height = flat ? 1 : region[1], slices = flat ? region[1] : region[2];
    const size_t length = buffer->row_length ? buffer->row_length : region[0];
    size_t rows = buffer->image_height ? buffer->image_height : height, texels;

    if (__builtin_mul_overflow(rows, slices - 1, &rows) ||
        __builtin_add_overflow(rows, height - 1, &rows) ||
        __builtin_mul_overflow(rows, length, &texels) ||
        __builtin_add_overflow(texels, region[0], &texels) ||
        __builtin_mul_overflow(texels, pt_format_size(image->arg->image.format), &texels))
        return SIZE_MAX;
    return texels;
}

/* Copies the region of a copy's one end to the other, as only one end names it. */
static void follow(const struct pt_side *lead, struct pt_side *other)
{
    memcpy(other->box->region, lead->box->region, sizeof(other->box->region));
    if (is_image(lead) == is_image(other))
        return;
    other->box->region[0] = bytes_apart(lead, other->box); /* images lead buffers */
    other->box->region[1] = other->box->region[2] = 1;
}

/* Lengths are of a buffer beside an image, in Vulkan, and hold the region. */
static void check_lengths(struct pt_step_reader *steps, struct pt_word where)
{
    const struct pt_side *image = is_image(&steps->box) ? &steps->box : &steps->to,
                         *buffer = image == &steps->box ? &steps->to : &steps->box;
    const struct pt_box *box = buffer->box;

    if (!((steps->box.given | steps->to.given) & GIVEN_LENGTHS) || steps->reader.failed)
        return;
    if (pt_plan_language(steps->reader.parser->plan)->api != PT_VULKAN || !is_image(image) ||
        is_image(buffer))
        pt_fail_at(&steps->reader, where,
                   "row_length and image_height are of a buffer beside an image of Vulkan");
    else if ((box->row_length && box->row_length < image->box->region[0]) ||
             (box->image_height && pt_image_kind(image->arg->image.type)->has_height &&
              box->image_height < image->box->region[1]))
        pt_fail_at(&steps->reader, where, "row_length and image_height are less than the region's");
}

static void check_copy_keys(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_side *from = &steps->box, *to = &steps->to;
    const struct pt_side *buffer = is_image(from) ? to : from;
    bool rectangle = (from->given | to->given) & GIVEN_RECTANGLE;

    if (from->given & GIVEN_REGION && to->given & GIVEN_REGION)
        pt_fail_at(&steps->reader, where, "both ends of a copy have the same region: give one");
    else if (is_image(from) != is_image(to) && buffer->given & ~(1u << OFFSET | GIVEN_LENGTHS))
        pt_fail_at(&steps->reader, where,
                   "between image and buffer, a buffer has an offset and the image the region");
    else if (!is_image(from) && !is_image(to) && rectangle &&
             (from->given | to->given) & GIVEN_LINEAR)
        pt_fail_at(&steps->reader, where, "offset and size do not go with the keys of a rectangle");
    else if (is_image(from) && is_image(to) && !steps->step->error &&
             (from->arg->image.format.order != to->arg->image.format.order ||
              from->arg->image.format.type != to->arg->image.format.type))
        pt_fail_at(&steps->reader, where, "images can be copied only if their formats are equal");
}

void pt_box_finish_copy(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_side *from = &steps->box, *to = &steps->to, *lead = from, *other = to;

    check_copy_keys(steps, where);
    if (steps->reader.failed)
        return;
    if (to->given & GIVEN_REGION || (is_image(to) && !is_image(from))) {
        lead = to;
        other = from;
    }
    if (!is_image(from) && !is_image(to) && (from->given | to->given) & GIVEN_RECTANGLE)
        other->given |= 1 << ORIGIN;
    finish_side(steps, lead, where);
    check_lengths(steps, where);
    follow(lead, other);
    other->given |= 1 << REGION;
    finish_side(steps, other, where);
    check_box(steps, from, where);
    check_box(steps, to, where);
    set_level(from);
    set_level(to);
}

void pt_box_finish_blit(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_side *sides[] = {&steps->box, &steps->to};

    if (!is_image(sides[0]) || !is_image(sides[1]))
        pt_fail_at(&steps->reader, where, "a blit is of two images");
    for (unsigned i = 0; i < PT_COUNT(sides) && !steps->reader.failed; i++) {
        finish_side(steps, sides[i], where);
        check_box(steps, sides[i], where);
        set_level(sides[i]);
    }
}

static void check_host_pitches(struct pt_step_reader *steps, struct pt_word where)
{
    const struct pt_step *step = steps->step;
    struct pt_layout layout = pt_step_layout(step);
    size_t slice, size;

    if (steps->box.arg->kind == PT_ARG_BUFFER && !step->box.rectangle &&
        (step->host_row_pitch || step->host_slice_pitch))
        pt_fail_at(&steps->reader, where, "host pitches of a buffer need a rectangle's region");
    else if (region_bytes(&steps->box) > PT_MAX_ARG_SIZE ||
             __builtin_mul_overflow(layout.row_pitch, layout.rows, &slice) ||
             __builtin_mul_overflow(layout.slice_pitch, layout.slices, &size) ||
             slice > PT_MAX_ARG_SIZE || size > PT_MAX_ARG_SIZE)
        pt_fail_at(&steps->reader, where, "the host memory is larger than %zu bytes",
                   PT_MAX_ARG_SIZE);
    else if (!step->error && layout.row_pitch < layout.row)
        pt_fail_at(&steps->reader, where, "host_row_pitch is less than a row's %zu bytes",
                   layout.row);
    else if (!step->error && layout.slice_pitch < slice)
        pt_fail_at(&steps->reader, where, "host_slice_pitch is less than a slice's %zu bytes",
                   slice);
}

/* The values of a box lie in memory like an image of the box's size, so that errors can name
 * texels. */
static void size_image(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_arg *contents = &steps->step->contents;
    struct pt_image *image = &contents->image;
    const struct pt_image_kind *kind = pt_image_kind(image->type);
    const size_t *region = steps->step->box.region;

    image->levels = 0;
    image->width = region[0];
    image->height = kind->has_height ? region[1] : 1;
    image->depth = kind->has_depth ? region[2] : 1;
    image->layers = !kind->has_layers ? 1 : kind->has_height ? region[2] : region[1];
    if (!pt_image_texels(image, &contents->count))
        pt_fail_at(&steps->reader, where, "the box is too large");
    pt_reader_check_pixel_type(&steps->reader, where);
    if (!steps->reader.failed)
        pt_reader_set_size(&steps->reader, where, pt_format_size(image->format));
    if (!steps->reader.failed)
        pt_reader_check_lanes(&steps->reader,
                              contents->count * (contents->texels ? 4 : contents->type.width));
}

static void size_buffer(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_arg *contents = &steps->step->contents;
    const size_t *region = steps->step->box.region;
    size_t element = pt_type_size(contents->type);

    contents->size = region[0] * region[1] * region[2]; /* lies in a buffer */
    contents->count = contents->size / element;
    if (contents->size % element)
        pt_fail_at(&steps->reader, where,
                   "the box has %zu bytes, which are no whole %zu-byte values", contents->size,
                   element);
    else
        pt_reader_check_lanes(&steps->reader, contents->count * contents->type.width);
}

static void size_pattern(struct pt_step_reader *steps, struct pt_word where)
{
    struct pt_arg *contents = &steps->step->contents;
    const struct pt_box *box = &steps->step->box;

    contents->kind = PT_ARG_VALUE;
    contents->texels = false;
    contents->count = 1;
    contents->size = pt_type_size(contents->type);
    if (!is_image(&steps->box) && !steps->step->error &&
        (box->origin[0] % contents->size || box->region[0] % contents->size))
        pt_fail_at(&steps->reader, where,
                   "offset and size must be multiples of the %zu-byte pattern", contents->size);
    pt_reader_check_lanes(&steps->reader, contents->type.width);
}

void pt_box_contents(struct pt_step_reader *steps, struct pt_word where)
{
    if (steps->step->kind == PT_STEP_FILL) {
        size_pattern(steps, where);
        return;
    }
    check_host_pitches(steps, where);
    if (steps->step->error || steps->reader.failed)
        return;
    if (is_image(&steps->box))
        size_image(steps, where);
    else
        size_buffer(steps, where);
}
