/* SPDX-License-Identifier: MIT */
/* descriptors.c: SCM_RIGHTS of unix(7). */
#include "driver/base/descriptors.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A message of one byte with room for the descriptors, aligned as the kernel wants it. */
struct passing {
    char byte;
    struct iovec piece;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(DESCRIPTORS_MAX * sizeof(int))];
    } control;
    struct msghdr message;
};

static void passing_init(struct passing *passing, size_t count, char byte)
{
    assert(count && count <= DESCRIPTORS_MAX);
    *passing = (struct passing){.byte = byte};
    passing->piece = (struct iovec){&passing->byte, 1};
    passing->message = (struct msghdr){.msg_iov = &passing->piece,
                                       .msg_iovlen = 1,
                                       .msg_control = passing->control.bytes,
                                       .msg_controllen = CMSG_SPACE(count * sizeof(int))};
}

bool descriptors_send(int socket, const int *descriptors, size_t count, char byte)
{
    struct passing passing;
    passing_init(&passing, count, byte);
    struct cmsghdr *header = CMSG_FIRSTHDR(&passing.message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    ssize_t sent;
    do
        sent = sendmsg(socket, &passing.message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == 1;
}

enum descriptors_result descriptors_receive(int socket, int *descriptors, size_t count, char *byte)
{
    struct passing passing;
    passing_init(&passing, count, 0);
    ssize_t got;
    do
        got = recvmsg(socket, &passing.message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return DESCRIPTORS_CLOSED;
    struct cmsghdr *header = CMSG_FIRSTHDR(&passing.message);
    if (!header || header->cmsg_type != SCM_RIGHTS)
        return DESCRIPTORS_OTHERS;
    const size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), (came < count ? came : count) * sizeof(int));
    *byte = passing.byte;
    if (came == count)
        return DESCRIPTORS_HERE;
    for (size_t i = 0; i < came && i < count; i++)
        close(descriptors[i]);
    return DESCRIPTORS_OTHERS;
}
