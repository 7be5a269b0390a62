/* SPDX-License-Identifier: MIT */
/* drivers.c: what the OpenCL loader was given. Loaders say nothing about drivers that they cannot
 * load, so this tries again, aloud. */
#include "program-tester/device/drivers.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* An .icd file is the name of a library. */
static void explain_icd(struct pt_string *said, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;

    pt_string_add(said, "%s: ", path);
    if (!file) {
        pt_string_add(said, "%s", strerror(errno));
        return;
    }
    if (getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        explain_library(said, line);
    } else {
        pt_string_add(said, "it names no library");
    }
    free(line);
    fclose(file);
}

static void explain_folder(struct pt_string *said, const char *folder)
{
    char *pattern = pt_format("%s/*.icd", folder);
    glob_t found = {0};

    if (glob(pattern, 0, NULL, &found))
        pt_string_add(said, "%s has no .icd file", folder);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (i)
            pt_string_add(said, "; ");
        explain_icd(said, found.gl_pathv[i]);
    }
    globfree(&found);
    free(pattern);
}

char *pt_drivers_explain(void)
{
    const char *vendors = getenv("OCL_ICD_VENDORS"), *path = vendors;
    struct pt_string said = {0};
    struct stat status;

    if (!path || !path[0])
        path = default_vendors;
    else
        pt_string_add(&said, "OCL_ICD_VENDORS is ");
    size_t length = strlen(path);
    if (!stat(path, &status) && S_ISDIR(status.st_mode))
        explain_folder(&said, path);
    else if (length >= 4 && !strcmp(path + length - 4, ".icd"))
        explain_icd(&said, path);
    else if (stat(path, &status))
        pt_string_add(&said, "%s, which does not exist", path);
    else
        explain_library(&said, path);
    return pt_string_take(&said);
}
