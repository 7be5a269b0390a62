/* SPDX-License-Identifier: MIT */
/* inject_compiler.c: the protocol, the cache and builds when memory is short and calls fail: what
 * arrives is whole, what fails says so, and nothing stays behind. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ci/inject/inject.h"
#include "driver/base/count.h"
#include "driver/base/store.h"
#include "driver/compiler.h"
#include "driver/compiler/cache.h"
#include "driver/compiler/protocol.h"

static char folder[] = "/tmp/rootle-inject-XXXXXX";

/* ---- frames ---- */

static bool make_pair(int pair[2])
{
    inject_pause();
    bool made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
    inject_resume();
    inject_require(made, "no socket pair: %s", strerror(errno));
    return made;
}

static void close_end(int fd)
{
    inject_pause();
    close(fd);
    inject_resume();
}

/* Results that a transfer may have: never a wrong frame, and never one that is late. */
static bool expected(const char *what, enum protocol_result result)
{
    bool failed = result == PROTOCOL_CLOSED || result == PROTOCOL_NO_MEMORY;

    inject_require(result == PROTOCOL_DONE || (failed && inject_happened()), "%s: result %d", what,
                   (int)result);
    return result == PROTOCOL_DONE;
}

static struct compiler_input inputs[] = {{"a.h", "int a;", 6}, {"b.h", "int b;", 6}};
static char disable[] = "scale";
static const struct protocol_request request = {.action = COMPILER_COMPILE,
                                                .source = "kernel void f() {}",
                                                .source_size = 18,
                                                .inputs = inputs,
                                                .input_count = 2,
                                                .options = "-DX=1",
                                                .chip = "cypress",
                                                .settings = {.disable = disable, .faults = disable},
                                                .folder = "/tmp"};

static void pass_hello(int pair[2], int64_t deadline)
{
    struct protocol_hello got, hello = {.version = "version"};
    bool sent = expected("hello", protocol_send_hello(pair[0], &hello, deadline));

    close_end(pair[0]);
    if (expected("hello there", protocol_receive_hello(pair[1], &got, deadline)))
        inject_require(sent && !strcmp(got.version, "version"), "another hello arrives");
    protocol_hello_finish(&got);
}

static void pass_request(int pair[2], int64_t deadline)
{
    struct protocol_request got;
    bool sent = expected("request", protocol_send_request(pair[0], &request, deadline));

    close_end(pair[0]);
    if (expected("request there", protocol_receive_request(pair[1], &got, deadline)))
        inject_require(sent && got.source_size == 18 && !strcmp(got.source, request.source) &&
                           got.input_count == 2 && !strcmp(got.inputs[1].name, "b.h") &&
                           !strcmp(got.options, "-DX=1") && !strcmp(got.folder, "/tmp"),
                       "another request arrives");
    protocol_request_finish(&got);
}

static void pass_reply(int pair[2], int64_t deadline)
{
    struct protocol_reply got, reply = {.log = "log", .image = "image", .image_size = 5};
    bool sent = expected("reply", protocol_send_reply(pair[0], &reply, deadline));

    close_end(pair[0]);
    if (expected("reply there", protocol_receive_reply(pair[1], &got, deadline)))
        inject_require(sent && !strcmp(got.log, "log") && got.image_size == 5 &&
                           !memcmp(got.image, "image", 5),
                       "another reply arrives");
    protocol_reply_finish(&got);
}

/* Two sockets over a third. */
static void pass_connection(int pair[2], int64_t deadline)
{
    int given[2], got[2];
    enum compiler_action action;

    (void)deadline;
    if (!make_pair(given))
        return;
    bool sent =
        expected("passing", protocol_send_connection(pair[0], given[0], given[1], COMPILER_BUILD));
    close_end(pair[0]);
    if (expected("passing there",
                 protocol_receive_connection(pair[1], &got[0], &got[1], &action))) {
        inject_require(sent, "what was not sent arrives");
        close_end(got[0]);
        close_end(got[1]);
    }
    close_end(given[0]);
    close_end(given[1]);
}

static void frames(void)
{
    static void (*const passes[])(int pair[2], int64_t deadline) = {pass_hello, pass_request,
                                                                    pass_reply, pass_connection};

    for (size_t i = 0; i < COUNT(passes); i++) {
        int pair[2];

        if (!make_pair(pair))
            return;
        passes[i](pair, protocol_deadline(20));
        close_end(pair[1]);
    }
}

/* ---- cache ---- */

static void remove_all(const char *path)
{
    char command[300];

    inject_pause();
    snprintf(command, sizeof(command), "rm -rf %s", path);
    inject_require(system(command) == 0, "%s stays", path);
    inject_resume();
}

