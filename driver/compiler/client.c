/* SPDX-License-Identifier: MIT */
/* client.c: a build as the driver asks for it: from the cache, else from the compiler process. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/compiler.h"
#include "driver/compiler/cache.h"
#include "driver/compiler/options.h"
#include "driver/compiler/process.h"
#include "driver/compiler/protocol.h"
#include "driver/util/env.h"
#include "driver/util/fault.h"

/* Words that make a program's meaning depend on more than its text: other files, or the time. */
static const char *const outside_words[] = {
    "include",       "include_next",       "import",        "embed",
    "__has_include", "__has_include_next", "__has_embed",   "__DATE__",
    "__TIME__",      "__TIMESTAMP__",      "include_alias", "pch_preprocess",
};

/* The next character of a C source at *at, with spliced lines joined; -1 at the end. */
static int next_character(const char *text, size_t size, size_t *at)
{
    while (*at + 1 < size && text[*at] == '\\') {
        size_t newline = *at + 1 + (text[*at + 1] == '\r');
        if (newline >= size || text[newline] != '\n')
            break;
        *at = newline + 1;
    }
    return *at < size ? (unsigned char)text[(*at)++] : -1;
}

static bool is_outside_word(const char *word)
{
    for (size_t i = 0; i < sizeof(outside_words) / sizeof(outside_words[0]); i++)
        if (!strcmp(word, outside_words[i]))
            return true;
    return false;
}

/* Whether the text alone says what the program is. Errs towards no: it looks into comments too. */
static bool is_self_contained(const char *text, size_t size)
{
    char word[32];
    size_t length = 0, at = 0;
    for (int c = 0; c >= 0;) {
        c = next_character(text, size, &at);
        if (c >= 0 && (isalnum(c) || c == '_')) {
            if (length < sizeof(word) - 1)
                word[length] = (char)c;
            length++;
            continue;
        }
        word[length < sizeof(word) ? length : 0] = '\0';
        if (is_outside_word(word))
            return false;
        length = 0;
    }
    return true;
}

/* Words of ROOTLE_DEBUG that make the compiler print or check: it has to run. */
static bool wants_compiler(void)
{
    return debug_enabled(DEBUG_clc) || debug_enabled(DEBUG_ll) || debug_enabled(DEBUG_asm) ||
           debug_enabled(DEBUG_pstat) || debug_enabled(DEBUG_verify);
}

static bool may_cache(const struct compiler_request *request)
{
    return env_number(ENV_CACHE) != 0 && !wants_compiler() &&
           is_self_contained(request->source, request->source_size) &&
           is_self_contained(request->options, strlen(request->options));
}

static void hash_part(struct sha256 *sha, const void *data, size_t size)
{
    uint64_t length = size;
    sha256_update(sha, &length, sizeof(length));
    sha256_update(sha, data, size);
}

/* Faults change code: neither may what they made be taken for sound code, nor the reverse. */
static void hash_faults(struct sha256 *sha, enum fault_part part)
{
    size_t next = 0;
    for (const char *name; (name = fault_next(part, &next));)
        hash_part(sha, name, strlen(name));
}

static struct cache_key make_key(const char *path, const struct compiler_request *request)
{
    static const char version[] = "rootle cache 2";
    bool noopt = debug_enabled(DEBUG_noopt);
    struct sha256 sha;
    struct cache_key key;
    sha256_init(&sha);
    hash_part(&sha, version, sizeof(version));
    process_hash_identity(&sha, path);
    hash_part(&sha, request->chip, strlen(request->chip));
    hash_part(&sha, request->options, strlen(request->options));
    hash_part(&sha, &noopt, sizeof(noopt));
    hash_part(&sha, env_get(ENV_DISABLE), strlen(env_get(ENV_DISABLE)));
    hash_faults(&sha, FAULT_IN_COMPILER);
    hash_faults(&sha, FAULT_IN_BUILTINS);
    hash_part(&sha, env_get(ENV_MAX_GPRS), strlen(env_get(ENV_MAX_GPRS)));
    hash_part(&sha, &request->action, sizeof(request->action));
    hash_part(&sha, env_get(ENV_FORMATS), strlen(env_get(ENV_FORMATS)));
    hash_part(&sha, request->source, request->source_size);
    for (uint32_t i = 0; i < request->input_count; i++) {
        const struct compiler_input *input = &request->inputs[i];
        const char *name = input->name ? input->name : "";
        hash_part(&sha, name, strlen(name));
        hash_part(&sha, input->data, input->size);
    }
    sha256_finish(&sha, key.bytes);
    return key;
}

