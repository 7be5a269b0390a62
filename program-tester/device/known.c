/* SPDX-License-Identifier: MIT */
/* known.c: what is known of a device, whoever found it. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/device/device.h"

static bool list_has(const char *list, const char *word, size_t length)
{
    for (const char *at = list; (at = strstr(at, word)); at++) {
        bool starts = at == list || at[-1] == ' ';

        if (starts && (at[length] == ' ' || !at[length]))
            return true;
    }
    return false;
}

bool pt_names_have(const char *list, const char *name)
{
    return list_has(list, name, strlen(name));
}

bool pt_has_extensions(const char *list, const char *needed, char **missing)
{
    while (*needed) {
        size_t length = strcspn(needed, " \t");
        char *word = pt_copy(needed, length);

        if (length && !list_has(list, word, length)) {
            *missing = word;
            return false;
        }
        free(word);
        needed += length + (needed[length] != '\0');
    }
    return true;
}

void pt_device_finish(struct pt_device *device)
{
    free(device->platform_name);
    free(device->device_name);
    free(device->label);
    free(device->platform_extensions);
    free(device->device_extensions);
    free(device->features);
    free(device->languages);
    free(device->language);
}
