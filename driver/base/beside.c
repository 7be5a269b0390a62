/* SPDX-License-Identifier: MIT */
/* beside.c: where a program lies, and what lies there. */
#include "driver/base/beside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool beside_program(const char *built, const char *installed, char path[BESIDE_PATH_SIZE])
{
    const char *const self = "/proc/self/exe";
    char folder[PATH_MAX];
    const ssize_t length = readlink(self, folder, sizeof(folder) - 1);
    if (length < 0) {
        snprintf(path, BESIDE_PATH_SIZE, "%s", self);
        return false;
    }
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    snprintf(path, BESIDE_PATH_SIZE, "%s/%s", folder, built);
    if (!access(path, R_OK))
        return true;
    snprintf(path, BESIDE_PATH_SIZE, "%s/%s", folder, installed);
    return !access(path, R_OK);
}
