/* SPDX-License-Identifier: MIT */
/* parse_sub_keys.c: the sub-keys of images and samplers, which stand in any order, and the readers
 * of their values. */
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/base/number.h"
#include "program-tester/parse/layout.h"
#include "program-tester/parse/sub_keys.h"

static void *sub_field(struct pt_reader *reader, const struct pt_sub_key *key)
{
    return (char *)reader->arg + key->field;
}

static void read_extent(struct pt_reader *reader, const struct pt_sub_key *key,
                        struct pt_word value)
{
    size_t *extent = sub_field(reader, key);

    if (pt_reader_size(reader, value, key->name, extent) && !*extent)
        pt_fail_at(reader, value, "%s cannot be 0", key->name);
}

static void read_level(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    pt_reader_size(reader, value, key->name, sub_field(reader, key));
}

static void read_image_type(struct pt_reader *reader, const struct pt_sub_key *key,
                            struct pt_word value)
{
    const struct pt_image_kind *kind = pt_image_kind_find(value);

    (void)key;
    if (!kind)
        pt_fail_name(reader, value, pt_image_kinds(), "there is no image type '%.*s'",
                     PT_SHOW(value));
    else
        reader->arg->image.type = kind->type;
}

static void read_order(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    const struct pt_order **order = sub_field(reader, key);
    const char *why = pt_order_refused(value);

    *order = pt_order_find(value);
    if (why)
        pt_fail_at(reader, value, "the channel order '%.*s' is not for tests: %s", PT_SHOW(value),
                   why);
    else if (!*order)
        pt_fail_name(reader, value, pt_orders(), "there is no channel order '%.*s'",
                     PT_SHOW(value));
}

static void read_data_type(struct pt_reader *reader, const struct pt_sub_key *key,
                           struct pt_word value)
{
    const struct pt_data_type **type = sub_field(reader, key);
    const char *why = pt_data_type_refused(value);

    *type = pt_data_type_find(value);
    if (why)
        pt_fail_at(reader, value, "the channel data type '%.*s' is not for tests: %s",
                   PT_SHOW(value), why);
    else if (!*type)
        pt_fail_name(reader, value, pt_data_types(), "there is no channel data type '%.*s'",
                     PT_SHOW(value));
}

struct name_value {
    const char *name;
    cl_uint value;
};

static void read_name(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value,
                      const struct name_value *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pt_word_is_any_case(value, names[i].name)) {
            *(cl_uint *)sub_field(reader, key) = names[i].value;
            return;
        }
    }
    pt_fail_name(reader, value, ((struct pt_names){names, count, sizeof(*names)}),
                 "%s cannot be '%.*s'", key->name, PT_SHOW(value));
}