static bool load(const struct cache_key *key, const char *text)
{
    struct protocol_reply entry;

    if (!cache_load(key, "", &entry))
        return false;
    inject_require(entry.image_size == strlen(text) &&
                       !memcmp(entry.image, text, entry.image_size) && !strcmp(entry.log, "log"),
                   "another program is loaded");
    protocol_reply_finish(&entry);
    return true;
}

static void store(const struct cache_key *key, const char *text)
{
    struct protocol_reply entry = {
        .log = "log", .image = (void *)text, .image_size = (uint32_t)strlen(text)};

    cache_store(key, "", NULL, &entry);
}

/* A load that fails says nothing about what is stored: that can be loaded later. */
static void cache(void)
{
    char path[100];
    struct cache_key key = {{0, 7}}; /* whose stores trim */

    snprintf(path, sizeof(path), "%s/cache/deep", folder);
    inject_pause();
    setenv("ROOTLE_CACHE_DIR", path, 1);
    inject_resume();
    store(&key, "program");
    inject_pause();
    bool stored = load(&key, "program");
    inject_resume();
    inject_require(stored || inject_happened(), "the program is not stored");
    inject_require(!load(&key, "program") || stored, "what was not stored is loaded");
    inject_pause();
    inject_require(!stored || load(&key, "program"), "a load that failed removed the program");
    inject_resume();
    store_trim(&(struct store){path, ".rtc", 4});
    remove_all(path);
}

/* ---- binaries and options ---- */

static char word[] = "int", name[] = "k", kernel_code[] = "codecode";
static struct rootle_arg args[] = {
    {.kind = ROOTLE_ARG_VALUE, .offset = 36, .size = 4, .type_name = word, .name = name}};
static uint32_t samplers[] = {1, 2}, relocations[] = {0};
static struct rootle_kernel kernels[] = {{.name = name,
                                          .args = args,
                                          .arg_count = 1,
                                          .samplers = samplers,
                                          .sampler_count = 2,
                                          .code = kernel_code,
                                          .code_bytes = 8,
                                          .input_bytes = 16}};
static struct rootle_string strings[] = {{.text = word, .arguments = name}};
static const struct rootle_binary program = {.chip = word,
                                             .compiler = word,
                                             .kernels = kernels,
                                             .kernel_count = 1,
                                             .strings = strings,
                                             .string_count = 1,
                                             .rodata = kernel_code,
                                             .rodata_bytes = 8,
                                             .relocations = relocations,
                                             .relocation_count = 1};

static void binaries(void)
{
    char error[256] = "";
    size_t size;
    void *image = rootle_binary_write(&program, &size);
    struct rootle_binary *got =
        image ? rootle_binary_read(image, size, error, sizeof(error)) : NULL;

    inject_require(got || inject_happened(), "no binary: %s", error);
    inject_require(got || !image || strstr(error, "memory"), "a sound binary is refused: %s",
                   error);
    inject_require(!got || !strcmp(got->kernels[0].args[0].name, "k"), "another binary is read");
    rootle_binary_destroy(got);
    free(image);
}

static void options(void)
{
    static const struct {
        const char *text;
        enum compiler_status status;
    } rows[] = {{"-DA=1 -D 'B=a b' -cl-std=CL1.1 -I x", COMPILER_OK},
                {"-DA=1 -unheard-of", COMPILER_INVALID_OPTIONS}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        char *log;
        bool arg_info;
        enum compiler_status status =
            compiler_check_options(COMPILER_BUILD, rows[i].text, &arg_info, &log);

        inject_require(status == rows[i].status ||
                           (status == COMPILER_NO_MEMORY && inject_happened()),
                       "%s: status %d", rows[i].text, (int)status);
        inject_require(status != COMPILER_INVALID_OPTIONS || !log || strstr(log, "-unheard-of"),
                       "the log says %s", log);
        free(log);
    }
}

/* ---- builds ---- */

static const char *cache_switch = "0";

static void build(void)
{
    struct compiler_result result;
    struct compiler_request asked = {
        .source = "ok text", .source_size = 7, .options = "", .chip = "cypress"};
    char path[100];

    snprintf(path, sizeof(path), "%s/builds", folder);
    inject_pause();
    setenv("ROOTLE_CACHE", cache_switch, 1);
    setenv("ROOTLE_CACHE_DIR", path, 1);
    inject_resume();
    compiler_build(&asked, &result);
    inject_require(result.status == COMPILER_OK || inject_happened(), "a build ends with %d: %s",
                   (int)result.status, result.log);
    inject_require(result.status == COMPILER_OK || result.status == COMPILER_UNAVAILABLE ||
                       result.status == COMPILER_CRASHED || result.status == COMPILER_NO_MEMORY,
                   "a build ends with %d: %s", (int)result.status, result.log);
    inject_require(result.status != COMPILER_OK ||
                       (result.binary && result.binary->rodata_bytes == 7),
                   "a build makes something else");
    inject_require(result.status == COMPILER_OK || result.status == COMPILER_NO_MEMORY ||
                       (result.log && *result.log),
                   "a build ends with %d and says nothing", (int)result.status);
    compiler_result_finish(&result);
}

