/* SPDX-License-Identifier: MIT */
/* program_cache.c: programs as the driver built them, kept from run to run. */
#include "program-tester/run/program_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/base/error.h"
#include "program-tester/base/kept.h"
#include "program-tester/device/identity.h"
#include "program-tester/run/outside.h"

enum part { PART_KEY, PART_FILES, PART_LOG, PART_BINARY };

struct pt_program_cache {
    const struct pt_cache_options *options;
    struct store kept;
    cl_device_id device;
    char *head;             /* the part of keys that is the same for all programs */
    struct pt_paths files;  /* what the driver consists of */
    struct pt_paths before; /* objects loaded before a build */
    char *holding;          /* a text of files that was found to be true */
    bool off;               /* the folder or the driver does not serve */
};

/* Variables that differ from terminal to terminal and mean nothing to a driver. */
static const char *const ignored[] = {
    "_",      "COLUMNS",     "DISPLAY",  "INVOCATION_ID", "LINES", "LS_COLORS",
    "OLDPWD", "PWD",         "SHLVL",    "SSH_",          "STY",   "TERM",
    "TMUX",   "VTE_VERSION", "WINDOWID", "XDG_SESSION_",
};

static bool is_ignored(const char *variable)
{
    for (size_t i = 0; i < PT_COUNT(ignored); i++) {
        size_t length = strlen(ignored[i]);
        bool prefix = length > 1 && ignored[i][length - 1] == '_';

        if (!strncmp(variable, ignored[i], length) && (prefix || variable[length] == '='))
            return true;
    }
    return false;
}

static void add_part(struct pt_string *key, const char *text, size_t length)
{
    pt_string_add(key, "%zu ", length);
    pt_string_append(key, text, length);
}

static void add_paths(struct pt_string *key, const struct pt_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        add_part(key, paths->items[i], strlen(paths->items[i]));
}

/* As a hash: an environment holds secrets. */
static void add_environment(struct pt_string *key)
{
    struct pt_paths variables = {0};
    struct pt_string text = {0};

    for (char **variable = environ; *variable; variable++) {
        if (!is_ignored(*variable))
            pt_paths_add(&variables, *variable);
    }
    add_paths(&text, &variables);
    pt_string_add(key, "%016" PRIx64 " ", pt_hash(text.text, text.length));
    free(text.text);
    pt_paths_finish(&variables);
}

static char *key_head(const struct pt_device *device, const struct pt_paths *files)
{
    struct pt_device_string strings[PT_DEVICE_STRINGS];
    struct pt_string key = {0};

    pt_device_strings(device, strings);
    for (size_t i = 0; i < PT_DEVICE_STRINGS; i++)
        add_part(&key, strings[i].text, strlen(strings[i].text));
    pt_device_strings_finish(strings);
    add_environment(&key);
    add_paths(&key, files);
    return pt_string_take(&key);
}

struct pt_program_cache *pt_program_cache_create(const struct pt_cache_options *options,
                                                 const struct pt_device *device)
{
    if (!options->folder)
        return NULL;
    struct pt_program_cache *cache = pt_alloc(1, sizeof(*cache));
    cache->options = options;
    cache->kept = pt_kept_in(options->folder);
    cache->device = device->device;
    for (size_t i = 0; i < options->driver_file_count; i++)
        pt_paths_add_tree(&cache->files, options->driver_files[i]);
    pt_paths_add_objects(&cache->files);
    cache->head = key_head(device, &cache->files);
    return cache;
}

void pt_program_cache_destroy(struct pt_program_cache *cache)
{
    if (!cache)
        return;
    pt_paths_finish(&cache->files);
    pt_paths_finish(&cache->before);
    free(cache->head);
    free(cache->holding);
    free(cache);
}

static bool serves(const struct pt_program_cache *cache, const struct pt_plan *plan,
                   const char *build_options)
{
    return cache && !cache->off && !plan->program_is_binary && !plan->config.expect_build_fail &&
           !pt_plan_only_builds(plan) && !strstr(build_options, "-I") &&
           !pt_looks_outside(plan->program, plan->program_size) &&
           !pt_looks_outside(build_options, strlen(build_options));
}

static struct pt_string key_of(const struct pt_program_cache *cache, const struct pt_plan *plan,
                               const char *build_options)
{
    struct pt_string key = {0};

    add_part(&key, cache->head, strlen(cache->head));
    add_part(&key, build_options, strlen(build_options));
    add_part(&key, plan->program, plan->program_size);
    return key;
}

static char *name_of(const struct pt_string *key)
{
    return pt_format("%016" PRIx64, pt_hash(key->text, key->length));
}

char *pt_program_binary(cl_program program, size_t *size, cl_int *error)
{
    *size = 0;
    *error = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(*size), size, NULL);
    if (*error || !*size)
        return NULL;
    char *binary = pt_alloc(*size, 1);
    *error = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL);
    if (*error) {
        free(binary);
        return NULL;
    }
    return binary;
}

