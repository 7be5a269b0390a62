/* SPDX-License-Identifier: MIT */
/* paths.h: the part of /dev and /sys that shows the card, as a tree of nodes in memory, and
 * redirections of other paths. */
#ifndef ROOTLE_SHIM_PATHS_H
#define ROOTLE_SHIM_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { SHIM_PATH_SIZE = 4096, SHIM_MAJOR = 226, SHIM_MINOR = 128 };

enum shim_kind { SHIM_FOLDER, SHIM_DEVICE, SHIM_FILE, SHIM_LINK };

struct shim_node {
    const char *path; /* absolute, without links */
    enum shim_kind kind;
    const char
        *text; /* of a file: its content, where %04x is the PCI device; of a link: its target */
};

/* The node that a path names, links on the way followed, and the last one too if `follow`. NULL:
 * the path is none of ours. A relative path never is. */
const struct shim_node *shim_node_find(const char *path, bool follow);
/* Entry number `index` of a folder, or NULL behind the last. */
const struct shim_node *shim_node_entry(const struct shim_node *folder, size_t index);
/* The last part of a node's path. */
const char *shim_node_name(const struct shim_node *node);
/* A number that no other node has. */
uint64_t shim_node_inode(const struct shim_node *node);
void shim_node_stat(const struct shim_node *node, struct stat *stat);
/* A new descriptor from which a file's content can be read; -1 with errno set. */
int shim_node_read(const struct shim_node *node);

/* The path to use for one that a program names: another if ROOTLE_DRM_REDIRECT says so, in
 * `buffer`; else `path` itself, which may be NULL. */
const char *shim_redirect(const char *path, char buffer[SHIM_PATH_SIZE]);

#endif
