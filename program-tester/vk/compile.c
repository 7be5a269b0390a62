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

enum part { PART_KEY, PART_MODULE, PART_LOG };
enum { SOURCE, MODULE, ERRORS, FILES };
enum { MAGIC = 0x07230203 }; /* of SPIR-V */

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

/* Where a module is kept, by what made it and of what. A tool of "" is that of another machine. */
struct place {
    struct store store;
    char *key, *name;
};

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

static struct place place_in(const char *folder, const char *tool, const struct pt_command *command,
                             const struct pt_plan *plan)
{
    char *key = key_of(command, tool, plan);

    return (struct place){.store = pt_kept_in(folder),
                          .key = key,
                          .name = pt_format("%016" PRIx64, pt_hash(key, strlen(key)))};
}

static void place_finish(struct place *place)
{
    free(place->key);
    free(place->name);
}

/* In this machine's order: a module's first word tells that of the one that made it (SPIR-V, 2.3).
 */
static uint32_t *words_of(const char *bytes, size_t size, size_t *count)
{
    uint32_t *words = pt_alloc(size / sizeof(*words) + 1, sizeof(*words));

    memcpy(words, bytes, size);
    *count = size / sizeof(*words);
    if (words[0] == __builtin_bswap32(MAGIC))
        for (size_t i = 0; i < *count; i++)
            words[i] = __builtin_bswap32(words[i]);
    return words;
}

/* Returns whether something is kept there: *words, or the *log of a program that does not compile.
 */
static bool load(const struct place *place, uint32_t **words, size_t *count, char **log)
{
    struct pt_kept_part parts[PT_KEPT_PARTS];
    void *memory = NULL;
    const bool found = pt_kept_load(&place->store, place->name, parts, &memory) == STORE_GOOD &&
                       parts[PART_KEY].size == strlen(place->key) &&
                       !memcmp(parts[PART_KEY].data, place->key, parts[PART_KEY].size);

    if (found && parts[PART_MODULE].size)
        *words = words_of(parts[PART_MODULE].data, parts[PART_MODULE].size, count);
    else if (found)
        *log = pt_copy(parts[PART_LOG].data, parts[PART_LOG].size);
    free(memory);
    return found;
}

/* A module that cannot be kept is made again next time. */
static bool keep(const struct place *place, const uint32_t *words, size_t count, const char *log)
{
    const struct pt_kept_part parts[PT_KEPT_PARTS] = {
        [PART_KEY] = {place->key, strlen(place->key)},
        [PART_MODULE] = {(const char *)words, count * sizeof(*words)},
        [PART_LOG] = {log, strlen(log)},
        {"", 0},
    };

    return pt_kept_save(&place->store, place->name, parts);
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

/* Takes the module, or the log, that another machine has made of the program. */
static bool load_carried(const struct pt_command *command, const struct pt_plan *plan,
                         uint32_t **words, size_t *count, char **log)
{
    const char *folder = getenv("VK_TESTER_MODULES");

    if (!folder || !*folder)
        return false;
    struct place place = place_in(folder, "", command, plan);
    const bool found = load(&place, words, count, log);
    place_finish(&place);
    return found;
}

/* By the compiler of this machine, or as it has made it before. */
static uint32_t *make_or_load(struct pt_command *command, const char *tool,
                              const struct pt_plan *plan, size_t *count, char **log)
{
    char *folder = cache_folder();
    uint32_t *words = NULL;

    if (!folder)
        return make(command, plan, count, log);
    struct place place = place_in(folder, tool, command, plan);
    if (!load(&place, &words, count, log)) {
        words = make(command, plan, count, log);
        if (words)
            keep(&place, words, *count, "");
    }
    place_finish(&place);
    free(folder);
    return words;
}

uint32_t *pt_vk_compile(const struct pt_plan *plan, size_t *count, char **log, bool *missing)
{
    struct pt_command command = {.count = 0};
    uint32_t *words = NULL;

    *log = NULL;
    *missing = false;
    say(&command, plan);
    if (!load_carried(&command, plan, &words, count, log)) {
        char *tool = identity_of(command.words[0]);

        *missing = !tool;
        if (tool)
            words = make_or_load(&command, tool, plan, count, log);
        else
            *log = pt_format("there is no %s (package %s)", command.words[0],
                             pt_plan_language(plan)->assembly ? "spirv-tools" : "glslang-tools");
        free(tool);
    }
    pt_command_finish(&command);
    return words;
}

char *pt_vk_carry(const struct pt_plan *plan, const char *folder, char **why)
{
    struct pt_command command = {.count = 0};
    size_t count = 0;
    bool missing;
    uint32_t *words = pt_vk_compile(plan, &count, why, &missing);
    char *path = NULL;

    if (!missing) {
        say(&command, plan);
        struct place place = place_in(folder, "", &command, plan);
        if (keep(&place, words, count, *why ? *why : ""))
            path = pt_kept_path(&place.store, place.name);
        place_finish(&place);
        pt_command_finish(&command);
        free(*why);
        *why = path ? NULL : pt_format("nothing can be kept in %s", folder);
    }
    free(words);
    return path;
}
