/* SPDX-License-Identifier: MIT */
/* client.c: a build as the driver asks for it: from the cache, else from the compiler process. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/env.h"
#include "driver/base/surroundings.h"
#include "driver/compiler.h"
#include "driver/compiler/cache.h"
#include "driver/compiler/options.h"
#include "driver/compiler/process.h"
#include "driver/compiler/protocol.h"

static bool may_cache(const struct protocol_request *request)
{
    return env_number(ENV_CACHE) != 0 && !compiler_settings_want_run(&request->settings);
}

/* A hash of what shapes the answer: the compiler and the request. */
static bool make_key(struct cache_key *key, const char *path,
                     const struct protocol_request *request)
{
    static const char version[] = "rootle cache 4";
    struct sha256 sha;
    size_t size;
    void *task = protocol_key(request, &size);
    if (!task)
        return false;
    sha256_init(&sha);
    sha256_update(&sha, version, sizeof(version));
    bool known = process_hash_identity(&sha, path, request->action) &&
                 (!request->translator || process_hash_file(&sha, request->translator));
    sha256_update(&sha, task, size);
    sha256_finish(&sha, key->bytes);
    free(task);
    return known;
}

static void refuse(struct compiler_result *result, enum compiler_status status, const char *format,
                   const char *argument)
{
    result->status = status;
    if (asprintf(&result->log, format, argument) < 0)
        result->log = NULL;
}

static void take_image(struct protocol_reply *reply, struct compiler_result *result)
{
    result->image = reply->image;
    result->image_size = reply->image_size;
    reply->image = NULL;
}

/* Takes over the reply's log and image. */
static void take_reply(enum compiler_action action, struct protocol_reply *reply,
                       struct compiler_result *result)
{
    char error[256];
    result->status = reply->status;
    result->log = reply->log;
    reply->log = NULL;
    if (result->status != COMPILER_OK)
        return;
    if (action == COMPILER_RECOMPILE) {
        take_image(reply, result);
        return;
    }
    result->binary = rootle_binary_read(reply->image, reply->image_size, error, sizeof(error));
    if (result->binary) {
        take_image(reply, result);
        return;
    }
    enum compiler_status status = errno == ENOMEM ? COMPILER_NO_MEMORY : COMPILER_CRASHED;
    free(result->log);
    refuse(result, status, "the compiler's answer cannot be used: %s\n", error);
}

static bool load_cached(enum compiler_action action, const struct cache_key *key,
                        const char *folder, struct compiler_result *result)
{
    struct protocol_reply reply;
    if (!cache_load(key, folder, &reply))
        return false;
    take_reply(action, &reply, result);
    protocol_reply_finish(&reply);
    if (result->status == COMPILER_OK) {
        result->cached = true;
        return true;
    }
    /* Sound, but of another version of the format: compile again. */
    compiler_result_finish(result);
    return false;
}

static size_t request_bytes(const struct compiler_request *request)
{
    size_t bytes = request->source_size;
    for (uint32_t i = 0; i < request->input_count; i++)
        bytes += request->inputs[i].size;
    return bytes;
}

/* Has it compiled; with a key, an answer that will be the same next time is kept. */
static void compile(const char *path, const struct compiler_request *asked,
                    struct protocol_request *request, const struct cache_key *key,
                    struct compiler_result *result)
{
    struct surroundings mine;
    struct protocol_reply reply;
    struct timespec since;
    clock_gettime(CLOCK_REALTIME_COARSE, &since); /* by which files are stamped */
    surroundings_enter(&mine);
    process_compile(path, asked, request, &reply);
    surroundings_leave(&mine);
    take_reply(request->action, &reply, result);
    const struct protocol_reply kept = {COMPILER_OK, reply.outside, result->log, result->image,
                                        (uint32_t)result->image_size};
    if (key && result->status == COMPILER_OK)
        cache_store(key, request->folder, &since, &kept);
    protocol_reply_finish(&reply);
}

static void answer(const char *path, const struct compiler_request *asked,
                   struct protocol_request *request, struct compiler_result *result)
{
    struct cache_key key;
    char folder[PATH_MAX];
    request->folder = getcwd(folder, sizeof(folder)) ? folder : "";
    const bool keeps = may_cache(request) && make_key(&key, path, request);
    if (keeps && load_cached(request->action, &key, request->folder, result))
        return;
    if (asked->kept_only)
        refuse(result, COMPILER_UNAVAILABLE, "%s\n", "it is not in the cache");
    else
        compile(path, asked, request, keeps ? &key : NULL, result);
}

static void build(const struct compiler_request *asked, struct compiler_result *result)
{
    char path[PATH_MAX];
    const char *translator = asked->is_il ? process_translator() : NULL;
    struct protocol_request request = {.action = asked->action,
                                       .inputs = (struct compiler_input *)asked->inputs,
                                       .input_count = asked->input_count,
                                       .source = (void *)asked->source,
                                       .source_size = (uint32_t)asked->source_size,
                                       .translator = asked->is_il ? (char *)translator : NULL,
                                       .options = (char *)asked->options,
                                       .chip = (char *)asked->chip};
    if (request_bytes(asked) > PROTOCOL_MAX_BYTES / 2)
        refuse(result, COMPILER_BUILD_FAILED, "%s\n", "the program is too long");
    else if (!process_find(path))
        refuse(result, COMPILER_UNAVAILABLE,
               "the compiler rootle-cc is not at %s (set ROOTLE_CC to its path)\n", path);
    else if (asked->is_il && !translator)
        refuse(result, COMPILER_UNAVAILABLE,
               "programs in SPIR-V need llvm-spirv, which is not there%s\n", "");
    else if (compiler_settings_read(&request.settings))
        refuse(result, COMPILER_NO_MEMORY, "%s\n", "not enough memory to ask the compiler");
    else {
        if (asked->extensions)
            request.settings.extensions = asked->extensions;
        answer(path, asked, &request, result);
    }
    compiler_settings_finish(&request.settings);
}

void compiler_build(const struct compiler_request *request, struct compiler_result *result)
{
    *result = (struct compiler_result){0};
    build(request, result);
    if (!result->log)
        result->log = strdup("");
}

void compiler_result_finish(struct compiler_result *result)
{
    rootle_binary_destroy(result->binary);
    free(result->image);
    free(result->log);
    *result = (struct compiler_result){0};
}

enum compiler_status compiler_check_options(enum compiler_action action, const char *options,
                                            bool *arg_info, char **log)
{
    enum option_list list = action == COMPILER_LINK ? OPTIONS_OF_LINKER : OPTIONS_OF_COMPILER;
    size_t size;
    *log = NULL;
    *arg_info = false;
    FILE *file = open_memstream(log, &size);
    if (!file)
        return COMPILER_NO_MEMORY;
    enum compiler_status status = build_options_check(list, options, arg_info, file);
    fclose(file);
    if (status != COMPILER_INVALID_OPTIONS) {
        free(*log);
        *log = NULL;
    }
    return status;
}

bool compiler_available(void)
{
    char path[PATH_MAX];
    return process_find(path);
}

bool compiler_takes_il(void)
{
    return ROOTLE_TAKES_IL && compiler_available() && process_translator();
}