cl_program pt_program_from_binary(cl_context context, cl_device_id device, const char *binary,
                                  size_t size, const char *options, const char **step,
                                  cl_int *error)
{
    const unsigned char *bytes = (const unsigned char *)binary;

    *step = "clCreateProgramWithBinary";
    cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, error);
    if (*error)
        return NULL;
    *step = "clBuildProgram";
    *error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (!*error)
        return program;
    clReleaseProgram(program);
    return NULL;
}

/* Whether the driver's files are what they were; asked of the file system once for each text. */
static bool files_hold(struct pt_program_cache *cache, struct pt_kept_part files)
{
    if (cache->holding && !strncmp(cache->holding, files.data, files.size) &&
        !cache->holding[files.size])
        return true;
    char *text = pt_copy(files.data, files.size);
    bool holds = pt_identity_holds(text);
    if (holds) {
        free(cache->holding);
        cache->holding = text;
    } else {
        free(text);
    }
    return holds;
}

/* A driver that does not take what it gave is wrong, or has changed behind its files' backs. */
static void refuse(struct pt_program_cache *cache, const char *path, const char *step, cl_int error)
{
    cache->off = true;
    fprintf(stderr,
            "program-tester: the driver refuses the binary that it made, which is in %s: %s: %s; "
            "programs are built from source\n",
            path, step, pt_cl_error(error));
}

/* Reports that the kept program is of no use. */
static void report_unusable(const char *path, enum store_state state)
{
    const char *why = state == STORE_DAMAGED ? "is damaged" : "cannot be read: ";
    const char *reason = state == STORE_DAMAGED ? "" : store_error(errno);

    fprintf(stderr, "program-tester: %s %s%s; the program is built from source\n", path, why,
            reason);
}

static cl_program build_kept(struct pt_program_cache *cache, cl_context context, const char *path,
                             const struct pt_kept_part parts[PT_KEPT_PARTS],
                             const char *build_options, char **log)
{
    const char *step;
    cl_int error;
    cl_program program =
        pt_program_from_binary(context, cache->device, parts[PART_BINARY].data,
                               parts[PART_BINARY].size, build_options, &step, &error);

    if (!program)
        refuse(cache, path, step, error);
    else if (parts[PART_LOG].size)
        *log = pt_copy(parts[PART_LOG].data, parts[PART_LOG].size);
    return program;
}

cl_program pt_program_cache_build(struct pt_program_cache *cache, cl_context context,
                                  const struct pt_plan *plan, const char *build_options, char **log)
{
    struct pt_kept_part parts[PT_KEPT_PARTS];
    cl_program program = NULL;
    void *memory;

    if (!serves(cache, plan, build_options))
        return NULL;
    struct pt_string key = key_of(cache, plan, build_options);
    char *name = name_of(&key);
    char *path = pt_kept_path(&cache->kept, name);
    enum store_state state = pt_kept_load(&cache->kept, name, parts, &memory);
    if (state != STORE_ABSENT && state != STORE_GOOD)
        report_unusable(path, state);
    if (state == STORE_GOOD && parts[PART_KEY].size == key.length &&
        !memcmp(parts[PART_KEY].data, key.text, key.length) && files_hold(cache, parts[PART_FILES]))
        program = build_kept(cache, context, path, parts, build_options, log);
    free(memory);
    free(path);
    free(name);
    free(key.text);
    return program;
}

void pt_program_cache_before_build(struct pt_program_cache *cache)
{
    if (!cache)
        return;
    pt_paths_finish(&cache->before);
    pt_paths_add_objects(&cache->before);
}

void pt_program_cache_after_build(struct pt_program_cache *cache)
{
    struct pt_paths after = {0};

    if (!cache)
        return;
    pt_paths_add_objects(&after);
    pt_paths_add_new(&cache->files, &after, &cache->before);
    pt_paths_finish(&after);
}

static void store(struct pt_program_cache *cache, const struct pt_string *key, const char *files,
                  const char *log, const char *binary, size_t size)
{
    const struct pt_kept_part parts[PT_KEPT_PARTS] = {
        [PART_KEY] = {key->text, key->length},
        [PART_FILES] = {files, strlen(files)},
        [PART_LOG] = {log ? log : "", log ? strlen(log) : 0},
        [PART_BINARY] = {binary, size},
    };
    char *name = name_of(key);

    /* A file in the place of one program was reported when the program was looked for. */
    if (!pt_kept_save(&cache->kept, name, parts) && !store_blames_file(errno)) {
        cache->off = true;
        fprintf(stderr, "program-tester: cannot keep programs in %s: %s\n", cache->options->folder,
                store_error(errno));
    }
    free(name);
}

void pt_program_cache_keep(struct pt_program_cache *cache, cl_program program,
                           const struct pt_plan *plan, const char *build_options, const char *log)
{
    size_t size;
    cl_int error;

    if (!serves(cache, plan, build_options))
        return;
    char *files = pt_identity_text(&cache->files, cache->options->started);
    char *binary = files ? pt_program_binary(program, &size, &error) : NULL;
    if (binary) {
        struct pt_string key = key_of(cache, plan, build_options);

        store(cache, &key, files, log, binary, size);
        free(key.text);
    }
    free(binary);
    free(files);
}
