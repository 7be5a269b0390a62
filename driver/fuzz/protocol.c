/* SPDX-License-Identifier: MIT */
/* protocol.c: fuzz target: what arrives on a connection of the compiler process is a frame, or is
 * refused. The first byte says which kind of frame is expected, and whether the sender forges
 * lengths and checksums that fit. */
#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver/base/checksum.h"
#include "driver/compiler/protocol.h"
#include "driver/fuzz/fuzz.h"

/* The layout of a frame's header, in bytes. */
enum { BYTES_AT = 12, CHECKSUM_AT = 16, HEADER = 24, FORGED = 4 };

static void forge(uint8_t *frame, size_t size)
{
    uint32_t bytes = (uint32_t)(size - HEADER);
    uint64_t checksum = checksum_of(frame + HEADER, bytes);
    memcpy(frame + BYTES_AT, &bytes, sizeof(bytes));
    memcpy(frame + CHECKSUM_AT, &checksum, sizeof(checksum));
}

static void receive(int fd, unsigned kind)
{
    struct protocol_hello hello;
    struct protocol_request request;
    struct protocol_reply reply;
    switch (kind) {
    case PROTOCOL_HELLO:
        protocol_receive_hello(fd, &hello, PROTOCOL_FOREVER);
        protocol_hello_finish(&hello);
        break;
    case PROTOCOL_REQUEST:
        protocol_receive_request(fd, &request, PROTOCOL_FOREVER);
        protocol_request_finish(&request);
        break;
    default:
        protocol_receive_reply(fd, &reply, PROTOCOL_FOREVER);
        protocol_reply_finish(&reply);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t frame[FUZZ_SEED_MAX];
    int pair[2];
    if (size < 1 || size > sizeof(frame))
        return 0;
    memcpy(frame, data + 1, size - 1);
    if (data[0] & FORGED && size - 1 >= HEADER)
        forge(frame, size - 1);
    int made = socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    assert(!made);
    ssize_t sent = size > 1 ? send(pair[0], frame, size - 1, MSG_NOSIGNAL) : 0;
    assert(sent == (ssize_t)size - 1);
    close(pair[0]);
    receive(pair[1], data[0] % FORGED);
    close(pair[1]);
    return 0;
}

static void send_sample(int fd, unsigned kind)
{
    struct compiler_input inputs[] = {{"a.h", "int a;", 6}, {"b/c.h", "", 0}};
    const struct protocol_hello hello = {.version = "rootle-cc 1.0"};
    const struct protocol_request request = {.source = "kernel void k() {}",
                                             .source_size = 18,
                                             .inputs = inputs,
                                             .input_count = 2,
                                             .options = "-DA=1 -w",
                                             .chip = "cypress",
                                             .settings = {.debug = 2, .disable = "dead"},
                                             .timeout_s = 3,
                                             .confined = 1};
    const struct protocol_reply reply = {.log = "a warning", .image = "image", .image_size = 5};
    if (kind == PROTOCOL_HELLO)
        protocol_send_hello(fd, &hello, PROTOCOL_FOREVER);
    else if (kind == PROTOCOL_REQUEST)
        protocol_send_request(fd, &request, PROTOCOL_FOREVER);
    else
        protocol_send_reply(fd, &reply, PROTOCOL_FOREVER);
}

/* Each kind of frame, as it is and forged. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    int pair[2];
    unsigned kind = PROTOCOL_HELLO + n / 2;
    if (kind > PROTOCOL_REPLY)
        return 0;
    int made = socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    assert(!made);
    send_sample(pair[0], kind);
    ssize_t size = recv(pair[1], seed + 1, FUZZ_SEED_MAX - 1, 0);
    assert(size > 0);
    close(pair[0]);
    close(pair[1]);
    seed[0] = (uint8_t)(kind | (n & 1 ? FORGED : 0));
    return (size_t)size + 1;
}
