/* SPDX-License-Identifier: MIT */
/* device.c: the OpenGL driver as the one device that there is. */
#include "program-tester/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/context.h"

static char *string_of(GLenum name)
{
    const char *text = (const char *)glGetString(name);

    return pt_format("%s", text ? text : "");
}

/* All extensions, separated by spaces. */
static char *extensions(void)
{
    struct pt_string list = {0};
    GLint count = 0;

    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        pt_string_add(&list, "%s%s", i ? " " : "",
                      (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i));
    return pt_string_take(&list);
}

static void describe(struct pt_device *device)
{
    device->platform_name = string_of(GL_VENDOR);
    device->device_name = string_of(GL_RENDERER);
    device->label = pt_format("%s / %s", device->platform_name, device->device_name);
    device->platform_extensions = pt_copy("", 0);
    device->device_extensions = extensions();
    device->features = pt_copy("", 0);
    device->language = pt_format("GLSL %s", (const char *)glGetString(GL_SHADING_LANGUAGE_VERSION));
    device->images = true;
}

/* Whether what the user gave selects the thing with index 0 and that name. */
static bool selects(const char *wanted, const char *name)
{
    return !wanted || !strcmp(wanted, "0") || strcasestr(name, wanted);
}

bool pt_devices_find(struct pt_devices *devices, const char *platform, const char *device,
                     char **why)
{
    memset(devices, 0, sizeof(*devices));
    if (!pt_gl_open(why))
        return false;
    devices->items = pt_alloc(1, sizeof(*devices->items));
    devices->count = devices->capacity = 1;
    struct pt_device *one = &devices->items[0];
    describe(one);
    if (selects(platform, one->platform_name) && selects(device, one->device_name))
        return true;
    *why = pt_format("there is one OpenGL driver, %s, which is not what was asked for", one->label);
    pt_devices_finish(devices);
    return false;
}

void pt_devices_finish(struct pt_devices *devices)
{
    for (size_t i = 0; i < devices->count; i++)
        pt_device_finish(&devices->items[i]);
    free(devices->items);
    memset(devices, 0, sizeof(*devices));
    pt_gl_close();
}

void pt_device_strings(const struct pt_device *device,
                       struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    static const struct pt_device_string queries[] = {
        {"platform_version", NULL}, {"version", NULL}, {"driver_version", NULL}};
    size_t count = 0;

    strings[count++] = (struct pt_device_string){"platform", pt_copy("OpenGL", 6)};
    strings[count++] = (struct pt_device_string){"name", pt_format("%s", device->device_name)};
    strings[count++] = (struct pt_device_string){"vendor", pt_format("%s", device->platform_name)};
    strings[count++] = (struct pt_device_string){"c_version", pt_format("%s", device->language)};
    for (size_t i = 0; i < PT_COUNT(queries); i++)
        strings[count++] = (struct pt_device_string){queries[i].name, string_of(GL_VERSION)};
}

void pt_device_strings_finish(struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    for (size_t i = 0; i < PT_DEVICE_STRINGS; i++)
        free(strings[i].text);
}
