/* SPDX-License-Identifier: MIT */
/* service.c: compiles for the driver. LLVM, Clang and the builtins are loaded once; each request is
 * compiled in a child forked from there (llvm/server.c), so nothing one compile does
 * reaches another. */
#include "llvm/service.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/abi/source.h"
#include "driver/base/times.h"
#include "driver/compiler/options.h"
#include "driver/compiler/protocol.h"
#include "driver/hw/chips.h"
#include "driver/hw/image_access.h"
#include "rootle_version.h"
#include "llvm/compile.h"
#include "llvm/config.h"
#include "llvm/confinement.h"
#include "llvm/frontend/activity.h"
#include "llvm/frontend/frontend.h"
#include "llvm/ir/host_code.h"
#include "llvm/parts.h"
#include "llvm/report.h"
#include "llvm/sandbox.h"
#include "llvm/target.h"

struct service {
    const struct hw_chip *chip; /* that most requests will be for */
    struct frontend frontend;   /* for it, once there was a build */
    bool warm;
    const struct compiler_parts *parts;
    double prepared_ms;   /* of processor time, until it was ready for what it forks for now */
    bool confines;        /* compiles, where the request asks for it */
    char unconfined[128]; /* why not; "" where the reason is our own */
};

void service_print_debug(const struct compiler_settings *settings,
                         const struct rootle_binary *binary, const struct rootle_source *source)
{
    if (compiler_settings_has(settings, DEBUG_asm))
        report_asm(binary, source, stderr);
    if (compiler_settings_has(settings, DEBUG_pstat))
        report_pstat(binary, stderr);
}

/* The frontend that the request needs: the one that was warmed up, or, in this child alone, a new
 * one. */
static int prepare_frontend(struct frontend *frontend, const struct hw_chip *chip,
                            uint32_t image_access, FILE *log)
{
    if (frontend->chip == chip && frontend->image_access == image_access)
        return 0;
    const struct target *target = target_of(chip, log);
    if (!target)
        return -1;
    frontend_finish(frontend);
    return frontend_init(frontend, chip, &target->frontend, image_access, log);
}

/* Once entered, there is no way back: this process serves one request. */
static enum compiler_status enter_sandbox(const struct service *service,
                                          const struct compile_job *job)
{
    if (!service->confines || !sandbox_enter(job->folders, job->folder_count, job->log))
        return COMPILER_OK;
    fprintf(job->log,
            "the compiler cannot enter its sandbox (ROOTLE_SANDBOX=0: it runs without)\n");
    return COMPILER_UNAVAILABLE;
}

/* Before this process is confined, which could then start no translator. */
static enum compiler_status translate(const struct service *service,
                                      const struct protocol_request *request,
                                      struct compile_job *job, void **bitcode)
{
    if (!request->translator || !*request->translator)
        return COMPILER_OK;
    return compile_translate(job, service->parts->il, request->translator,
                             request->confined && service->confines ? sandbox_enter_program : NULL,
                             bitcode);
}

static enum compiler_status run_job(struct service *service, const struct protocol_request *request,
                                    const struct compile_job *job, struct protocol_reply *reply)
{
    struct rootle_binary *binary;
    enum compiler_status status = compile_program(&service->frontend, job, &binary);
    if (status != COMPILER_OK)
        return status;
    size_t size;
    service_print_debug(
        &request->settings, binary,
        &(struct rootle_source){.name = job->name, .text = job->source, .size = job->source_size});
    reply->image = rootle_binary_write(binary, &size);
    reply->image_size = (uint32_t)size;
    rootle_binary_destroy(binary);
    return reply->image ? COMPILER_OK : COMPILER_NO_MEMORY;
}

static enum compiler_status compile_words(struct service *service,
                                          const struct protocol_request *request, char **words,
                                          size_t count, FILE *log, struct protocol_reply *reply)
{
    struct compile_job job = {.action = request->action,
                              .variables = service->parts->variables,
                              .inputs = request->inputs,
                              .input_count = request->input_count,
                              .name = ROOTLE_SOURCE_NAME,
                              .source = request->source,
                              .source_size = request->source_size,
                              .options = words,
                              .option_count = count,
                              .log = log,
                              .settings = &request->settings,
                              .guard = service->parts->guard,
                              .outside = &reply->outside};
    struct confinement confinement = {0};
    void *bitcode = NULL;
    enum compiler_status status = translate(service, request, &job, &bitcode);
    if (status == COMPILER_OK && request->confined)
        status = confinement_init(&confinement, &service->frontend, request->folder, &job);
    if (status == COMPILER_OK && request->confined)
        status = enter_sandbox(service, &job);
    if (status == COMPILER_OK)
        status = run_job(service, request, &job, reply);
    confinement_finish(&confinement);
    free(bitcode);
    return status;
}

