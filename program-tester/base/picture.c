/* SPDX-License-Identifier: MIT */
/* picture.c: pictures in PNG files, by libpng's simplified interface. */
#include "program-tester/base/picture.h"

#include <stdlib.h>
#include <string.h>

#ifdef ROOTLE_PNG
#include <png.h>
#endif

bool pt_pictures_known(void)
{
#ifdef ROOTLE_PNG
    return true;
#else
    return false;
#endif
}

char *pt_picture_refuses(struct pt_format format)
{
    const size_t channels = strlen(format.order->stored);

    if (pt_format_size(format) == channels &&
        (format.type->stored == PT_STORED_UNORM || format.type->stored == PT_STORED_UINT))
        return NULL;
    return pt_format("pictures have UNORM_INT8 or UNSIGNED_INT8 texels, not %s", format.type->name);
}

#ifdef ROOTLE_PNG

static const char components[] = "rgba"; /* of a pixel, as files have them */

/* Returns the component of a pixel that a channel is; 4: padding. */
static size_t component(char channel)
{
    const char *found = strchr(components, channel);

    return found ? (size_t)(found - components) : sizeof(components) - 1;
}

static void store_texels(struct pt_format format, const unsigned char *pixels, size_t count,
                         unsigned char *texels)
{
    const char *stored = format.order->stored;

    for (size_t i = 0; i < count; i++) {
        for (const char *channel = stored; *channel; channel++) {
            const size_t c = component(*channel);

            *texels++ = c < 4 ? pixels[4 * i + c] : 0;
        }
    }
}

static void see_texels(struct pt_format format, const unsigned char *texels, size_t count,
                       unsigned char *pixels)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(pixels + 4 * i, (const unsigned char[4]){0, 0, 0, 255}, 4);
        for (const char *channel = format.order->stored; *channel; channel++, texels++) {
            const size_t c = component(*channel);

            if (c < 4)
                pixels[4 * i + c] = *texels;
        }
    }
}

static char *check(const png_image *image, const char *path, size_t width, size_t height)
{
    if (image->format & PNG_FORMAT_FLAG_LINEAR)
        return pt_format("the picture %s has 16 bits a channel, of which 8 are read here", path);
    if (image->width != width || image->height != height)
        return pt_format("the picture %s is %u by %u, and the image %zu by %zu", path, image->width,
                         image->height, width, height);
    return NULL;
}

unsigned char *pt_picture_load(const char *path, struct pt_format format, size_t width,
                               size_t height, char **why)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    unsigned char *texels = NULL, *pixels = NULL;

    *why = NULL;
    if (!png_image_begin_read_from_file(&image, path)) {
        *why = pt_format("the picture %s: %s", path, image.message);
        return NULL;
    }
    *why = check(&image, path, width, height);
    if (!*why) {
        image.format = PNG_FORMAT_RGBA;
        pixels = pt_alloc(width * height, 4);
        if (!png_image_finish_read(&image, NULL, pixels, 0, NULL))
            *why = pt_format("the picture %s: %s", path, image.message);
    }
    if (!*why) {
        texels = pt_alloc(width * height, pt_format_size(format));
        store_texels(format, pixels, width * height, texels);
    }
    png_image_free(&image);
    free(pixels);
    return texels;
}

char *pt_picture_save(const char *path, struct pt_format format, size_t width, size_t height,
                      const unsigned char *texels)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA};
    unsigned char *pixels = pt_alloc(width * height, 4);
    char *why = NULL;

    see_texels(format, texels, width * height, pixels);
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        why = pt_format("the picture %s: %s", path, image.message);
    free(pixels);
    return why;
}

#else

unsigned char *pt_picture_load(const char *path, struct pt_format format, size_t width,
                               size_t height, char **why)
{
    (void)format, (void)width, (void)height;
    *why = pt_format("the picture %s: this tester was built without libpng", path);
    return NULL;
}

char *pt_picture_save(const char *path, struct pt_format format, size_t width, size_t height,
                      const unsigned char *texels)
{
    char *why;

    (void)texels;
    pt_picture_load(path, format, width, height, &why);
    return why;
}

#endif
