/* SPDX-License-Identifier: MIT */
/* streams.c: descriptors, pipes, and waiting for them. */
#include <assert.h>
#include <stdarg.h>

#include "program-tester/boards/windows/inside.h"

#undef read
#undef write
#undef dup2
#undef open

enum { MOST_FILES = 2048, PIPE_BYTES = 1 << 20, STREAMS = 3 };

static bool does_not_wait[MOST_FILES];
static HANDLE first_streams[STREAMS];
static char stands_for[MOST_FILES]; /* of a child that replays: 1 + the standard stream */

static HANDLE copy_of(HANDLE handle)
{
    HANDLE own = GetCurrentProcess(), copy = NULL;

    DuplicateHandle(own, handle, own, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    return copy;
}

HANDLE windows_first_stream(int number)
{
    assert(number >= 0 && number < STREAMS);
    return first_streams[number];
}

void windows_keep_streams(void)
{
    int nothing = _open("NUL", _O_WRONLY | _O_BINARY | _O_NOINHERIT);

    for (int i = 0; i < STREAMS; i++) {
        _setmode(i, _O_BINARY);
        first_streams[i] = copy_of((HANDLE)_get_osfhandle(i));
        if (!windows_is_replaying || !i)
            continue;
        stands_for[i] = (char)(i + 1);
        dup2(nothing, i);
    }
    close(nothing);
}

void windows_restore_streams(void)
{
    fflush(NULL);
    for (int i = 0; i < MOST_FILES; i++) {
        if (!stands_for[i])
            continue;
        int file = _open_osfhandle((intptr_t)copy_of(first_streams[stands_for[i] - 1]), _O_BINARY);

        dup2(file, i);
        close(file);
        stands_for[i] = 0;
    }
}

int windows_dup2(int file, int place)
{
    if (dup2(file, place) < 0)
        return -1;
    if (file < MOST_FILES && place < MOST_FILES)
        stands_for[place] = stands_for[file];
    return place; /* Windows returns 0 */
}

/* A copy with the lowest free number from one on. */
static int copy_from(int file, int lowest)
{
    for (int place = lowest; place < MOST_FILES; place++) {
        if (_get_osfhandle(place) == -1)
            return windows_dup2(file, place);
    }
    errno = EMFILE;
    return -1;
}

int fcntl(int file, int what, ...)
{
    va_list arguments;

    va_start(arguments, what);
    int value = what == F_GETFD || what == F_GETFL ? 0 : va_arg(arguments, int);
    va_end(arguments);
    if (file < 0 || file >= MOST_FILES || _get_osfhandle(file) == -1) {
        errno = EBADF;
        return -1;
    }
    if (what == F_DUPFD_CLOEXEC)
        return copy_from(file, value);
    if (what == F_SETFL)
        does_not_wait[file] = value & O_NONBLOCK;
    return what == F_GETFL && does_not_wait[file] ? O_NONBLOCK : 0;
}

int pipe2(int ends[2], int flags)
{
    static unsigned next;
    HANDLE handles[2];
    struct replay *replay = &windows_replay;

    (void)flags;
    if (windows_is_replaying) {
        assert(next < replay->pipe_count);
        memcpy(handles, replay->pipes[next++], sizeof(handles));
    } else {
        if (!CreatePipe(&handles[0], &handles[1], NULL, PIPE_BYTES))
            return windows_error();
        assert(replay->pipe_count < REPLAY_PIPES);
        for (int i = 0; i < 2; i++)
            replay->pipes[replay->pipe_count][i] = copy_of(handles[i]);
        replay->pipe_count++;
    }
    ends[0] = _open_osfhandle((intptr_t)handles[0], _O_BINARY | _O_RDONLY);
    ends[1] = _open_osfhandle((intptr_t)handles[1], _O_BINARY);
    does_not_wait[ends[0]] = does_not_wait[ends[1]] = false;
    return 0;
}

/* Bytes that can be read without waiting; 1 where there is an end or an error to be read. */
static DWORD ready_bytes(int file)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    DWORD ready = 0;

    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return 1;
    return PeekNamedPipe(handle, NULL, 0, NULL, &ready, NULL) ? ready : 1;
}

ssize_t windows_read(int file, void *bytes, size_t size)
{
    if (file >= 0 && file < MOST_FILES && does_not_wait[file] && !ready_bytes(file)) {
        errno = EAGAIN;
        return -1;
    }
    return read(file, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

ssize_t windows_write(int file, const void *bytes, size_t size)
{
    return write(file, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

struct pump {
    HANDLE from, to;
};

static DWORD WINAPI pump_bytes(void *data)
{
    struct pump pump = *(struct pump *)data;
    char bytes[PIPE_BUF];
    DWORD size, done;

    free(data);
    while (ReadFile(pump.from, bytes, sizeof(bytes), &size, NULL) && size) {
        if (!WriteFile(pump.to, bytes, size, &done, NULL))
            break;
    }
    CloseHandle(pump.to);
    return 0;
}

/* Makes standard input a pipe of our own, which a thread fills: nothing tells whether there is
 * something in those of Wine, in sockets and in consoles. */
static void pump_input(void)
{
    static bool is_pumped;
    struct pump *pump = is_pumped ? NULL : malloc(sizeof(*pump));
    HANDLE end;

    is_pumped = true;
    if (!pump)
        return;
    pump->from = copy_of((HANDLE)_get_osfhandle(STDIN_FILENO));
    if (!CreatePipe(&end, &pump->to, NULL, PIPE_BUF)) {
        free(pump);
        return;
    }
    int file = _open_osfhandle((intptr_t)end, _O_BINARY | _O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
    CloseHandle(CreateThread(NULL, 0, pump_bytes, pump, 0, NULL));
}

/* Tells which of the events is there. Whether a pipe has room to write is not known: it always has.
 */
static short look(const struct pollfd *item)
{
    HANDLE end = windows_end(item->fd);

    if (item->fd < 0)
        return 0;
    if (end)
        return WaitForSingleObject(end, 0) == WAIT_OBJECT_0 ? POLLIN : 0;
    if (item->events & POLLOUT)
        return POLLOUT;
    return ready_bytes(item->fd) ? POLLIN : 0;
}

int poll(struct pollfd *items, size_t count, int milliseconds)
{
    ULONGLONG began = GetTickCount64();
    bool knows_end = false;

    for (size_t i = 0; i < count; i++) {
        knows_end |= windows_end(items[i].fd) != NULL;
        if (items[i].fd == STDIN_FILENO)
            pump_input();
    }
    for (;;) {
        int ready = 0;

        for (size_t i = 0; i < count; i++) {
            items[i].revents = look(&items[i]);
            ready += items[i].revents != 0;
        }
        if (ready || (!knows_end && windows_child_ended()))
            return ready;
        if (milliseconds >= 0 && GetTickCount64() - began >= (ULONGLONG)milliseconds)
            return 0;
        Sleep(1);
    }
}