/* From the compiler, to the cache. */
static void build_and_store(void)
{
    char path[100];

    cache_switch = "1";
    build();
    snprintf(path, sizeof(path), "%s/builds", folder);
    remove_all(path);
    cache_switch = "0";
}

static void build_cached(void)
{
    cache_switch = "1";
    build();
    cache_switch = "0";
}

/* ---- server ---- */

static void compile(const struct protocol_request *asked, struct protocol_reply *reply,
                    char activity[PROTOCOL_ACTIVITY_BYTES], void *context)
{
    (void)asked;
    (void)activity;
    (void)context;
    inject_pause();
    reply->log = strdup("compiled");
    inject_resume();
}

/* The child. Its calls fail, the parent's do not. */
_Noreturn static void serve(int control)
{
    static const struct protocol_hello hello = {.version = "version"};
    size_t before = inject_live();

    inject_resume();
    int status = protocol_serve(control, &hello, NULL, compile, NULL);
    inject_pause();
    inject_require(status == EXIT_SUCCESS || inject_happened(), "the server fails");
    inject_require(inject_live() == before, "the server loses memory");
    _exit(0);
}

/* A reply that was cut off has the server's own behind it, which then is no frame. */
static bool answered(enum protocol_result result)
{
    return (result == PROTOCOL_BROKEN && inject_happened()) ? false : expected("answer", result);
}

static void ask(int control)
{
    int pair[2], errors = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct protocol_reply reply;
    int64_t deadline = protocol_deadline(60);

    if (!make_pair(pair))
        return;
    enum protocol_result result =
        protocol_send_connection(control, pair[1], errors, COMPILER_BUILD);
    close(pair[1]);
    close(errors);
    if (result == PROTOCOL_DONE)
        result = protocol_send_request(pair[0], &request, deadline);
    if (result == PROTOCOL_DONE || result == PROTOCOL_CLOSED)
        result = protocol_receive_reply(pair[0], &reply, deadline);
    if (answered(result)) {
        bool sound = reply.status == COMPILER_OK && !strcmp(reply.log, "compiled");

        inject_require(sound || inject_happened(), "status %u: %s", reply.status, reply.log);
        inject_require(sound || reply.status == COMPILER_NO_MEMORY ||
                           (reply.status == COMPILER_CRASHED && *reply.log),
                       "status %u, log '%s'", reply.status, reply.log);
        protocol_reply_finish(&reply);
    }
    close(pair[0]);
}

static void await(pid_t child)
{
    int status = 0;

    for (int i = 0; i < 6000; i++) {
        if (waitpid(child, &status, WNOHANG) == child) {
            inject_require(status == 0, "the server ends with %#x", status);
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    inject_complain("the server does not end");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void server(void)
{
    int pair[2];
    struct protocol_hello hello;

    inject_pause();
    if (make_pair(pair)) {
        pid_t child = fork();
        if (child == 0) {
            close(pair[0]);
            serve(pair[1]);
        }
        close(pair[1]);
        if (expected("greeting", protocol_receive_hello(pair[0], &hello, protocol_deadline(60)))) {
            ask(pair[0]);
            ask(pair[0]);
        }
        protocol_hello_finish(&hello);
        close(pair[0]);
        await(child);
    }
    inject_resume();
}

int main(int argc, char **argv)
{
    static const struct inject_scenario scenarios[] = {
        {"frames", frames, 1},
        {"cache", cache, 1},
        {"binaries", binaries, 1},
        {"options", options, 1},
        {"build", build, 1},
        {"build-and-store", build_and_store, 1},
        {"build-cached", build_cached, 1},
        {"server", server, 1},
    };

    char path[100];

    if (!mkdtemp(folder))
        return 3;
    snprintf(path, sizeof(path), "%s/serve", folder); /* how the mock behaves */
    if (symlink(MOCK_COMPILER, path))
        return 3;
    setenv("ROOTLE_CC", path, 1);
    setenv("ROOTLE_CC_TIMEOUT", "60", 1);
    int status = inject_main(argc, argv, scenarios, COUNT(scenarios));
    remove_all(folder);
    return status;
}
