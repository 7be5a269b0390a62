/* SPDX-License-Identifier: MIT */
/* test_protocol.c: frames survive any splitting; what is not a frame, or comes late, is refused. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/compiler/protocol.h"

static void make_pair(int pair[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
}

static const struct protocol_request sample = {.source = "kernel void f() {}",
                                               .source_size = 18,
                                               .options = "-DX=1",
                                               .chip = "cypress",
                                               .settings = {.debug = 1u << DEBUG_noopt,
                                                            .max_gprs = 12,
                                                            .tex_group = 4,
                                                            .image_access = 1,
                                                            .version = 300,
                                                            .extensions = 0x15,
                                                            .disable = "share",
                                                            .faults = "smin_unsigned,"},
                                               .folder = "/folder",
                                               .timeout_s = 60,
                                               .memory_mib = 4096};

/* The bytes of one sample request, as they travel. */
static size_t sample_bytes(uint8_t *bytes, size_t room)
{
    int pair[2];
    make_pair(pair);
    assert_int_equal(protocol_send_request(pair[0], &sample, PROTOCOL_FOREVER), PROTOCOL_DONE);
    ssize_t size = recv(pair[1], bytes, room, 0);
    assert_true(size > 0);
    close(pair[0]);
    close(pair[1]);
    return (size_t)size;
}

static void test_round_trip(void **state)
{
    int pair[2];
    make_pair(pair);
    struct protocol_request request;
    assert_int_equal(protocol_send_request(pair[0], &sample, PROTOCOL_FOREVER), PROTOCOL_DONE);
    assert_int_equal(protocol_receive_request(pair[1], &request, PROTOCOL_FOREVER), PROTOCOL_DONE);
    assert_int_equal(request.source_size, 18);
    assert_string_equal(request.source, sample.source);
    assert_string_equal(request.options, "-DX=1");
    assert_string_equal(request.chip, "cypress");
    assert_true(compiler_settings_has(&request.settings, DEBUG_noopt));
    assert_false(compiler_settings_has(&request.settings, DEBUG_asm));
    assert_int_equal(request.settings.max_gprs, 12);
    assert_int_equal(request.settings.tex_group, 4);
    assert_int_equal(request.settings.image_access, 1);
    assert_int_equal(request.settings.version, 300);
    assert_int_equal(request.settings.extensions, 0x15);
    assert_string_equal(request.settings.disable, "share");
    assert_string_equal(request.settings.faults, "smin_unsigned,");
    assert_string_equal(request.folder, "/folder");
    assert_int_equal(request.timeout_s, 60);
    assert_int_equal(request.memory_mib, 4096);
    protocol_request_finish(&request);

    struct protocol_hello hello;
    assert_int_equal(
        protocol_send_hello(pair[1], &(struct protocol_hello){.version = "v"}, PROTOCOL_FOREVER),
        PROTOCOL_DONE);
    assert_int_equal(protocol_receive_hello(pair[0], &hello, PROTOCOL_FOREVER), PROTOCOL_DONE);
    assert_string_equal(hello.version, "v");
    protocol_hello_finish(&hello);
    close(pair[0]);
    close(pair[1]);
}

static bool same_key(const struct protocol_request *request)
{
    size_t size, sample_size;
    void *key = protocol_key(request, &size), *sample_key = protocol_key(&sample, &sample_size);
    bool same = size == sample_size && !memcmp(key, sample_key, size);
    free(key);
    free(sample_key);
    return same;
}

/* All that shapes an answer changes the key, and nothing else does. */
static void test_key(void **state)
{
    struct compiler_input header = {.name = "a.h", .data = "int a;", .size = 6};
    struct protocol_request rows[16];
    enum { ROWS = COUNT(rows) };
    for (size_t i = 0; i < ROWS; i++)
        rows[i] = sample;
    assert_true(same_key(&rows[0]));
    rows[0].action = COMPILER_COMPILE;
    rows[1].source = "kernel void g() {}";
    rows[2].source_size--;
    rows[3].options = "-DX=2";
    rows[4].chip = "cedar";
    rows[5].settings.debug = 0;
    rows[6].settings.max_gprs = 0;
    rows[7].settings.image_access = 0;
    rows[8].settings.disable = "";
    rows[9].settings.faults = "";
    rows[10].inputs = &header;
    rows[10].input_count = 1;
    rows[11].settings.version = 120;
    rows[14].settings.guarded = 1;
    rows[15].settings.tex_group = 8;
    assert_false(same_key(&rows[14]));
    assert_false(same_key(&rows[15]));
    for (size_t i = 0; i <= 11; i++)
        if (same_key(&rows[i]))
            fail_msg("row %zu has the sample's key", i);
    rows[12].folder = "/another";
    rows[13].timeout_s = rows[13].memory_mib = 1;
    assert_true(same_key(&rows[12]));
    assert_true(same_key(&rows[13]));
}

struct big_sender {
    int fd;
    enum protocol_result result;
    struct protocol_reply reply;
};

static void *send_big(void *data)
{
    struct big_sender *sender = data;
    sender->result = protocol_send_reply(sender->fd, &sender->reply, PROTOCOL_FOREVER);
    return NULL;
}

