/* SPDX-License-Identifier: MIT */
/* paths.h: the part of /dev and /sys that shows the card, as a tree of nodes in memory, and
 * redirections of other paths. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHIM_PATH_SIZE = 4096, SHIM_MAJOR = 226, SHIM_MINOR = 128 };

enum shim_kind { SHIM_FOLDER, SHIM_DEVICE, SHIM_FILE, SHIM_LINK };

struct shim_node {
    const char *path; /* absolute, without links */
    enum shim_kind kind;
    const char
        *text; /* of a file: its content, where %04x is the PCI device; of a link: its target */
};

/* The node that a path below /dev or /sys names, links on the way followed, and the last one too if
 * `follow`. NULL: the path is none of ours. */
const struct shim_node *shim_node_find(const char *path, bool follow);

/* The same for any path; a relative one names no node. Most paths are told apart inline: functions
 * that replace libc's are also called while a sanitizer starts, when other functions of this
 * library must not run yet. */
static inline const struct shim_node *shim_node_at(const char *path, bool follow)
{
    const bool near = path && (!strncmp(path, "/dev/", 5) || !strncmp(path, "/sys/", 5));
    return near ? shim_node_find(path, follow) : NULL;
}

/* Entry number `index` of a folder, or NULL behind the last. */
const struct shim_node *shim_node_entry(const struct shim_node *folder, size_t index);
/* The last part of a node's path. */
const char *shim_node_name(const struct shim_node *node);
/* A number that no other node has. */
uint64_t shim_node_inode(const struct shim_node *node);
void shim_node_stat(const struct shim_node *node, struct stat *stat);
/* A new descriptor from which a file's content can be read; -1 with errno set. */
int shim_node_read(const struct shim_node *node);

/* The path to use for an absolute one, by these rules (ROOTLE_DRM_REDIRECT): another, in `buffer`,
 * or `path` itself. */
const char *shim_redirect_by(const char *rules, const char *path, char buffer[SHIM_PATH_SIZE]);

/* The path to use for any that a program names; NULL is legal. */
static inline const char *shim_redirect(const char *path, char buffer[SHIM_PATH_SIZE])
{
    const char *rules = path && *path == '/' ? getenv("ROOTLE_DRM_REDIRECT") : NULL;
    return rules && *rules ? shim_redirect_by(rules, path, buffer) : path;
}
