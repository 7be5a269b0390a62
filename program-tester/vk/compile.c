/* SPDX-License-Identifier: MIT */
/* compile.c: makes SPIR-V of a plan's program, by glslangValidator or spirv-as. */
#include "program-tester/vk/compile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program-tester/base/kept.h"
#include "program-tester/run/tool.h"

enum part { PART_KEY, PART_MODULE };
enum { SOURCE, MODULE, ERRORS, FILES };

static const char *const glslang[] = {
    "glslangValidator", "--quiet",        "-V", "--target-env", "vulkan1.1", "-S", "comp", "-o",
    "/proc/self/fd/1",  "/proc/self/fd/0"};
static const char *const assembler[] = {"spirv-as", "--target-env", "vulkan1.1", "-o", "-", "-"};

static void say(struct pt_command *command, const struct pt_plan *plan)
{
    const bool assembly = pt_plan_language(plan)->assembly;
    const char *const *words = assembly ? assembler : glslang;
    size_t count = assembly ? PT_COUNT(assembler) : PT_COUNT(glslang);

    for (size_t i = 0; i < count; i++)
        pt_command_add(command, words[i]);
}

/* The file of a command, by PATH, with its size and time: another version makes other modules. */
static char *identity_of(const char *name)
{
    const char *path = getenv("PATH");
    struct stat info;

    while (path && *path) {
        const int length = (int)strcspn(path, ":");
        char *file = pt_format("%.*s/%s", length, path, name);
        const bool found = !stat(file, &info);

        if (found) {
            char *identity =
                pt_format("%s %jd %jd", file, (intmax_t)info.st_size, (intmax_t)info.st_mtime);
            free(file);
            return identity;
        }
        free(file);
        path += length + (path[length] == ':');
    }
    return NULL;
}

static char *cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

    if (cache && *cache == '/')
        return pt_format("%s/run-tests/spirv", cache);
    return home && *home == '/' ? pt_format("%s/.cache/run-tests/spirv", home) : NULL;
}

static char *key_of(const struct pt_command *command, const char *tool, const struct pt_plan *plan)
{
    struct pt_string key = {0};

    pt_string_add(&key, "%s", tool);
    for (size_t i = 0; i < command->count; i++)
        pt_string_add(&key, " %s", command->words[i]);
    pt_string_add(&key, "\n");
    pt_string_append(&key, plan->program, plan->program_size);
    return pt_string_take(&key);
}

static uint32_t *words_of(const char *bytes, size_t size, size_t *count)
{
    uint32_t *words = pt_alloc(size / sizeof(*words) + 1, sizeof(*words));

    memcpy(words, bytes, size);
    *count = size / sizeof(*words);
    return words;
}

static uint32_t *load(const struct store *store, const char *name, const char *key, size_t *count)
{
    struct pt_kept_part parts[PT_KEPT_PARTS];
    uint32_t *words = NULL;
    void *memory = NULL;

    if (pt_kept_load(store, name, parts, &memory) == STORE_GOOD &&
        parts[PART_KEY].size == strlen(key) &&
        !memcmp(parts[PART_KEY].data, key, parts[PART_KEY].size))
        words = words_of(parts[PART_MODULE].data, parts[PART_MODULE].size, count);
    free(memory);
    return words;
}

/* A module that cannot be kept is made again next time. */
static void keep(const struct store *store, const char *name, const char *key,
                 const uint32_t *words, size_t count)
{
    const struct pt_kept_part parts[PT_KEPT_PARTS] = {
        [PART_KEY] = {key, strlen(key)},
        [PART_MODULE] = {(const char *)words, count * sizeof(*words)},
        {"", 0},
        {"", 0},
    };

    pt_kept_save(store, name, parts);
}

/* All that both streams have: glslangValidator writes its errors to standard output. */
static char *log_of(const int files[FILES])
{
    struct pt_string log = {0};

    for (int i = MODULE; i <= ERRORS; i++) {
        size_t size = 0;
        char *text = pt_memory_read(files[i], &size);

        pt_string_append(&log, text ? text : "", text ? strlen(text) : 0);
        free(text);
    }
    return pt_string_take(&log);
}

static uint32_t *make(struct pt_command *command, const struct pt_plan *plan, size_t *count,
                      char **log)
{
    int files[FILES];
    uint32_t *words = NULL;
    size_t size = 0;

    files[SOURCE] = pt_memory_file(plan->program, plan->program_size);
    files[MODULE] = pt_memory_file("", 0);
    files[ERRORS] = pt_memory_file("", 0);
    *log = NULL;
    if (pt_command_run(command, files[SOURCE], files[MODULE], files[ERRORS], log)) {
        char *bytes = pt_memory_read(files[MODULE], &size);

        words = bytes ? words_of(bytes, size, count) : NULL;
        free(bytes);
    } else if (!*log) {
        *log = log_of(files);
    }
    for (int i = 0; i < FILES; i++)
        close(files[i]);
    return words;
}

uint32_t *pt_vk_compile(const struct pt_plan *plan, size_t *count, char **log, bool *missing)
{
    struct pt_command command = {.count = 0};
    char *folder = cache_folder(), *tool;
    uint32_t *words = NULL;

    *log = NULL;
    say(&command, plan);
    tool = identity_of(command.words[0]);
    *missing = !tool;
    if (!tool) {
        *log = pt_format("there is no %s (package %s)", command.words[0],
                         pt_plan_language(plan)->assembly ? "spirv-tools" : "glslang-tools");
    } else {
        char *key = key_of(&command, tool, plan);
        char *name = pt_format("%016" PRIx64, pt_hash(key, strlen(key)));
        struct store store = pt_kept_in(folder);

        words = folder ? load(&store, name, key, count) : NULL;
        if (!words) {
            words = make(&command, plan, count, log);
            if (words && folder)
                keep(&store, name, key, words, *count);
        }
        free(name);
        free(key);
    }
    pt_command_finish(&command);
    free(tool);
    free(folder);
    return words;
}
