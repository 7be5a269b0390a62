/* SPDX-License-Identifier: MIT */
/* device.h: finds devices and what tests must know of them. What is OpenCL's is in device.c;
 * program-tester/gl has OpenGL's. */
#pragma once

#include <CL/cl.h>

#include "program-tester/base/util.h"
#include "program-tester/device/clc.h"

struct pt_device {
    cl_platform_id platform;
    cl_device_id device;
    char *platform_name, *device_name;
    char *label; /* "platform / device" */
    char *platform_extensions, *device_extensions;
    char *features;               /* of OpenCL C 3.0: names of macros, separated by spaces */
    char *languages;              /* intermediate ones that it takes, as "SPIR-V_1.2"; "": none */
    char *language;               /* of programs, with its version */
    unsigned clc_version;         /* 12 is OpenCL C 1.2; no higher than the platform's version */
    pt_clc_versions clc_versions; /* what -cl-std may ask for, clc_version included */
    bool images;
    bool image_programs_only; /* cl_rootle_image_programs: no other kernels */
    size_t max_group_size, max_item_sizes[3];
    size_t max_1d_buffer, max_layers, max_2d[2], max_3d[3]; /* texels */
};

struct pt_devices {
    struct pt_device *items;
    size_t count, capacity;
};

/* A device's description of itself, for records: names and strings of the OpenCL queries. */
struct pt_device_string {
    const char *name; /* as in records */
    char *text;
};

enum { PT_DEVICE_STRINGS = 7 };

/* Asks the device; pt_device_strings_finish frees the texts. */
void pt_device_strings(const struct pt_device *device,
                       struct pt_device_string strings[PT_DEVICE_STRINGS]);
void pt_device_strings_finish(struct pt_device_string strings[PT_DEVICE_STRINGS]);

/* Lists the devices that `platform` and `device` select: an index, part of a name in any case, or
 * NULL for all. When there is none, returns false and *why is one line to free() that says what
 * there is instead. */
bool pt_devices_find(struct pt_devices *devices, const char *platform, const char *device,
                     char **why);
void pt_devices_finish(struct pt_devices *devices);
/* Frees one device's strings. */
void pt_device_finish(struct pt_device *device);

/* Whether a name is in a list of names separated by spaces. */
bool pt_names_have(const char *list, const char *name);
/* Whether a space-separated list of extensions has all of `needed`; if not, *missing is the first
 * that is not there, to free(). */
bool pt_has_extensions(const char *list, const char *needed, char **missing);