/* Machine code may be a stranger's: such a request is confined as any other. */
static enum compiler_status answer_recompile(struct service *service,
                                             const struct protocol_request *request, FILE *log,
                                             struct protocol_reply *reply)
{
    const char *folders[FRONTEND_FOLDERS];
    const struct host_compiler *host = service->parts->host;
    if (!host) {
        fprintf(log, "error: this compiler makes no code for the host\n");
        return COMPILER_BUILD_FAILED;
    }
    frontend_folders(&service->frontend, folders);
    const struct compile_job job = {
        .folders = folders, .folder_count = FRONTEND_FOLDERS, .log = log};
    enum compiler_status status = request->confined ? enter_sandbox(service, &job) : COMPILER_OK;
    times_tell(service->prepared_ms, "the compiler's start, once a process");
    times_mark("sandbox");
    if (status == COMPILER_OK)
        status = host->compile(request->source, request->source_size, request->options,
                               service->frontend.folder, &reply->image, &reply->image_size, log);
    return status;
}

static enum compiler_status compile_request(struct service *service,
                                            const struct protocol_request *request, FILE *log,
                                            struct protocol_reply *reply)
{
    const struct hw_chip *chip = hw_chip_find(request->chip);
    char **words;
    size_t count;
    if (request->action == COMPILER_RECOMPILE)
        return answer_recompile(service, request, log, reply);
    if (!chip) {
        fprintf(log, "error: there is no chip '%s'\n", request->chip);
        return COMPILER_BUILD_FAILED;
    }
    enum compiler_status status = words_split(request->options, &words, &count, log);
    if (status != COMPILER_OK)
        return status;
    status = COMPILER_UNAVAILABLE;
    if (!prepare_frontend(&service->frontend, chip, request->settings.image_access, log))
        status = compile_words(service, request, words, count, log, reply);
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
    times_start(compiler_settings_has(&request->settings, DEBUG_times));
    reply->status = compile_request(context, request, log, reply);
    fclose(log);
}

/* In the server, before it forks: an application that builds nothing, as its programs are in the
 * cache, but has them recompiled, needs no frontend. */
static void prepare(enum compiler_action action, void *context)
{
    struct service *service = context;
    if (action == COMPILER_RECOMPILE) {
        if (service->parts->host)
            service->parts->host->prepare(service->frontend.folder);
    } else if (!service->warm) {
        service->warm = true;
        if (!prepare_frontend(&service->frontend, service->chip, HW_IMAGES_NATIVE, stderr))
            frontend_warm_up(&service->frontend);
    }
    service->prepared_ms = times_now();
}

/* Whether compiles can be confined here; a sanitizer's own work would not fit in. */
static void try_sandbox(struct service *service)
{
#ifndef ROOTLE_SANITIZED
    service->confines = sandbox_works(service->unconfined, sizeof(service->unconfined));
    if (service->confines)
        *service->unconfined = '\0';
#else
    (void)service;
#endif
}

int service_run(const struct hw_chip *chip, const struct compiler_parts *parts)
{
    struct service service = {.chip = chip, .parts = parts};
    struct protocol_hello hello = {.version = "rootle-cc " ROOTLE_VERSION,
                                   .unconfined = service.unconfined};
    try_sandbox(&service);
    if (frontend_locate(&service.frontend, &target_at(0)->frontend, stderr))
        return 1;
    tzset();        /* __TIME__ looks at a file */
    if (chdir("/")) /* keep no folder of the client's from being unmounted */
        perror("/");
    int status = protocol_serve(PROTOCOL_CONTROL_FD, &hello, prepare, answer, &service);
    if (parts->host)
        parts->host->finish();
    frontend_finish(&service.frontend);
    return status;
}
