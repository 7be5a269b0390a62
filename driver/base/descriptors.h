/* SPDX-License-Identifier: MIT */
/* descriptors.h: file descriptors that go to another process, with one byte on a Unix socket. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { DESCRIPTORS_MAX = 2 };

/* Sends `count` of them, at most DESCRIPTORS_MAX, with a byte. False when the other end is closed.
 */
bool descriptors_send(int socket, const int *descriptors, size_t count, char byte);

enum descriptors_result {
    DESCRIPTORS_HERE,
    DESCRIPTORS_CLOSED, /* by the other end */
    DESCRIPTORS_OTHERS, /* a message without them, or with another number of them */
};

/* Waits for a message with `count` of them, which the caller then owns, and its byte. They are
 * closed on exec. */
enum descriptors_result descriptors_receive(int socket, int *descriptors, size_t count, char *byte);
