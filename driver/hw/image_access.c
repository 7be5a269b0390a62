/* SPDX-License-Identifier: MIT */
/* image_access.c: reads ROOTLE_FORMATS. */
#include "driver/hw/image_access.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"

/* The names of the formats in entries, in the order of the table. */
static const struct {
    const char *order, *type;
} names[] = {
#define IMAGE_FORMAT(o, t, fmt, class, swap, x, y, z, w, opaque)        {#o, #t},
#define PADDED_FORMAT(o, t, fmt, class, swap, x, y, z, w, opaque, ones) {#o, #t},
#include "driver/hw/image_formats.def"
#undef IMAGE_FORMAT
#undef PADDED_FORMAT
};

_Static_assert(COUNT(names) <= HW_IMAGE_FORMATS, "struct hw_image_choice has room for the table");

static bool matches(const char *pattern, size_t length, const char *name)
{
    return (length == 1 && *pattern == '*') ||
           (strlen(name) == length && !memcmp(pattern, name, length));
}

/* Sets what an entry, ORDER-TYPE, names. False when it names no format. */
static bool read_entry(const char *entry, size_t length, bool lowered,
                       struct hw_image_choice *choice)
{
    const char *dash = memchr(entry, '-', length);
    bool found = false;

    if (!dash)
        return false;
    const size_t order = (size_t)(dash - entry), type = length - order - 1;
    for (size_t i = 0; i < COUNT(names); i++)
        if (matches(entry, order, names[i].order) && matches(dash + 1, type, names[i].type)) {
            choice->lowered[i] = lowered;
            found = true;
        }
    return found;
}

static bool read_list(const char *list, bool lowered, struct hw_image_choice *choice, char *why,
                      size_t room)
{
    for (size_t i = 0; i < COUNT(names); i++)
        choice->lowered[i] = !lowered;
    for (const char *entry = list;;) {
        const size_t length = strcspn(entry, ",");
        if (!read_entry(entry, length, lowered, choice)) {
            snprintf(why, room,
                     "ROOTLE_FORMATS: '%.*s' is no image format: entries are ORDER-TYPE, such as "
                     "RGBA-UNORM_INT8, where * stands for all orders or all types",
                     (int)(length < 64 ? length : 64), entry);
            return false;
        }
        if (!entry[length])
            return true;
        entry += length + 1;
    }
}

static enum hw_image_access access_of(const struct hw_image_choice *choice)
{
    size_t lowered = 0;

    for (size_t i = 0; i < COUNT(names); i++)
        lowered += choice->lowered[i];
    return !lowered                  ? HW_IMAGES_NATIVE
           : lowered == COUNT(names) ? HW_IMAGES_LOWERED
                                     : HW_IMAGES_MIXED;
}

bool hw_image_access_read(const char *text, struct hw_image_choice *choice, char *why, size_t room)
{
    static const struct {
        const char *name;
        bool lowered;
    } lists[] = {{"native:", false}, {"lowered:", true}};

    *choice = (struct hw_image_choice){.access = HW_IMAGES_NATIVE};
    if (!*text)
        return true;
    bool known = !strcmp(text, "minimal"), sound = known;
    if (known)
        sound = read_list("*-*", true, choice, why, room);
    for (size_t i = 0; i < COUNT(lists); i++) {
        const size_t length = strlen(lists[i].name);
        if (strncmp(text, lists[i].name, length))
            continue;
        known = true;
        sound = read_list(text + length, lists[i].lowered, choice, why, room);
    }
    if (!known)
        snprintf(why, room,
                 "ROOTLE_FORMATS: '%.64s' is none of minimal, lowered:LIST and native:LIST", text);
    if (sound)
        choice->access = access_of(choice);
    else
        *choice = (struct hw_image_choice){.access = HW_IMAGES_NATIVE};
    return sound;
}

bool hw_image_is_lowered(const struct hw_image_choice *choice, const struct hw_image_format *format)
{
    assert(format >= hw_image_format_at(0) &&
           (size_t)(format - hw_image_format_at(0)) < COUNT(names));
    return choice->lowered[format - hw_image_format_at(0)];
}
