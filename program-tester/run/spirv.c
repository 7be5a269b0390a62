/* SPDX-License-Identifier: MIT */
/* spirv.c: runs Debian's clang-15 and llvm-spirv-15, which go with each other, with files in memory
 * between them; and spirv-as. */
#include "program-tester/run/spirv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/run/tool.h"

enum file { SOURCE, BITCODE, MODULE, ERRORS, FILES };

/* The words of build options; quotes keep one together. */
static void add_options(struct pt_command *command, const char *text)
{
    struct pt_string word = {0};
    char quote = 0;
    bool started = false;

    for (; *text || started; text++) {
        if (!*text || (!quote && isspace((unsigned char)*text))) {
            if (started)
                pt_command_add(command, word.text ? word.text : "");
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
static void add_extensions(struct pt_command *command, const struct pt_device *device)
{
    struct pt_string word = {0};

    pt_string_add(&word, "-cl-ext=-all");
    add_names(&word, device->device_extensions);
    add_names(&word, device->features);
    pt_command_add(command, word.text);
    free(word.text);
}

static cl_uint address_bits(const struct pt_device *device)
{
    cl_uint bits = 32;

    clGetDeviceInfo(device->device, CL_DEVICE_ADDRESS_BITS, sizeof(bits), &bits, NULL);
    return bits;
}

/* Passes of LLVM would make integers of 33 bits, which llvm-spirv-15 refuses. */
static void say_compile(struct pt_command *command, const struct pt_device *device,
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
    pt_command_add(command, "clang-15");
    pt_command_add(command, "-cc1");
    pt_command_add(command, "-triple");
    pt_command_add(command,
                   address_bits(device) == 64 ? "spir64-unknown-unknown" : "spir-unknown-unknown");
    for (size_t i = 0; i < PT_COUNT(words); i++)
        pt_command_add(command, words[i]);
    add_extensions(command, device);
    add_options(command, build_options);
    pt_command_add(command, "-");
}

static bool open_files(int files[FILES], const char *source, size_t size)
{
    bool good = true;

    for (int i = 0; i < FILES; i++) {
        files[i] = pt_memory_file(i == SOURCE ? source : "", i == SOURCE ? size : 0);
        good = good && files[i] >= 0;
    }
    return good;
}

static void close_files(const int files[FILES])
{
    for (int i = 0; i < FILES; i++) {
        if (files[i] >= 0)
            close(files[i]);
    }
}

char *pt_spirv_make(const struct pt_device *device, const struct pt_plan *plan,
                    const char *build_options, size_t *size, char **why)
{
    struct pt_command compile = {.count = 0}, translate = {.count = 0};
    char *module = NULL;
    int files[FILES];

    *why = NULL;
    say_compile(&compile, device, build_options);
    pt_command_add(&translate, "llvm-spirv-15");
    /* It refuses variables that hold samplers. */
    pt_command_add(&translate, "--spirv-mem2reg");
    pt_command_add(&translate, "/proc/self/fd/0");
    pt_command_add(&translate, "-o");
    pt_command_add(&translate, "-");
    bool made = open_files(files, plan->program, plan->program_size) &&
                pt_command_run(&compile, files[SOURCE], files[BITCODE], files[ERRORS], why) &&
                !lseek(files[BITCODE], 0, SEEK_SET) &&
                pt_command_run(&translate, files[BITCODE], files[MODULE], files[ERRORS], why);
    if (made)
        module = pt_memory_read(files[MODULE], size);
    else if (!*why)
        *why = pt_memory_first_error(files[ERRORS]);
    close_files(files);
    pt_command_finish(&compile);
    pt_command_finish(&translate);
    return module;
}

/* SPIR-V 1.0 is what every OpenCL that takes SPIR-V takes. */
char *pt_spirv_assemble(const struct pt_device *device, const struct pt_plan *plan, size_t *size,
                        char **why, bool *missing)
{
    static const char *const words[] = {"spirv-as", "--target-env", "spv1.0", "-o", "-", "-"};
    struct pt_command command = {.count = 0};
    char *module = NULL;
    char *text = pt_copy(plan->program, plan->program_size);
    char *model = strstr(text, "Physical32");
    int files[FILES];

    *why = NULL;
    if (model && address_bits(device) == 64)
        memcpy(model, "Physical64", strlen("Physical64"));
    for (size_t i = 0; i < PT_COUNT(words); i++)
        pt_command_add(&command, words[i]);
    if (open_files(files, text, plan->program_size) &&
        pt_command_run(&command, files[SOURCE], files[MODULE], files[ERRORS], why))
        module = pt_memory_read(files[MODULE], size);
    *missing = *why;
    if (!module && !*why)
        *why = pt_memory_first_error(files[ERRORS]);
    close_files(files);
    free(text);
    pt_command_finish(&command);
    return module;
}
