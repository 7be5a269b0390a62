/* SPDX-License-Identifier: MIT */
/* mock_compiler.c: a compiler whose every program is the test's binary. */
#include "driver/base/free_all.h"
#include "driver/clover/tests/mock.h"
#include "driver/foreign_binary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct rootle_binary *mock_binary;
atomic_bool mock_hold_builds;
bool mock_takes_il;
unsigned char mock_il[256];

static void *copy_bytes(const void *bytes, size_t size)
{
    void *copy = malloc(size ? size : 1);

    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

static void copy_kernel(struct rootle_kernel *to, const struct rootle_kernel *from)
{
    *to = *from;
    to->name = strdup(from->name);
    to->attributes = strdup(from->attributes ? from->attributes : "");
    to->args = copy_bytes(from->args, from->arg_count * sizeof *from->args);
    to->samplers = copy_bytes(from->samplers, from->sampler_count * sizeof *from->samplers);
    to->code = copy_bytes(from->code, from->code_bytes);
    for (uint32_t i = 0; i < from->arg_count; i++) {
        to->args[i].name = strdup(from->args[i].name ? from->args[i].name : "");
        to->args[i].type_name = strdup(from->args[i].type_name ? from->args[i].type_name : "");
    }
}

static struct rootle_binary *copy_binary(const struct rootle_binary *from)
{
    struct rootle_binary *to = calloc(1, sizeof *to);

    *to = *from;
    to->chip = strdup(from->chip);
    to->compiler = strdup("mock");
    to->rodata = copy_bytes(from->rodata, from->rodata_bytes);
    to->kernels = calloc(from->kernel_count + 1, sizeof *to->kernels);
    for (uint32_t i = 0; i < from->kernel_count; i++)
        copy_kernel(&to->kernels[i], &from->kernels[i]);
    return to;
}

static void finish_kernel(struct rootle_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        free(kernel->args[i].name);
        free(kernel->args[i].type_name);
    }
    FREE_ALL(kernel->name, kernel->attributes, kernel->args, kernel->samplers, kernel->code);
}

void rootle_binary_destroy(struct rootle_binary *binary)
{
    if (!binary)
        return;
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        finish_kernel(&binary->kernels[i]);
    FREE_ALL(binary->kernels, binary->rodata, binary->compiler, binary->chip, binary);
}

/* The mock's images hold a magic word and, behind its NUL, the binary's type. */
static const char magic[] = "mock binary";
enum { IMAGE_BYTES = sizeof magic + 1 };

struct rootle_binary *rootle_binary_read(const void *image, size_t size, char *error,
                                         size_t error_size)
{
    if (size == IMAGE_BYTES && memcmp(image, magic, sizeof magic) == 0) {
        struct rootle_binary *binary = copy_binary(mock_binary);
        binary->type = ((const unsigned char *)image)[sizeof magic];
        return binary;
    }
    snprintf(error, error_size, "not a mock binary");
    errno = EINVAL;
    return NULL;
}

bool foreign_binary_is(const void *image, size_t size)
{
    (void)image;
    (void)size;
    return false;
}

struct rootle_binary *foreign_binary_read(const void *image, size_t size, char *error,
                                          size_t error_size)
{
    return rootle_binary_read(image, size, error, error_size);
}

bool compiler_takes_il(void)
{
    return mock_takes_il;
}

bool compiler_available(void)
{
    return true;
}

static void answer(struct compiler_result *result, enum compiler_status status, const char *log)
{
    *result = (struct compiler_result){.status = status, .log = strdup(log)};
}

static void answer_binary(struct compiler_result *result, enum rootle_binary_type type)
{
    char image[IMAGE_BYTES];

    memcpy(image, magic, sizeof magic);
    image[sizeof magic] = (char)type;
    answer(result, COMPILER_OK, "");
    result->binary = copy_binary(mock_binary);
    result->binary->type = type;
    result->image = copy_bytes(image, sizeof image);
    result->image_size = sizeof image;
}

/* As the real compiler: what an action makes. */
static enum rootle_binary_type type_of(const struct compiler_request *request)
{
    if (request->action == COMPILER_COMPILE)
        return ROOTLE_OBJECT;
    return strstr(request->options, "-create-library") ? ROOTLE_LIBRARY : ROOTLE_EXECUTABLE;
}

enum compiler_status compiler_check_options(enum compiler_action action, const char *options,
                                            bool *arg_info, char **log)
{
    (void)action;
    *arg_info = strstr(options, "-cl-kernel-arg-info");
    bool bogus = strstr(options, "-bogus");
    *log = bogus ? strdup("unknown option\n") : NULL;
    return bogus ? COMPILER_INVALID_OPTIONS : COMPILER_OK;
}

void compiler_build(const struct compiler_request *request, struct compiler_result *result)
{
    while (atomic_load(&mock_hold_builds))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    if (request->is_il) {
        memcpy(mock_il, request->source,
               request->source_size < sizeof mock_il ? request->source_size : sizeof mock_il);
        answer_binary(result, type_of(request));
    } else if (strstr(request->source, "unavailable")) {
        answer(result, COMPILER_UNAVAILABLE, "rootle-cc not found\n");
    } else if (strstr(request->source, "log: ")) {
        answer(result, COMPILER_BUILD_FAILED, strstr(request->source, "log: ") + strlen("log: "));
    } else if (strstr(request->source, "error")) {
        answer(result, COMPILER_BUILD_FAILED, "1:1: error: as asked\n");
    } else {
        answer_binary(result, type_of(request));
    }
}

void compiler_result_finish(struct compiler_result *result)
{
    rootle_binary_destroy(result->binary);
    free(result->image);
    free(result->log);
}
