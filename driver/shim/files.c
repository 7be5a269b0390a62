/* SPDX-License-Identifier: MIT */
/* files.c: open files of the node. Each is an empty memory file of the kernel's: copies of its
 * descriptor, made by whatever means, share the inode. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "driver/shim/card.h"

static struct shim_file *files; /* a list; guarded by the lock */
atomic_bool shim_files_any;

bool shim_inode_of(int fd, struct stat *stat)
{
    return !syscall(SYS_newfstatat, fd, "", stat, AT_EMPTY_PATH);
}

/* A new descriptor of an empty file that nobody can write to. */
static int empty_file(bool close_on_exec)
{
    const int fd =
        memfd_create("renderD128", MFD_ALLOW_SEALING | (close_on_exec ? MFD_CLOEXEC : 0u));
    if (fd < 0)
        return -errno;
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
        const int status = -errno;
        close(fd);
        return status;
    }
    return fd;
}

static int file_new(bool close_on_exec)
{
    struct stat stat;
    struct shim_file *file = calloc(1, sizeof(*file));
    const int fd = file ? empty_file(close_on_exec) : -ENOMEM;
    if (fd < 0 || !shim_inode_of(fd, &stat)) {
        free(file);
        return fd < 0 ? fd : -EIO;
    }
    atomic_init(&file->references, 1);
    file->device = stat.st_dev;
    file->inode = stat.st_ino;
    file->process = getpid();
    file->next = files;
    files = file;
    shim_files_any = true;
    return fd;
}

int shim_file_open(bool close_on_exec)
{
    shim_files_reap();
    shim_lock();
    int status = shim_card_open();
    if (!status)
        status = file_new(close_on_exec);
    shim_unlock();
    return status;
}

struct shim_file *shim_file_find(int fd)
{
    struct stat stat;
    if (!shim_inode_of(fd, &stat))
        return NULL;
    shim_lock();
    struct shim_file *file = files;
    while (file && (file->inode != stat.st_ino || file->device != stat.st_dev))
        file = file->next;
    if (file)
        atomic_fetch_add(&file->references, 1);
    shim_unlock();
    return file;
}

void shim_file_unreference(struct shim_file *file)
{
    if (!file || atomic_fetch_sub(&file->references, 1) != 1)
        return;
    for (uint32_t i = 0; i < file->room; i++)
        shim_bo_unreference(file->handles[i]);
    free(file->handles);
    free(file);
}

/* Whether a descriptor of this process belongs to the file; true if that cannot be found out. */
static bool is_open(const struct shim_file *file)
{
    bool found = false;
    DIR *folder = fdopendir(open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        return true;
    for (struct dirent *entry; !found && (entry = readdir(folder));) {
        struct stat stat;
        found = *entry->d_name != '.' && shim_inode_of(atoi(entry->d_name), &stat) &&
                stat.st_ino == file->inode && stat.st_dev == file->device;
    }
    closedir(folder);
    return found;
}

void shim_files_reap(void)
{
    struct shim_file *gone = NULL;
    shim_lock();
    struct shim_file *kept = NULL;
    for (struct shim_file *file = files, *next; file; file = next) {
        struct shim_file **list = is_open(file) ? &kept : &gone;
        next = file->next;
        file->next = *list;
        *list = file;
    }
    files = kept;
    shim_files_any = kept != NULL;
    shim_unlock();
    while (gone) {
        struct shim_file *next = gone->next;
        shim_file_unreference(gone);
        gone = next;
    }
}