/* Takes over the reply's log and image. */
static void take_reply(struct protocol_reply *reply, struct compiler_result *result)
{
    char error[256];
    result->status = reply->status;
    result->log = reply->log;
    reply->log = NULL;
    if (result->status != COMPILER_OK)
        return;
    result->binary = rootle_binary_read(reply->image, reply->image_size, error, sizeof(error));
    if (result->binary) {
        result->image = reply->image;
        result->image_size = reply->image_size;
        reply->image = NULL;
        return;
    }
    free(result->log);
    result->status = COMPILER_CRASHED;
    if (asprintf(&result->log, "the compiler's answer cannot be used: %s\n", error) < 0)
        result->log = NULL;
}

static bool load_cached(const struct cache_key *key, struct compiler_result *result)
{
    struct cache_entry entry;
    if (!cache_load(key, &entry))
        return false;
    struct protocol_reply reply = {.status = COMPILER_OK,
                                   .log = entry.log,
                                   .image = entry.image,
                                   .image_size = entry.image_size};
    take_reply(&reply, result);
    protocol_reply_finish(&reply);
    if (result->status == COMPILER_OK) {
        result->cached = true;
        return true;
    }
    /* Sound, but of another version of the format: compile again. */
    compiler_result_finish(result);
    return false;
}

static void compile(const char *path, const struct compiler_request *asked,
                    struct compiler_result *result)
{
    const char *debug = getenv("ROOTLE_DEBUG");
    char folder[PATH_MAX];
    struct protocol_request request = {.action = asked->action,
                                       .inputs = (struct compiler_input *)asked->inputs,
                                       .input_count = asked->input_count,
                                       .source = (void *)asked->source,
                                       .source_size = (uint32_t)asked->source_size,
                                       .options = (char *)asked->options,
                                       .chip = (char *)asked->chip,
                                       .debug = (char *)(debug ? debug : ""),
                                       .folder = getcwd(folder, sizeof(folder)) ? folder : ""};
    struct protocol_reply reply;
    process_compile(path, &request, &reply);
    take_reply(&reply, result);
    protocol_reply_finish(&reply);
}

static void store(const struct cache_key *key, const struct compiler_result *result)
{
    struct cache_entry entry = {
        .log = result->log, .image = result->image, .image_size = (uint32_t)result->image_size};
    cache_store(key, &entry);
}

static void refuse(struct compiler_result *result, enum compiler_status status, const char *format,
                   const char *argument)
{
    result->status = status;
    if (asprintf(&result->log, format, argument) < 0)
        result->log = NULL;
}

static size_t request_bytes(const struct compiler_request *request)
{
    size_t bytes = request->source_size;
    for (uint32_t i = 0; i < request->input_count; i++)
        bytes += request->inputs[i].size;
    return bytes;
}

static void build(const struct compiler_request *request, struct compiler_result *result)
{
    char path[PATH_MAX];
    if (request_bytes(request) > PROTOCOL_MAX_BYTES / 2) {
        refuse(result, COMPILER_BUILD_FAILED, "%s\n", "the program is too long");
        return;
    }
    if (!process_find(path)) {
        refuse(result, COMPILER_UNAVAILABLE,
               "the compiler rootle-cc is not at %s (set ROOTLE_CC to its path)\n", path);
        return;
    }
    if (!may_cache(request)) {
        compile(path, request, result);
        return;
    }
    struct cache_key key = make_key(path, request);
    if (load_cached(&key, result))
        return;
    compile(path, request, result);
    if (result->status == COMPILER_OK)
        store(&key, result);
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

bool compiler_takes_options(enum compiler_action action, const char *options, char **log)
{
    enum option_list list = action == COMPILER_LINK ? OPTIONS_OF_LINKER : OPTIONS_OF_COMPILER;
    size_t size;
    *log = NULL;
    FILE *file = open_memstream(log, &size);
    if (!file)
        return false;
    bool valid = build_options_valid(list, options, file);
    fclose(file);
    if (valid) {
        free(*log);
        *log = NULL;
    }
    return valid;
}

bool compiler_available(void)
{
    char path[PATH_MAX];
    return process_find(path);
}
