/* SPDX-License-Identifier: MIT */
/* files.c: keeps a runner's files on a board. Nothing is written outside of the folder. A file that
 * is damaged when a board loses its power is found by its hash before the next run. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/base/sha256.h"
#include "program-tester/base/util.h"
#include "program-tester/boards/boards.h"

static const char lock_name[] = "in-use";

/* Whether a path leads nowhere but below the folder that it is relative to. */
static bool is_below(const char *path)
{
    if (!path[0] || path[0] == '/')
        return false;
    for (const char *part = path; part; part = strchr(part, '/'), part += part != NULL) {
        if (!strcmp(part, "..") || !strncmp(part, "../", 3))
            return false;
    }
    return true;
}

static void print_hash(FILE *file)
{
    uint8_t bytes[1 << 14], digest[SHA256_BYTES];
    struct sha256 sha;
    size_t size;

    sha256_init(&sha);
    while ((size = fread(bytes, 1, sizeof(bytes), file)))
        sha256_update(&sha, bytes, size);
    sha256_finish(&sha, digest);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        printf("%02x", digest[i]);
    putchar('\n');
}

int pt_board_list(const char *folder)
{
    char *line = NULL;
    size_t capacity = 0;

    while (getline(&line, &capacity, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *path = pt_format("%s/%s", folder, line);
        FILE *file = is_below(line) ? fopen(path, "rb") : NULL;

        if (file)
            print_hash(file);
        else
            puts("-");
        if (file)
            fclose(file);
        free(path);
    }
    free(line);
    return fflush(stdout) ? PT_BOARD_CANNOT : PT_BOARD_DONE;
}

/* Makes the folders that a path goes through. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = !mkdir(path, 0755) || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* Copies so many bytes of standard input. Returns false with errno; errno 0: they are not all
 * there. */
static bool copy_bytes(FILE *file, unsigned long long size)
{
    char bytes[1 << 14];

    while (size) {
        size_t part = size < sizeof(bytes) ? (size_t)size : sizeof(bytes);

        errno = 0;
        if (fread(bytes, 1, part, stdin) != part || fwrite(bytes, 1, part, file) != part)
            return false;
        size -= part;
    }
    return !fflush(file);
}

static bool receive_file(char *path, unsigned long long size, unsigned mode)
{
    char *part = pt_format("%s.part-%ld", path, (long)getpid());
    FILE *file = make_folders(path) ? fopen(part, "wb") : NULL;
    bool good = file && copy_bytes(file, size);
    int error = errno;

    if (file && fclose(file))
        good = false;
    if (good && (chmod(part, mode & 0777) || rename(part, path))) {
        good = false;
        error = errno;
    }
    if (!good && file)
        unlink(part);
    free(part);
    errno = error;
    return good;
}

/* A descriptor of the file that watches lock; -1 and errno. A folder without it is not ours. */
static int open_lock(const char *folder, int flags)
{
    char *path = pt_format("%s/%s", folder, lock_name);
    int lock = open(path, O_RDWR | O_CLOEXEC | flags, 0644);

    free(path);
    return lock;
}

void pt_board_hold(const char *folder)
{
    int lock = open_lock(folder, O_CREAT);

    if (lock >= 0 && flock(lock, LOCK_SH | LOCK_NB)) /* stays open: the lock is this process's */
        close(lock);
}

int pt_board_receive(const char *folder)
{
    char *line = NULL;
    size_t capacity = 0;
    int status = PT_BOARD_CANNOT;

    pt_board_hold(folder);
    while (status == PT_BOARD_CANNOT && getline(&line, &capacity, stdin) > 0) {
        unsigned long long size;
        unsigned mode;
        int start = 0;

        line[strcspn(line, "\n")] = '\0';
        if (!strcmp(line, "end")) {
            status = PT_BOARD_DONE;
            continue;
        }
        if (sscanf(line, "%llu %o %n", &size, &mode, &start) != 2 || !is_below(line + start)) {
            pt_complain("cannot receive '%s'", line);
            break;
        }
        char *path = pt_format("%s/%s", folder, line + start);
        bool good = receive_file(path, size, mode);
        if (!good)
            pt_complain("%s: %s", path, errno ? strerror(errno) : "it came in part");
        free(path);
        if (!good)
            break;
    }
    free(line);
    return status;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

int pt_board_remove(const char *folder)
{
    int lock = open_lock(folder, 0);

    if (lock < 0) {
        pt_complain("%s is no folder of rootle-board: %s", folder, strerror(errno));
        return PT_BOARD_CANNOT;
    }
    if (flock(lock, LOCK_EX | LOCK_NB)) {
        pt_complain("%s is in use", folder);
        close(lock);
        return PT_BOARD_IN_USE;
    }
    bool gone = !nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    if (!gone)
        pt_complain("%s: %s", folder, strerror(errno));
    close(lock);
    return gone ? PT_BOARD_DONE : PT_BOARD_CANNOT;
}
