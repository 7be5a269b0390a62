/* SPDX-License-Identifier: MIT */
/* protocol.h: what the driver and its compiler process say to each other.
 *
 * They share a control socket (a Unix socket pair; the server finds it on fd 3). The server greets
 * with a HELLO frame that carries its version. For each build the client makes another socket pair
 * and passes one end of it, with a file for the compile's stderr, over the control socket (two
 * descriptors, and one byte: the request's action, for the server to prepare for it). On that
 * connection it sends one REQUEST and receives one REPLY. The server forks a child per connection,
 * so builds run side by side and a crash ends one build. Closing a connection ends its build,
 * closing the control socket ends the server.
 *
 * A frame is a header (magic, version of the protocol, kind, payload bytes, checksum) and the
 * payload. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "driver/compiler.h"
#include "driver/compiler/settings.h"

enum { PROTOCOL_VERSION = 12, PROTOCOL_CONTROL_FD = 3, PROTOCOL_MAX_BYTES = 256 << 20 };

enum protocol_kind { PROTOCOL_HELLO = 1, PROTOCOL_REQUEST, PROTOCOL_REPLY };

enum protocol_result {
    PROTOCOL_DONE,
    PROTOCOL_CLOSED, /* the peer went away, between frames or within one */
    PROTOCOL_LATE,   /* the deadline passed */
    PROTOCOL_BROKEN, /* what came is not a frame of the expected kind and version */
    PROTOCOL_NO_MEMORY,
};

struct protocol_hello {
    char *version;    /* of the compiler, for people */
    char *unconfined; /* why compiles cannot be confined here; "": they can */
};

/* All that shapes an answer, then how it is to be made. */
struct protocol_request {
    uint32_t action; /* enum compiler_action */
    void *source; /* OpenCL C; read requests have a NUL behind it that source_size does not count */
    uint32_t source_size;
    char *translator; /* of a source that is SPIR-V: the program that translates it; else "" or NULL
                       */
    struct compiler_input *inputs; /* a received request owns them and their bytes */
    uint32_t input_count;
    char *options; /* as given to clBuildProgram and its kin */
    char *chip;    /* hw_chip.name */
    struct compiler_settings settings;
    /* From here on, what protocol_key leaves out. */
    char *folder;        /* that the client is in now: relative paths of headers start there */
    uint32_t timeout_s;  /* 0: no limit */
    uint32_t memory_mib; /* address space of the compile; 0: no limit */
    uint32_t confined;   /* 1: it reads its own files, `folder` and those of its options, and does
                            nothing else */
    uint32_t background; /* 1: at a lower priority */
};

struct protocol_reply {
    uint32_t status; /* enum compiler_status */
    char *outside; /* on what it depends beside the request, a line each: an absolute path that was
                      looked for, behind 'f' (a regular file), 'd' (a folder) or '-' (neither); or
                      "?": on more than files, so that it is not for the cache */
    char *log;     /* NULL counts as "", as above */
    void *image;   /* rootle_binary_write's, on COMPILER_OK */
    uint32_t image_size;
};

/* Members are malloc'ed when they were received or made by a compile function. */
void protocol_hello_finish(struct protocol_hello *hello);
void protocol_request_finish(struct protocol_request *request);
void protocol_reply_finish(struct protocol_reply *reply);

/* Returns the bytes of a request that decide its answer, malloc'ed, to be hashed. NULL when memory
 * is short. */
void *protocol_key(const struct protocol_request *request, size_t *size);

/* A point in time on CLOCK_MONOTONIC, in milliseconds; PROTOCOL_FOREVER for none. */
#define PROTOCOL_FOREVER INT64_MAX
int64_t protocol_deadline(double seconds_from_now);

/* Each sends or receives one whole frame, whatever the pieces it travels in. They raise no SIGPIPE.
 * What a failed receive leaves in the structure is empty, and may be finished. */
enum protocol_result protocol_send_hello(int fd, const struct protocol_hello *hello,
                                         int64_t deadline);
enum protocol_result protocol_send_request(int fd, const struct protocol_request *request,
                                           int64_t deadline);
enum protocol_result protocol_send_reply(int fd, const struct protocol_reply *reply,
                                         int64_t deadline);
enum protocol_result protocol_receive_hello(int fd, struct protocol_hello *hello, int64_t deadline);
enum protocol_result protocol_receive_request(int fd, struct protocol_request *request,
                                              int64_t deadline);
enum protocol_result protocol_receive_reply(int fd, struct protocol_reply *reply, int64_t deadline);

/* Passes a connection and a file for stderr over the control socket; the caller keeps its copies.
 */
enum protocol_result protocol_send_connection(int control, int connection, int errors,
                                              enum compiler_action action);
/* Receives them, close-on-exec, and what number was sent as the action. CLOSED at the end of the
 * control socket. */
enum protocol_result protocol_receive_connection(int control, int *connection, int *errors,
                                                 enum compiler_action *action);

/* Compiles one request in a child process whose stderr is the client's file. *reply is zero at the
 * call. `activity`, an empty text, may say what is being done, as in "parsing line 3"; the log of a
 * build that crashes has it. */
enum { PROTOCOL_ACTIVITY_BYTES = 256 };
typedef void protocol_compile(const struct protocol_request *request, struct protocol_reply *reply,
                              char activity[PROTOCOL_ACTIVITY_BYTES], void *context);
/* Makes ready, in the server, what requests of that action find in the process that is forked for
 * them. */
typedef void protocol_prepare(enum compiler_action action, void *context);
/* The server: greets, then prepares (unless that is NULL) and forks a child per connection until
 * the control socket closes. In a child the request's limits hold. Returns the process's exit
 * status. Must be called while the process has a single thread. */
int protocol_serve(int control, const struct protocol_hello *hello, protocol_prepare *prepare,
                   protocol_compile *compile, void *context);
