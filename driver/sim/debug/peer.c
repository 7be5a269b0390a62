/* SPDX-License-Identifier: MIT */
/* peer.c: the connection to a debugger: lines of text both ways, over a Unix socket. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "driver/base/env.h"
#include "driver/sim/debug/debug.h"

struct debug_peer {
    int socket; /* -1: it went away */
    pid_t process;
    size_t size; /* of what has arrived, */
    size_t used; /* and of the lines of it that were handed out */
    char bytes[DEBUG_LINE_BYTES];
};

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made >= 0 && connect(made, (const struct sockaddr *)&address, sizeof(address))) {
        const int error = errno;
        close(made);
        errno = error;
        return -1;
    }
    return made;
}

static void greet(struct debug_peer *peer)
{
    char line[64];
    const int size = snprintf(line, sizeof(line), "{\"hello\":1,\"process\":%d}\n", (int)getpid());
    debug_peer_send(peer, line, (size_t)size);
}

static struct debug_peer the_peer = {.socket = -1};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct debug_peer *debug_peer_open(void)
{
    const char *path = env_get(ENV_DEBUGGER);
    if (!*path)
        return NULL;
    pthread_mutex_lock(&mutex);
    if (the_peer.process != getpid()) { /* a child speaks for itself */
        if (the_peer.socket >= 0)
            close(the_peer.socket);
        the_peer.process = getpid();
        the_peer.size = the_peer.used = 0;
        the_peer.socket = connect_to(path);
        if (the_peer.socket < 0)
            fprintf(stderr, "rootle: ROOTLE_DEBUGGER=%s: %s; launches run without a debugger\n",
                    path, strerror(errno));
        else
            greet(&the_peer);
    }
    pthread_mutex_unlock(&mutex);
    return the_peer.socket < 0 ? NULL : &the_peer;
}

bool debug_peer_is_there(const struct debug_peer *peer)
{
    return peer->socket >= 0;
}

void debug_peer_close(struct debug_peer *peer)
{
    if (peer->socket >= 0)
        close(peer->socket);
    peer->socket = -1;
}

void debug_peer_send(struct debug_peer *peer, const char *bytes, size_t size)
{
    while (size && peer->socket >= 0) {
        const ssize_t sent = send(peer->socket, bytes, size, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (sent < 0 && errno != EINTR) {
            debug_peer_close(peer);
        }
    }
}

/* Moves what was not handed out yet to the front, and reads more. False: there is no more. */
static bool read_more(struct debug_peer *peer)
{
    memmove(peer->bytes, peer->bytes + peer->used, peer->size - peer->used);
    peer->size -= peer->used;
    peer->used = 0;
    if (peer->size == sizeof(peer->bytes)) { /* a line that is too long */
        static const char error[] = "{\"error\":\"a command is too long\"}\n";
        debug_peer_send(peer, error, sizeof(error) - 1);
        return false;
    }
    ssize_t got;
    do
        got = recv(peer->socket, peer->bytes + peer->size, sizeof(peer->bytes) - peer->size, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return false;
    peer->size += (size_t)got;
    return true;
}

char *debug_peer_receive(struct debug_peer *peer)
{
    while (peer->socket >= 0) {
        char *line = peer->bytes + peer->used;
        char *end = memchr(line, '\n', peer->size - peer->used);
        if (end) {
            *end = '\0';
            peer->used = (size_t)(end + 1 - peer->bytes);
            return line;
        }
        if (!read_more(peer))
            debug_peer_close(peer);
    }
    return NULL;
}

bool debug_peer_has_news(const struct debug_peer *peer)
{
    struct pollfd wanted = {.fd = peer->socket, .events = POLLIN};
    return peer->socket >= 0 && (peer->size > peer->used || poll(&wanted, 1, 0) > 0);
}