static void read_addressing(struct pt_reader *reader, const struct pt_sub_key *key,
                            struct pt_word value)
{
    static const struct name_value names[] = {
        {"none", CL_ADDRESS_NONE},
        {"clamp_to_edge", CL_ADDRESS_CLAMP_TO_EDGE},
        {"clamp", CL_ADDRESS_CLAMP},
        {"repeat", CL_ADDRESS_REPEAT},
        {"mirrored_repeat", CL_ADDRESS_MIRRORED_REPEAT},
        {"invalid", PT_NO_SUCH_MODE},
    };

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_filter(struct pt_reader *reader, const struct pt_sub_key *key,
                        struct pt_word value)
{
    static const struct name_value names[] = {
        {"nearest", CL_FILTER_NEAREST}, {"linear", CL_FILTER_LINEAR}, {"invalid", PT_NO_SUCH_MODE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_lod(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    enum pt_number_error error = pt_number_parse(value, PT_FLOAT, false, sub_field(reader, key));

    if (error != PT_NUMBER_OK)
        pt_fail_at(reader, value, "%s is a number, not '%.*s'", key->name, PT_SHOW(value));
}

static void read_access(struct pt_reader *reader, const struct pt_sub_key *key,
                        struct pt_word value)
{
    static const struct name_value names[] = {{"read", CL_MEM_READ_ONLY},
                                              {"write", CL_MEM_WRITE_ONLY},
                                              {"read_write", CL_MEM_READ_WRITE},
                                              {"kernel_read_write", CL_MEM_KERNEL_READ_AND_WRITE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

static void read_host_access(struct pt_reader *reader, const struct pt_sub_key *key,
                             struct pt_word value)
{
    static const struct name_value names[] = {{"read", CL_MEM_HOST_READ_ONLY},
                                              {"write", CL_MEM_HOST_WRITE_ONLY},
                                              {"none", CL_MEM_HOST_NO_ACCESS}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

/* pt_check_test looks whether the argument fits. */
static void read_over(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    size_t index;

    if (!pt_reader_size(reader, value, key->name, &index))
        return;
    reader->arg->image.shares = true;
    reader->arg->image.over = index > PT_MAX_INDEX ? PT_MAX_INDEX : (unsigned)index;
}

static void read_error(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    cl_int *error = sub_field(reader, key);

    if (pt_word_is(value, "any")) {
        *error = PT_ANY_ERROR;
        return;
    }
    *error = pt_cl_error_find(value);
    if (!*error)
        pt_fail_name(reader, value, pt_cl_error_names(), "'%.*s' is not an error's name",
                     PT_SHOW(value));
}

/* It stands for the numbers of the argument. The file is read when all of the test is (load.c). */
static void read_from(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value)
{
    struct pt_arg *arg = reader->arg;

    (void)key;
    if (reader->data_seen) {
        pt_fail_at(reader, value, "the argument's values were already given");
        return;
    }
    arg->picture = pt_copy(value.text, value.length);
    arg->fill = PT_FILL_VALUES;
    reader->data_seen = true;
    reader->data = value;
}

static void read_native(struct pt_reader *reader, const struct pt_sub_key *key,
                        struct pt_word value)
{
    char **word = sub_field(reader, key);

    if (pt_plan_language(reader->parser->plan)->api != PT_VULKAN)
        pt_fail_at(reader, value, "%s is for tests of Vulkan (.vk.comp, .vk.spvasm)", key->name);
    free(*word);
    *word = pt_copy(value.text, value.length);
}

static void read_normalized(struct pt_reader *reader, const struct pt_sub_key *key,
                            struct pt_word value)
{
    static const struct name_value names[] = {
        {"1", CL_TRUE}, {"true", CL_TRUE}, {"0", CL_FALSE}, {"false", CL_FALSE}};

    read_name(reader, key, value, names, PT_COUNT(names));
}

#define NATIVE(name, which) {name, name, false, read_native, offsetof(struct pt_arg, native[which])}
#define IN_IMAGE(name)      offsetof(struct pt_arg, image.name)
const struct pt_sub_key pt_image_keys[PT_IMAGE_KEYS] = {
    {"image_type", "image_type", true, read_image_type, IN_IMAGE(type)},
    {"image_width", "image_width", true, read_extent, IN_IMAGE(width)},
    {"image_height", "image_height", false, read_extent, IN_IMAGE(height)},
    {"image_depth", "image_depth", false, read_extent, IN_IMAGE(depth)},
    {"image_array_size", "image_array_size", false, read_extent, IN_IMAGE(layers)},
    {"image_mip_levels", "image_mip_levels", false, read_extent, IN_IMAGE(levels)},
    {"image_bound_level", "image_bound_level", false, read_level, IN_IMAGE(bound_level)},
    {"image_row_pitch", "image_row_pitch", false, read_extent, IN_IMAGE(row_pitch)},
    {"image_slice_pitch", "image_slice_pitch", false, read_extent, IN_IMAGE(slice_pitch)},
    {"image_access", "image_access", false, read_access, IN_IMAGE(access)},
    {"image_host_access", "image_host_access", false, read_host_access, IN_IMAGE(host_access)},
    {"image_channel_order", "image_channel_order", true, read_order, IN_IMAGE(format.order)},
    {"image_channel_data_type", "image_channel_data_type", true, read_data_type,
     IN_IMAGE(format.type)},
    {"image_over", "image_over", false, read_over, IN_IMAGE(over)},
    {"image_from", "image_from", false, read_from, IN_IMAGE(type)},
    {"image_error", "image_error", false, read_error, IN_IMAGE(error)},
    {"type", "image_type", false, read_image_type, IN_IMAGE(type)},
    NATIVE("vk_format", PT_NATIVE_FORMAT),
    NATIVE("vk_view", PT_NATIVE_VIEW),
    NATIVE("vk_aspect", PT_NATIVE_ASPECT),
    NATIVE("vk_swizzle", PT_NATIVE_SWIZZLE),
    NATIVE("vk_samples", PT_NATIVE_SAMPLES),
    NATIVE("vk_tiling", PT_NATIVE_TILING),
};

#define IN_SAMPLER(name) offsetof(struct pt_arg, sampler.name)
const struct pt_sub_key pt_sampler_keys[PT_SAMPLER_KEYS] = {
    {"normalized_coords", "normalized_coords", true, read_normalized, IN_SAMPLER(normalized)},
    {"addressing_mode", "addressing_mode", true, read_addressing, IN_SAMPLER(addressing)},
    {"filter_mode", "filter_mode", true, read_filter, IN_SAMPLER(filter)},
    {"mip_filter_mode", "mip_filter_mode", false, read_filter, IN_SAMPLER(mip_filter)},
    {"lod_min", "lod_min", false, read_lod, IN_SAMPLER(lod_min)},
    {"lod_max", "lod_max", false, read_lod, IN_SAMPLER(lod_max)},
    {"sampler_error", "sampler_error", false, read_error, IN_SAMPLER(error)},
    NATIVE("vk_addressing", PT_NATIVE_ADDRESSING),
    NATIVE("vk_border", PT_NATIVE_BORDER),
    NATIVE("vk_compare", PT_NATIVE_COMPARE),
    NATIVE("vk_reduction", PT_NATIVE_REDUCTION),
    NATIVE("vk_lod_bias", PT_NATIVE_BIAS),
};

static size_t key_index(const struct pt_sub_key *keys, size_t count, struct pt_word name)
{
    size_t i = 0;

    while (i < count && !pt_word_is_any_case(name, keys[i].name))
        i++;
    return i;
}

struct pt_word *pt_sub_key_place(struct pt_reader *reader, const struct pt_sub_key *keys,
                                 size_t count, const char *name)
{
    return &reader->places[key_index(keys, count, (struct pt_word){name, strlen(name)})];
}

bool pt_sub_key_read(struct pt_reader *reader, const struct pt_sub_key *keys, size_t count,
                     struct pt_word word)
{
    size_t i = key_index(keys, count, word);

    if (i == count)
        return false;
    struct pt_word *place = pt_sub_key_place(reader, keys, count, keys[i].canonical);
    struct pt_word value = pt_reader_next(reader);
    if (place->length)
        pt_fail_at(reader, word, "%s was already given", keys[i].canonical);
    else if (value.length)
        keys[i].read(reader, &keys[i], value);
    else
        pt_fail_at(reader, value, "the value of %s is missing", keys[i].name);
    *place = word;
    return true;
}

void pt_sub_keys_require(struct pt_reader *reader, const struct pt_sub_key *keys, size_t count,
                         struct pt_word where)
{
    struct pt_string missing = {0};
    bool several = false;

    for (size_t i = 0; i < count; i++) {
        if (!keys[i].required || reader->places[i].length)
            continue;
        several = missing.length;
        pt_string_add(&missing, "%s%s", several ? ", " : "", keys[i].name);
    }
    if (missing.length)
        pt_fail_at(reader, where, "%s %s missing", missing.text, several ? "are" : "is");
    free(missing.text);
}
