/* SPDX-License-Identifier: MIT */
/* protocol.c: frames over a stream socket, with deadlines, and the passing of connections. */
#include "driver/compiler/protocol.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver/base/checksum.h"
#include "driver/base/codec.h"
#include "driver/base/deadline.h"
#include "driver/base/descriptors.h"
#include "driver/base/free_all.h"
#include "driver/hw/image_access.h"

enum { MAGIC = 0x50435452 /* "RTCP" */, HEADER_BYTES = 24, INPUT_MIN_BYTES = 8 };

struct header {
    uint32_t magic, version, kind, bytes;
    uint64_t checksum;
};

static void code_header(struct codec *codec, struct header *header)
{
    codec_u32(codec, &header->magic);
    codec_u32(codec, &header->version);
    codec_u32(codec, &header->kind);
    codec_u32(codec, &header->bytes);
    codec_u64(codec, &header->checksum);
}

static int64_t now_ms(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

int64_t protocol_deadline(double seconds_from_now)
{
    if (seconds_from_now > 1e9)
        return PROTOCOL_FOREVER;
    return now_ms() + (int64_t)(seconds_from_now * 1000);
}

/* Waits until the socket can be read or written (or has an error, which the transfer will report).
 */
static enum protocol_result wait_for(int fd, short events, int64_t deadline)
{
    for (;;) {
        int timeout = -1;
        if (deadline != PROTOCOL_FOREVER) {
            int64_t left = deadline - now_ms();
            if (left <= 0)
                return PROTOCOL_LATE;
            timeout = left > 1 << 30 ? 1 << 30 : (int)left;
        }
        struct pollfd entry = {.fd = fd, .events = events};
        int ready = poll(&entry, 1, timeout);
        if (ready > 0)
            return PROTOCOL_DONE;
        if (ready < 0 && errno != EINTR)
            return PROTOCOL_CLOSED;
    }
}

static enum protocol_result send_all(int fd, const void *bytes, size_t size, int64_t deadline)
{
    for (size_t at = 0; at < size;) {
        ssize_t sent = send(fd, (const char *)bytes + at, size - at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            at += (size_t)sent;
        } else if (sent < 0 && errno == EAGAIN) {
            enum protocol_result result = wait_for(fd, POLLOUT, deadline);
            if (result != PROTOCOL_DONE)
                return result;
        } else if (sent == 0 || errno != EINTR) {
            return PROTOCOL_CLOSED;
        }
    }
    return PROTOCOL_DONE;
}

static enum protocol_result receive_all(int fd, void *bytes, size_t size, int64_t deadline)
{
    for (size_t at = 0; at < size;) {
        enum protocol_result result = wait_for(fd, POLLIN, deadline);
        if (result != PROTOCOL_DONE)
            return result;
        ssize_t got = recv(fd, (char *)bytes + at, size - at, MSG_DONTWAIT);
        if (got > 0)
            at += (size_t)got;
        else if (got == 0 || (errno != EINTR && errno != EAGAIN))
            return PROTOCOL_CLOSED;
    }
    return PROTOCOL_DONE;
}

static enum protocol_result send_frame(int fd, enum protocol_kind kind, struct codec *payload,
                                       int64_t deadline)
{
    size_t size = 0;
    uint8_t *bytes = codec_take(payload, &size);
    if (payload->failed || size > PROTOCOL_MAX_BYTES) {
        free(bytes);
        return PROTOCOL_NO_MEMORY;
    }
    struct codec head;
    struct header header = {MAGIC, PROTOCOL_VERSION, kind, (uint32_t)size,
                            checksum_of(bytes, size)};
    codec_write_init(&head);
    code_header(&head, &header);
    enum protocol_result result =
        head.failed ? PROTOCOL_NO_MEMORY : send_all(fd, head.bytes, head.size, deadline);
    if (result == PROTOCOL_DONE)
        result = send_all(fd, bytes, size, deadline);
    free(head.bytes);
    free(bytes);
    return result;
}

/* Receives a frame of that kind; *payload is malloc'ed. */
static enum protocol_result receive_frame(int fd, enum protocol_kind kind, uint8_t **payload,
                                          size_t *size, int64_t deadline)
{
    uint8_t bytes[HEADER_BYTES];
    enum protocol_result result = receive_all(fd, bytes, sizeof(bytes), deadline);
    if (result != PROTOCOL_DONE)
        return result;
    struct codec head;
    struct header header = {0};
    codec_read_init(&head, bytes, sizeof(bytes));
    code_header(&head, &header);
    if (header.magic != MAGIC || header.version != PROTOCOL_VERSION || header.kind != kind ||
        header.bytes > PROTOCOL_MAX_BYTES)
        return PROTOCOL_BROKEN;
    *payload = malloc((size_t)header.bytes + 1);
    if (!*payload)
        return PROTOCOL_NO_MEMORY;
    *size = header.bytes;
    result = receive_all(fd, *payload, *size, deadline);
    if (result == PROTOCOL_DONE && checksum_of(*payload, *size) != header.checksum)
        result = PROTOCOL_BROKEN;
    if (result != PROTOCOL_DONE)
        free(*payload);
    return result;
}

static void code_hello(struct codec *codec, void *message)
{
    struct protocol_hello *hello = message;
    codec_string(codec, &hello->version);
    codec_string(codec, &hello->unconfined);
}

static void code_settings(struct codec *codec, struct compiler_settings *settings)
{
    codec_u32(codec, &settings->debug);
    codec_u32(codec, &settings->max_gprs);
    codec_u32(codec, &settings->tex_group);
    codec_u32(codec, &settings->image_access);
    if (settings->image_access >= HW_IMAGES_COUNT)
        codec_fail(codec, "unknown access to images");
    codec_u32(codec, &settings->version);
    codec_u32(codec, &settings->extensions);
    codec_u32(codec, &settings->guarded);
    codec_string(codec, &settings->disable);
    codec_string(codec, &settings->faults);
}

/* Codes the fields of a request that decide its answer. */
static void code_task(struct codec *codec, struct protocol_request *request)
{
    codec_u32(codec, &request->action);
    if (request->action >= COMPILER_ACTION_COUNT)
        codec_fail(codec, "unknown action");
    codec_blob(codec, &request->source, &request->source_size);
    codec_string(codec, &request->translator);
    codec_array(codec, (void **)&request->inputs, &request->input_count, sizeof(*request->inputs),
                INPUT_MIN_BYTES);
    for (uint32_t i = 0; i < request->input_count; i++) {
        codec_string(codec, &request->inputs[i].name);
        codec_blob(codec, &request->inputs[i].data, &request->inputs[i].size);
    }
    codec_string(codec, &request->options);
    codec_string(codec, &request->chip);
    code_settings(codec, &request->settings);
}

static void code_request(struct codec *codec, void *message)
{
    struct protocol_request *request = message;
    code_task(codec, request);
    codec_string(codec, &request->folder);
    codec_u32(codec, &request->timeout_s);
    codec_u32(codec, &request->memory_mib);
    codec_u32(codec, &request->confined);
    codec_u32(codec, &request->background);
}

static void code_reply(struct codec *codec, void *message)
{
    struct protocol_reply *reply = message;
    codec_u32(codec, &reply->status);
    codec_string(codec, &reply->outside);
    codec_string(codec, &reply->log);
    codec_blob(codec, &reply->image, &reply->image_size);
}

typedef void message_walk(struct codec *codec, void *message);

static enum protocol_result send_message(int fd, enum protocol_kind kind, message_walk *walk,
                                         const void *message, int64_t deadline)
{
    struct codec codec;
    codec_write_init(&codec);
    walk(&codec, (void *)message); /* writing changes nothing in it */
    return send_frame(fd, kind, &codec, deadline);
}

/* *message must be zero. Whatever the result, it then owns what could be read of it, and the caller
 * finishes it. */
static enum protocol_result receive_message(int fd, enum protocol_kind kind, message_walk *walk,
                                            void *message, int64_t deadline)
{
    uint8_t *payload = NULL;
    size_t size = 0;
    enum protocol_result result = receive_frame(fd, kind, &payload, &size, deadline);
    if (result != PROTOCOL_DONE)
        return result;
    struct codec codec;
    codec_read_init(&codec, payload, size);
    walk(&codec, message);
    free(payload);
    if (codec.no_memory)
        return PROTOCOL_NO_MEMORY;
    return codec_finished(&codec) ? PROTOCOL_DONE : PROTOCOL_BROKEN;
}

/* One sender, one receiver and one finisher for each kind of message. */
#define MESSAGE(name, KIND)                                                                        \
    enum protocol_result protocol_send_##name(int fd, const struct protocol_##name *message,       \
                                              int64_t deadline)                                    \
    {                                                                                              \
        return send_message(fd, PROTOCOL_##KIND, code_##name, message, deadline);                  \
    }                                                                                              \
    enum protocol_result protocol_receive_##name(int fd, struct protocol_##name *message,          \
                                                 int64_t deadline)                                 \
    {                                                                                              \
        memset(message, 0, sizeof(*message));                                                      \
        enum protocol_result result =                                                              \
            receive_message(fd, PROTOCOL_##KIND, code_##name, message, deadline);                  \
        if (result != PROTOCOL_DONE)                                                               \
            protocol_##name##_finish(message);                                                     \
        return result;                                                                             \
    }

MESSAGE(hello, HELLO)
MESSAGE(request, REQUEST)
MESSAGE(reply, REPLY)

void protocol_hello_finish(struct protocol_hello *hello)
{
    free(hello->version);
    free(hello->unconfined);
    *hello = (struct protocol_hello){0};
}

void protocol_request_finish(struct protocol_request *request)
{
    for (uint32_t i = 0; i < request->input_count; i++) {
        free(request->inputs[i].name);
        free(request->inputs[i].data);
    }
    FREE_ALL(request->inputs, request->source, request->translator, request->options,
             request->chip);
    compiler_settings_finish(&request->settings);
    free(request->folder);
    *request = (struct protocol_request){0};
}

void protocol_reply_finish(struct protocol_reply *reply)
{
    FREE_ALL(reply->outside, reply->log, reply->image);
    *reply = (struct protocol_reply){0};
}

void *protocol_key(const struct protocol_request *request, size_t *size)
{
    struct codec codec;
    codec_write_init(&codec);
    code_task(&codec, (struct protocol_request *)request); /* writing changes nothing in it */
    return codec_take(&codec, size);
}

enum { PASSED_FDS = 2 };

enum protocol_result protocol_send_connection(int control, int connection, int errors,
                                              enum compiler_action action)
{
    const bool sent =
        descriptors_send(control, (int[]){connection, errors}, PASSED_FDS, (char)action);
    return sent ? PROTOCOL_DONE : PROTOCOL_CLOSED;
}

enum protocol_result protocol_receive_connection(int control, int *connection, int *errors,
                                                 enum compiler_action *action)
{
    int fds[PASSED_FDS];
    char byte;
    switch (descriptors_receive(control, fds, PASSED_FDS, &byte)) {
    case DESCRIPTORS_CLOSED:
        return PROTOCOL_CLOSED;
    case DESCRIPTORS_OTHERS:
        return PROTOCOL_BROKEN;
    case DESCRIPTORS_HERE:
        break;
    }
    *connection = fds[0];
    *errors = fds[1];
    *action = (enum compiler_action)(unsigned char)byte;
    return PROTOCOL_DONE;
}