/* Far more than a socket buffers: both ends see partial transfers. */
static void test_big_reply(void **state)
{
    int pair[2];
    make_pair(pair);
    struct big_sender sender = {
        .fd = pair[0],
        .reply = {.status = 3, .log = NULL, .image_size = 8 << 20, .image = malloc(8 << 20)}};
    for (uint32_t i = 0; i < sender.reply.image_size; i++)
        ((uint8_t *)sender.reply.image)[i] = (uint8_t)(i * 7 + i / 256);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, send_big, &sender), 0);
    struct protocol_reply reply;
    assert_int_equal(protocol_receive_reply(pair[1], &reply, PROTOCOL_FOREVER), PROTOCOL_DONE);
    pthread_join(thread, NULL);
    assert_int_equal(sender.result, PROTOCOL_DONE);
    assert_int_equal(reply.status, 3);
    assert_string_equal(reply.log, "");
    assert_int_equal(reply.image_size, 8 << 20);
    assert_memory_equal(reply.image, sender.reply.image, 8 << 20);
    protocol_reply_finish(&reply);
    protocol_reply_finish(&sender.reply);
    close(pair[0]);
    close(pair[1]);
}

static enum protocol_result receive_bytes(const uint8_t *bytes, size_t size)
{
    int pair[2];
    make_pair(pair);
    if (size)
        assert_int_equal(send(pair[0], bytes, size, MSG_NOSIGNAL), size);
    close(pair[0]);
    struct protocol_request request;
    enum protocol_result result = protocol_receive_request(pair[1], &request, PROTOCOL_FOREVER);
    protocol_request_finish(&request);
    close(pair[1]);
    return result;
}

static void test_peer_death(void **state)
{
    uint8_t bytes[4096];
    size_t size = sample_bytes(bytes, sizeof(bytes));
    for (size_t length = 0; length < size; length++)
        assert_int_equal(receive_bytes(bytes, length), PROTOCOL_CLOSED);
    assert_int_equal(receive_bytes(bytes, size), PROTOCOL_DONE);
}

static void test_damage(void **state)
{
    uint8_t bytes[4096];
    size_t size = sample_bytes(bytes, sizeof(bytes));
    for (size_t bit = 0; bit < size * 8; bit++) {
        bytes[bit / 8] ^= 1u << bit % 8;
        enum protocol_result result = receive_bytes(bytes, size);
        /* A longer length is only found out when the peer closes. */
        assert_true(result == PROTOCOL_BROKEN || (result == PROTOCOL_CLOSED && bit / 32 == 3));
        bytes[bit / 8] ^= 1u << bit % 8;
    }
}

static void test_wrong_kind(void **state)
{
    int pair[2];
    make_pair(pair);
    struct protocol_reply reply;
    assert_int_equal(protocol_send_request(pair[0], &sample, PROTOCOL_FOREVER), PROTOCOL_DONE);
    assert_int_equal(protocol_receive_reply(pair[1], &reply, PROTOCOL_FOREVER), PROTOCOL_BROKEN);
    assert_null(reply.image);
    close(pair[0]);
    close(pair[1]);
}

static void test_deadline_and_closed_peer(void **state)
{
    int pair[2];
    make_pair(pair);
    struct protocol_reply reply = {0};
    assert_int_equal(protocol_receive_reply(pair[1], &reply, protocol_deadline(0.02)),
                     PROTOCOL_LATE);
    reply = (struct protocol_reply){.image_size = 8 << 20, .image = calloc(1, 8 << 20)};
    assert_int_equal(protocol_send_reply(pair[0], &reply, protocol_deadline(0.02)), PROTOCOL_LATE);
    close(pair[1]);
    /* No SIGPIPE, which would end this program. */
    assert_int_equal(protocol_send_reply(pair[0], &reply, PROTOCOL_FOREVER), PROTOCOL_CLOSED);
    protocol_reply_finish(&reply);
    close(pair[0]);
}

static void test_passing(void **state)
{
    int control[2], inner[2], connection, errors;
    enum compiler_action action;
    make_pair(control);
    make_pair(inner);
    assert_int_equal(protocol_send_connection(control[0], inner[0], inner[0], COMPILER_RECOMPILE),
                     PROTOCOL_DONE);
    assert_int_equal(protocol_receive_connection(control[1], &connection, &errors, &action),
                     PROTOCOL_DONE);
    assert_int_equal(action, COMPILER_RECOMPILE);
    assert_int_equal(write(connection, "x", 1), 1);
    char byte = 0;
    assert_int_equal(read(inner[1], &byte, 1), 1);
    assert_int_equal(byte, 'x');
    assert_int_equal(write(control[0], "y", 1), 1); /* a byte without descriptors */
    assert_int_equal(protocol_receive_connection(control[1], &connection, &errors, &action),
                     PROTOCOL_BROKEN);
    close(control[0]);
    int connection2, errors2;
    assert_int_equal(protocol_receive_connection(control[1], &connection2, &errors2, &action),
                     PROTOCOL_CLOSED);
    assert_int_equal(protocol_send_connection(control[1], inner[0], inner[0], COMPILER_BUILD),
                     PROTOCOL_CLOSED);
    close(control[1]);
    close(inner[0]);
    close(inner[1]);
    close(connection);
    close(errors);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_round_trip, test_key, test_big_reply, test_peer_death,
                     test_damage, test_wrong_kind, test_deadline_and_closed_peer, test_passing);
}
