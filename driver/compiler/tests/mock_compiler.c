/* SPDX-License-Identifier: MIT */
/* mock_compiler.c: stands in for rootle-cc in the client's tests. The name it is run by chooses how
 * the server behaves, the first word of the source how a compile does. */
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/compiler.h"
#include "driver/compiler/protocol.h"

static const struct protocol_hello hello = {.version = "mock"};

static void answer(struct protocol_reply *reply, enum compiler_status status, const char *log)
{
    reply->status = status;
    reply->log = strdup(log);
}

/* A program that carries its source as its constants. */
static void do_ok(const struct protocol_request *request, struct protocol_reply *reply)
{
    struct rootle_binary *binary = rootle_binary_create();
    binary->chip = strdup(request->chip);
    binary->type = request->action == COMPILER_COMPILE ? ROOTLE_OBJECT : ROOTLE_EXECUTABLE;
    if (request->source_size) { /* a link has none */
        binary->rodata = malloc(request->source_size);
        memcpy(binary->rodata, request->source, request->source_size);
    }
    binary->rodata_bytes = request->source_size;
    size_t size;
    reply->image = rootle_binary_write(binary, &size);
    reply->image_size = (uint32_t)size;
    rootle_binary_destroy(binary);
    answer(reply, COMPILER_OK, "a warning\n");
}

static void do_fail(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    answer(reply, COMPILER_BUILD_FAILED, "1:1: error: no\n");
}

static void do_options(const struct protocol_request *request, struct protocol_reply *reply)
{
    answer(reply, COMPILER_INVALID_OPTIONS, request->options);
}

static void do_crash(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    (void)reply;
    fprintf(stderr, "last words\n");
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
}

static void do_exit(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    (void)reply;
    _exit(7);
}

static void do_hang(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    (void)reply;
    fprintf(stderr, "still thinking\n");
    for (;;)
        pause();
}

static void do_bad_image(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    reply->image = strdup("rubbish");
    reply->image_size = 7;
    answer(reply, COMPILER_OK, "");
}

static void do_bad_status(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    answer(reply, (enum compiler_status)77, "");
}

static void do_eat(const struct protocol_request *request, struct protocol_reply *reply)
{
    char *block = malloc((size_t)request->memory_mib << 20);
    answer(reply, block ? COMPILER_BUILD_FAILED : COMPILER_NO_MEMORY, "");
    free(block);
}

/* Prints to stderr as ROOTLE_DEBUG makes the compiler do. */
static void do_noise(const struct protocol_request *request, struct protocol_reply *reply)
{
    (void)request;
    fprintf(stderr, "machine code\n");
    answer(reply, COMPILER_BUILD_FAILED, "only the log\n");
}

/* An answer that may be another one next time. */
static void do_outside(const struct protocol_request *request, struct protocol_reply *reply)
{
    do_ok(request, reply);
    reply->outside = strdup("?\n");
}

/* Facts about the process, for the test to compare. */
static void do_report(const struct protocol_request *request, struct protocol_reply *reply)
{
    char log[512];
    const struct compiler_settings *settings = &request->settings;
    int highest = -1, variables = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *row; folder && (row = readdir(folder));)
        if (atoi(row->d_name) > highest && atoi(row->d_name) != dirfd(folder))
            highest = atoi(row->d_name);
    closedir(folder);
    for (char **at = environ; *at; at++)
        variables += !strstr(*at, "SAN_OPTIONS=");
    snprintf(
        log, sizeof(log),
        "server=%d noopt=%d size=%u highest=%d variables=%d gprs=%u group=%u access=%u disable=%s. "
        "nice=%d seconds=%u memory=%u.",
        (int)getppid(), compiler_settings_has(settings, DEBUG_noopt), request->source_size, highest,
        variables, settings->max_gprs, settings->tex_group, settings->image_access,
        settings->disable, getpriority(PRIO_PROCESS, 0), request->timeout_s, request->memory_mib);
    answer(reply, COMPILER_BUILD_FAILED, log);
}

static const struct {
    const char *word;
    void (*run)(const struct protocol_request *request, struct protocol_reply *reply);
} behaviours[] = {
    {"ok", do_ok},           {"outside", do_outside},    {"fail", do_fail},
    {"options", do_options}, {"crash", do_crash},        {"exit", do_exit},
    {"hang", do_hang},       {"badimage", do_bad_image}, {"badstatus", do_bad_status},
    {"eat", do_eat},         {"report", do_report},      {"noise", do_noise},
};

static void compile(const struct protocol_request *request, struct protocol_reply *reply,
                    char activity[PROTOCOL_ACTIVITY_BYTES], void *context)
{
    (void)context;
    const char *word = request->action == COMPILER_LINK ? "ok" : request->source;
    size_t length = strcspn(word, " \n");
    strcpy(activity, "pretending");
    for (size_t i = 0; i < COUNT(behaviours); i++)
        if (strlen(behaviours[i].word) == length && !strncmp(behaviours[i].word, word, length)) {
            behaviours[i].run(request, reply);
            return;
        }
    answer(reply, COMPILER_BUILD_FAILED, "unknown word");
}

/* Answers a build with the first half of a reply, and dies. */
static int serve_half_reply(void)
{
    int connection, errors, pair[2];
    enum compiler_action action;
    struct protocol_request request;
    char bytes[4096];
    protocol_send_hello(PROTOCOL_CONTROL_FD, &hello, PROTOCOL_FOREVER);
    if (protocol_receive_connection(PROTOCOL_CONTROL_FD, &connection, &errors, &action) !=
            PROTOCOL_DONE ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
        return 1;
    if (protocol_receive_request(connection, &request, PROTOCOL_FOREVER) != PROTOCOL_DONE)
        return 1;
    protocol_request_finish(&request);
    struct protocol_reply reply = {.log = "a log that is cut"};
    protocol_send_reply(pair[0], &reply, PROTOCOL_FOREVER);
    ssize_t size = recv(pair[1], bytes, sizeof(bytes), 0);
    send(connection, bytes, (size_t)size / 2, MSG_NOSIGNAL);
    return 1;
}

static int serve_garbage(void)
{
    static const char garbage[] = "Usage: some-other-program [options] file...\n";
    send(PROTOCOL_CONTROL_FD, garbage, sizeof(garbage), MSG_NOSIGNAL);
    sleep(10);
    return 1;
}

/* Dies at its first build unless a file beside this program exists, which it makes. */
static int serve_dying_once(const char *program)
{
    int connection, errors;
    enum compiler_action action;
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s.mark", program);
    if (access(path, F_OK) == 0)
        return protocol_serve(PROTOCOL_CONTROL_FD, &hello, NULL, compile, NULL);
    FILE *mark = fopen(path, "w");
    if (mark)
        fclose(mark);
    protocol_send_hello(PROTOCOL_CONTROL_FD, &hello, PROTOCOL_FOREVER);
    protocol_receive_connection(PROTOCOL_CONTROL_FD, &connection, &errors, &action);
    return 1;
}

int main(int argc, char **argv)
{
    const char *mode = strrchr(argv[0], '/') + 1;
    if (argc != 4 || strcmp(argv[1], "--server"))
        return 2;
    if (!strcmp(mode, "serve"))
        return protocol_serve(PROTOCOL_CONTROL_FD, &hello, NULL, compile, NULL);
    if (!strcmp(mode, "garbage"))
        return serve_garbage();
    if (!strcmp(mode, "half"))
        return serve_half_reply();
    if (!strcmp(mode, "once"))
        return serve_dying_once(argv[0]);
    if (!strcmp(mode, "silent"))
        pause();
    return 1; /* "exit" */
}
