/* SPDX-License-Identifier: MIT */
/* service.c: compiles for the driver. LLVM, Clang and the builtins are loaded once; each request is
 * compiled in a child forked from there (driver/compiler/server.c), so nothing one compile does
 * reaches another. */
#include "llvm/service.h"

#include <stdlib.h>
#include <string.h>

#include "driver/compiler/options.h"
#include "driver/compiler/protocol.h"
#include "driver/hw/chips.h"
#include "llvm/activity.h"
#include "llvm/compile.h"
#include "llvm/config.h"
#include "llvm/frontend.h"
#include "llvm/report.h"

void service_print_debug(const struct compiler_settings *settings,
                         const struct rootle_binary *binary)
{
    if (compiler_settings_has(settings, DEBUG_asm))
        report_asm(binary, stderr);
    if (compiler_settings_has(settings, DEBUG_pstat))
        report_pstat(binary, stderr);
}

/* The frontend that the request needs: the one that was warmed up, or, in this child alone, a new
 * one. */
static int prepare_frontend(struct frontend *frontend, const struct hw_chip *chip, bool raw_images,
                            FILE *log)
{
    if (frontend->chip == chip && frontend->raw_images == raw_images)
        return 0;
    frontend_finish(frontend);
    return frontend_init(frontend, chip, raw_images, log);
}

static enum compiler_status compile_words(struct frontend *frontend,
                                          const struct protocol_request *request, char **words,
                                          size_t count, FILE *log, struct protocol_reply *reply)
{
    bool outside = false;
    struct compile_job job = {.action = request->action,
                              .inputs = request->inputs,
                              .input_count = request->input_count,
                              .name = "<source>",
                              .source = request->source,
                              .source_size = request->source_size,
                              .options = words,
                              .option_count = count,
                              .log = log,
                              .settings = &request->settings,
                              .outside = &outside};
    struct rootle_binary *binary;
    enum compiler_status status = compile_program(frontend, &job, &binary);
    reply->outside = outside;
    if (status != COMPILER_OK)
        return status;
    size_t size;
    service_print_debug(&request->settings, binary);
    reply->image = rootle_binary_write(binary, &size);
    reply->image_size = (uint32_t)size;
    rootle_binary_destroy(binary);
    return reply->image ? COMPILER_OK : COMPILER_NO_MEMORY;
}

static enum compiler_status compile_request(struct frontend *frontend,
                                            const struct protocol_request *request, FILE *log,
                                            struct protocol_reply *reply)
{
    const struct hw_chip *chip = hw_chip_find(request->chip);
    char **words;
    size_t count;
    if (!chip) {
        fprintf(log, "error: there is no chip '%s'\n", request->chip);
        return COMPILER_BUILD_FAILED;
    }
    enum compiler_status status = words_split(request->options, &words, &count, log);
    if (status != COMPILER_OK)
        return status;
    status = COMPILER_UNAVAILABLE;
    if (!prepare_frontend(frontend, chip, request->settings.raw_images, log))
        status = compile_words(frontend, request, words, count, log, reply);
    words_free(words, count);
    return status;
}

static void answer(const struct protocol_request *request, struct protocol_reply *reply,
                   char activity[PROTOCOL_ACTIVITY_BYTES], void *context)
{
    size_t size;
    FILE *log = open_memstream(&reply->log, &size);
    if (!log) {
        reply->status = COMPILER_NO_MEMORY;
        return;
    }
    activity_watch(activity, PROTOCOL_ACTIVITY_BYTES);
    reply->status = compile_request(context, request, log, reply);
    fclose(log);
}

int service_run(const struct hw_chip *chip)
{
    struct frontend frontend;
    if (frontend_init(&frontend, chip, false, stderr))
        return 1;
    frontend_warm_up(&frontend);
    int status =
        protocol_serve(PROTOCOL_CONTROL_FD, "rootle-cc " ROOTLE_VERSION, answer, &frontend);
    frontend_finish(&frontend);
    return status;
}
