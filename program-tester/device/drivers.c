/* SPDX-License-Identifier: MIT */
/* drivers.c: what the OpenCL loader was given. Loaders say nothing about drivers that they cannot
 * load, so this tries again, aloud. */
#include "program-tester/device/drivers.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program-tester/base/util.h"

static const char default_vendors[] = "/etc/OpenCL/vendors";

static void explain_library(struct pt_string *said, const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);

    if (handle)
        pt_string_add(said, "%s can be loaded, but offers no platform", library);
    else
        pt_string_add(said, "%s", dlerror());
    if (handle)
        dlclose(handle);
}

/* The library that an .icd file names, to free(); NULL with errno where it cannot be read, "" where
 * it names none. */
static char *library_of(const char *icd)
{
    FILE *file = fopen(icd, "r");
    char *line = NULL;
    size_t capacity = 0;

    if (!file)
        return NULL;
    if (getline(&line, &capacity, file) < 0) {
        free(line);
        line = pt_format("%s", "");
    }
    line[strcspn(line, "\r\n")] = '\0';
    fclose(file);
    return line;
}

static void explain_icd(struct pt_string *said, const char *path)
{
    char *library = library_of(path);

    pt_string_add(said, "%s: ", path);
    if (!library)
        pt_string_add(said, "%s", strerror(errno));
    else if (!library[0])
        pt_string_add(said, "it names no library");
    else
        explain_library(said, library);
    free(library);
}

static void explain_folder(struct pt_string *said, const char *folder)
{
    char *pattern = pt_format("%s/*.icd", folder);
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found))
        pt_string_add(said, "%s, a folder without .icd files", folder);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (i)
            pt_string_add(said, "; ");
        explain_icd(said, found.gl_pathv[i]);
    }
    globfree(&found);
    free(pattern);
}

static bool is_folder(const char *path)
{
    struct stat status;

    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static bool is_icd(const char *path)
{
    size_t length = strlen(path);

    return length >= 4 && !strcmp(path + length - 4, ".icd");
}

char *pt_drivers_explain(void)
{
    const char *vendors = getenv("OCL_ICD_VENDORS"), *path = vendors;
    struct pt_string said = {0};

    if (!path || !path[0])
        path = default_vendors;
    else
        pt_string_add(&said, "OCL_ICD_VENDORS is ");
    if (is_folder(path))
        explain_folder(&said, path);
    else if (is_icd(path))
        explain_icd(&said, path);
    else if (access(path, F_OK))
        pt_string_add(&said, "%s, which does not exist", path);
    else
        explain_library(&said, path);
    return pt_string_take(&said);
}

void pt_drivers_choose(void)
{
    const char *path = getenv("OCL_ICD_VENDORS");

    if (!path || !path[0] || is_folder(path))
        return;
    char *library = is_icd(path) ? library_of(path) : pt_format("%s", path);
    setenv("OCL_ICD_FILENAMES", library ? library : "", 1);
    free(library);
}
