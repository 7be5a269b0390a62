/* SPDX-License-Identifier: MIT */
/* spirv.c: runs Debian's clang-15 and llvm-spirv-15, which go with each other, with files in memory
 * between them. */
#include "program-tester/run/spirv.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum file { SOURCE, BITCODE, MODULE, ERRORS, FILES };
enum { MAX_WORDS = 256 };

/* The words of a command, and the memory that they lie in. */
struct command {
    char *words[MAX_WORDS + 1];
    size_t count;
};

static void add(struct command *command, const char *word)
{
    if (command->count < MAX_WORDS)
        command->words[command->count++] = pt_format("%s", word);
}

static void finish(struct command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i]);
}

/* The words of build options; quotes keep one together. */
static void add_options(struct command *command, const char *text)
{
    struct pt_string word = {0};
    char quote = 0;
    bool started = false;

    for (; *text || started; text++) {
        if (!*text || (!quote && isspace((unsigned char)*text))) {
            if (started)
                add(command, word.text ? word.text : "");
            free(word.text);
            word = (struct pt_string){0};
            started = false;
            if (!*text)
                break;
        } else if (quote ? *text == quote : *text == '"' || *text == '\'') {
            quote = quote ? 0 : *text;
            started = true;
        } else {
            pt_string_append(&word, text, 1);
            started = true;
        }
    }
}

static void add_names(struct pt_string *word, const char *list)
{
    while (list && *list) {
        size_t length = strcspn(list, " ");
        if (length)
            pt_string_add(word, ",+%.*s", (int)length, list);
        list += length + strspn(list + length, " ");
    }
}

/* "-cl-ext=" with the device's own extensions and features. */
static void add_extensions(struct command *command, const struct pt_device *device)
{
    struct pt_string word = {0};

    pt_string_add(&word, "-cl-ext=-all");
    add_names(&word, device->device_extensions);
    add_names(&word, device->features);
    add(command, word.text);
    free(word.text);
}

/* Passes of LLVM would make integers of 33 bits, which llvm-spirv-15 refuses. */
static void say_compile(struct command *command, const struct pt_device *device,
                        const char *build_options)
{
    static const char *const words[] = {"-finclude-default-header",
                                        "-fdeclare-opencl-builtins",
                                        "-cl-kernel-arg-info",
                                        "-O1",
                                        "-disable-llvm-passes",
                                        "-D__IMAGE_SUPPORT__=1",
                                        "-emit-llvm-bc",
                                        "-no-opaque-pointers",
                                        "-x",
                                        "cl",
                                        "-o",
                                        "-"};
    cl_uint bits = 32;

    clGetDeviceInfo(device->device, CL_DEVICE_ADDRESS_BITS, sizeof(bits), &bits, NULL);
    add(command, "clang-15");
    add(command, "-cc1");
    add(command, "-triple");
    add(command, bits == 64 ? "spir64-unknown-unknown" : "spir-unknown-unknown");
    for (size_t i = 0; i < PT_COUNT(words); i++)
        add(command, words[i]);
    add_extensions(command, device);
    add_options(command, build_options);
    add(command, "-");
}

/* A stream of a descriptor's own, from the start; both share the place in the file. */
static FILE *stream_of(int file, const char *mode)
{
    int copy = lseek(file, 0, SEEK_SET) ? -1 : dup(file);
    FILE *stream = copy < 0 ? NULL : fdopen(copy, mode);

    if (!stream && copy >= 0)
        close(copy);
    return stream;
}

static bool write_all(int file, const char *text, size_t size)
{
    FILE *stream = stream_of(file, "w");
    bool good = stream && fwrite(text, 1, size, stream) == size;

    if (stream && fclose(stream))
        good = false;
    return good && !lseek(file, 0, SEEK_SET);
}

static bool open_files(int files[FILES], const char *source, size_t size)
{
    bool good = true;

    for (int i = 0; i < FILES; i++) {
        files[i] = memfd_create("program", MFD_CLOEXEC);
        good = good && files[i] >= 0;
    }
    return good && write_all(files[SOURCE], source, size);
}

static void close_files(const int files[FILES])
{
    for (int i = 0; i < FILES; i++) {
        if (files[i] >= 0)
            close(files[i]);
    }
}

/* Whether the command ended well. *why, to free(), is set where it could not be started. */
static bool run(struct command *command, const int files[FILES], enum file in, enum file out,
                char **why)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;

    if (posix_spawn_file_actions_init(&actions))
        return false;
    int error = posix_spawn_file_actions_adddup2(&actions, files[in], STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, files[out], STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, files[ERRORS], STDERR_FILENO);
    if (!error)
        error = posix_spawnp(&child, command->words[0], &actions, NULL, command->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        *why = pt_format("%s: %s", command->words[0], strerror(error));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static char *read_file(int file, size_t *size)
{
    struct stat info;
    FILE *stream = fstat(file, &info) ? NULL : stream_of(file, "r");

    *size = 0;
    if (!stream)
        return NULL;
    char *text = pt_alloc((size_t)info.st_size + 1, 1);
    *size = fread(text, 1, (size_t)info.st_size, stream);
    fclose(stream);
    return text;
}

/* The first line that speaks of an error, else the first one. */
static char *first_error(int file)
{
    size_t size;
    char *text = read_file(file, &size);
    char *at = text ? strcasestr(text, "error") : NULL;

    while (at && at > text && at[-1] != '\n')
        at--;
    if (!at)
        at = text;
    char *line = pt_format("%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    free(text);
    return line;
}

char *pt_spirv_make(const struct pt_device *device, const struct pt_plan *plan,
                    const char *build_options, size_t *size, char **why)
{
    struct command compile = {.count = 0}, translate = {.count = 0};
    char *module = NULL;
    int files[FILES];

    *why = NULL;
    say_compile(&compile, device, build_options);
    add(&translate, "llvm-spirv-15");
    /* It refuses variables that hold samplers. */
    add(&translate, "--spirv-mem2reg");
    add(&translate, "/proc/self/fd/0");
    add(&translate, "-o");
    add(&translate, "-");
    bool made = open_files(files, plan->program, plan->program_size) &&
                run(&compile, files, SOURCE, BITCODE, why) && !lseek(files[BITCODE], 0, SEEK_SET) &&
                run(&translate, files, BITCODE, MODULE, why);
    if (made)
        module = read_file(files[MODULE], size);
    else if (!*why)
        *why = first_error(files[ERRORS]);
    close_files(files);
    finish(&compile);
    finish(&translate);
    return module;
}
