/* SPDX-License-Identifier: MIT */
/* locate.c: where the compiler is, and what tells one build of it from another. */
#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/base/sha256.h"
#include "driver/compiler/process.h"

static const char *const places[] = {
    "../llvm/rootle-cc", /* the build tree */
    "../../libexec/rootle/rootle-cc",
    "../../../libexec/rootle/rootle-cc", /* from below a multiarch library folder */
};

static bool executable(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* The folder of the library or program that this code is in. */
static bool own_folder(char folder[PATH_MAX])
{
    static const char mark = 0;
    Dl_info info;
    if (!dladdr(&mark, &info) || !info.dli_fname || !realpath(info.dli_fname, folder))
        return false;
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash;
}

bool process_find(char path[PATH_MAX])
{
    const char *chosen = env_get(ENV_CC);
    if (*chosen) {
        snprintf(path, PATH_MAX, "%s", chosen);
        return executable(path);
    }
    char folder[PATH_MAX];
    if (own_folder(folder))
        for (size_t i = 0; i < COUNT(places); i++)
            if (snprintf(path, PATH_MAX, "%s/%s", folder, places[i]) < PATH_MAX && executable(path))
                return true;
    snprintf(path, PATH_MAX, "%s", ROOTLE_INSTALLED_CC);
    return executable(path);
}

const char *process_translator(void)
{
    const char *path = env_get(ENV_LLVM_SPIRV);
    return executable(path) ? path : NULL;
}

static void hash_file(struct sha256 *sha, const char *name, const struct stat *info)
{
    int64_t facts[] = {info->st_size, info->st_mtim.tv_sec, info->st_mtim.tv_nsec};
    sha256_update(sha, name, strlen(name) + 1);
    sha256_update(sha, facts, sizeof(facts));
}

bool process_hash_file(struct sha256 *sha, const char *path)
{
    struct stat info;
    if (stat(path, &info))
        return false;
    hash_file(sha, path, &info);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum { MOST_BITCODE = 64 };

/* Whether a file is bitcode that answers to such requests depend on: functions of blocks are for
 * recompiling alone. */
static bool is_bitcode(const char *name, enum compiler_action action)
{
    size_t length = strlen(name);
    return length > 3 && !strcmp(name + length - 3, ".bc") &&
           (action == COMPILER_RECOMPILE || strncmp(name, "block-", 6) != 0);
}

/* Lists the bitcode files of a folder; false when that cannot be done. The names are malloc'ed. */
static bool list_bitcode(DIR *list, enum compiler_action action, char *names[MOST_BITCODE],
                         size_t *count)
{
    for (struct dirent *row; errno = 0, (row = readdir(list));) {
        if (!is_bitcode(row->d_name, action))
            continue;
        if (*count == MOST_BITCODE || !(names[*count] = strdup(row->d_name)))
            return false;
        ++*count;
    }
    return errno == 0;
}

/* The bitcode files of a folder (it need not be there), in an order that does not depend on the
 * file system. */
static bool hash_bitcode(struct sha256 *sha, const char *folder, enum compiler_action action)
{
    char *names[MOST_BITCODE];
    size_t count = 0;
    DIR *list = opendir(folder);
    if (!list)
        return errno == ENOENT;
    bool complete = list_bitcode(list, action, names, &count);
    qsort(names, count, sizeof(*names), compare_names);
    for (size_t i = 0; i < count; i++) {
        struct stat info;
        if (fstatat(dirfd(list), names[i], &info, 0) == 0)
            hash_file(sha, names[i], &info);
        else
            complete = false;
        free(names[i]);
    }
    closedir(list);
    return complete;
}

/* A file of each package that the compiler is made of: libraries that it is linked with or reads.
 */
static const char *const packages[] = {
#ifdef ROOTLE_COMPILER_PACKAGES
    ROOTLE_COMPILER_PACKAGES
#endif
};

static bool hash_packages(struct sha256 *sha)
{
    struct stat info;
    for (size_t i = 0; i < COUNT(packages); i++) {
        if (stat(packages[i], &info) == 0)
            hash_file(sha, packages[i], &info);
        else if (errno != ENOENT)
            return false;
    }
    return true;
}

/* Adds the mark behind the last byte of a compiler's program (llvm/CMakeLists.txt): a hash of all
 * of it but what recompiles, as sha256sum prints it. False where there is none, as in a stripped
 * one. */
static bool hash_mark(struct sha256 *sha, const char *path, off_t size)
{
    enum { DIGITS = 64 };
    static const char end[] = "  -\n";
    char mark[DIGITS + sizeof(end)] = "";
    const ssize_t bytes = sizeof(mark) - 1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool there = fd >= 0 && pread(fd, mark, (size_t)bytes, size - bytes) == bytes &&
                 strspn(mark, "0123456789abcdef") == DIGITS && !strcmp(mark + DIGITS, end);
    if (fd >= 0)
        close(fd);
    if (there)
        sha256_update(sha, mark, sizeof(mark));
    return there;
}

bool process_hash_identity(struct sha256 *sha, const char *path, enum compiler_action action)
{
    char real[PATH_MAX], folder[PATH_MAX];
    struct stat info;
    assert((unsigned)action < COMPILER_ACTION_COUNT);
    if (!realpath(path, real) || stat(real, &info))
        return false;
    if (action == COMPILER_RECOMPILE || !hash_mark(sha, real, info.st_size))
        hash_file(sha, real, &info);
    *strrchr(real, '/') = '\0';
    if (snprintf(folder, sizeof(folder), "%s/../libclc", real) >= PATH_MAX)
        return false;
    return hash_bitcode(sha, real, action) && hash_bitcode(sha, folder, action) &&
           hash_packages(sha);
}
