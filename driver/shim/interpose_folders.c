/* SPDX-License-Identifier: MIT */
/* interpose_folders.c: opendir and what follows. */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/shim/next.h"
#include "driver/shim/paths.h"

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "as on 64-bit machines");

/* An open folder of the simulated tree. Programs hold it as a DIR *, as they do libc's, whose
 * content is not known here: the list below tells which is which. */
struct folder {
    struct folder *next;
    const struct shim_node *node;
    size_t index;
    struct dirent entry;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct folder *folders; /* open ones; guarded by the lock */

static struct folder *find_folder(DIR *stream)
{
    pthread_mutex_lock(&lock);
    struct folder *folder = folders;
    while (folder && (DIR *)folder != stream)
        folder = folder->next;
    pthread_mutex_unlock(&lock);
    return folder;
}

static DIR *open_folder(const struct shim_node *node)
{
    struct folder *folder = calloc(1, sizeof(*folder));
    if (!folder)
        return NULL;
    folder->node = node;
    pthread_mutex_lock(&lock);
    folder->next = folders;
    folders = folder;
    pthread_mutex_unlock(&lock);
    return (DIR *)folder;
}

SHIM_EXPORT DIR *opendir(const char *path)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    if (!node)
        return NEXT(opendir)(shim_redirect(path, buffer));
    if (node->kind == SHIM_FOLDER)
        return open_folder(node);
    errno = ENOTDIR;
    return NULL;
}

static struct dirent *read_folder(struct folder *folder)
{
    static const unsigned char types[] = {
        [SHIM_FOLDER] = DT_DIR, [SHIM_DEVICE] = DT_CHR, [SHIM_FILE] = DT_REG, [SHIM_LINK] = DT_LNK};
    const struct shim_node *node = NULL;
    if (folder->index >= 2 && !(node = shim_node_entry(folder->node, folder->index - 2)))
        return NULL;
    folder->entry = (struct dirent){
        .d_ino = node ? shim_node_inode(node) : shim_node_inode(folder->node),
        .d_type = node ? types[node->kind] : DT_DIR,
        .d_reclen = sizeof(folder->entry),
    };
    snprintf(folder->entry.d_name, sizeof(folder->entry.d_name), "%s",
             node ? shim_node_name(node) : &".."[folder->index == 0]);
    folder->index++;
    return &folder->entry;
}

SHIM_EXPORT struct dirent *readdir(DIR *stream)
{
    struct folder *folder = find_folder(stream);
    return folder ? read_folder(folder) : NEXT(readdir)(stream);
}

SHIM_EXPORT struct dirent64 *readdir64(DIR *stream)
{
    struct folder *folder = find_folder(stream);
    return folder ? (struct dirent64 *)read_folder(folder) : NEXT(readdir64)(stream);
}

SHIM_EXPORT void rewinddir(DIR *stream)
{
    struct folder *folder = find_folder(stream);
    if (folder)
        folder->index = 0;
    else
        NEXT(rewinddir)(stream);
}

SHIM_EXPORT int dirfd(DIR *stream)
{
    if (!find_folder(stream))
        return NEXT(dirfd)(stream);
    errno = ENOTSUP;
    return -1;
}

SHIM_EXPORT int closedir(DIR *stream)
{
    struct folder *folder = find_folder(stream);
    if (!folder)
        return NEXT(closedir)(stream);
    pthread_mutex_lock(&lock);
    struct folder **link = &folders;
    while (*link != folder)
        link = &(*link)->next;
    *link = folder->next;
    pthread_mutex_unlock(&lock);
    free(folder);
    return 0;
}
