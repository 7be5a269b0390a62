/* SPDX-License-Identifier: MIT */
/* confinement.c: what -I names is opened as it is. A macro opens what its value leads to, when that
 * can be a folder of headers. */
#include "llvm/confinement.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/base/count.h"

/* Programs of packages name their headers there by absolute paths. What is there comes from
 * packages, too, and is nobody's secret. */
static const char *const shared[] = {"/usr/share", "/usr/local/share", "/usr/include",
                                     "/usr/local/include"};

/* Whether a path without links and dots is the folder or in it. */
static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* Whether it shows devices or processes: what programs find there are no headers. */
static bool is_system(const char *path)
{
    static const char *const rows[] = {"/dev", "/proc", "/sys"};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (is_below(path, rows[i]))
            return true;
    return false;
}

/* The root may be mounted under other names. */
static bool is_root(const struct stat *info)
{
    struct stat root;
    return stat("/", &root) || (info->st_dev == root.st_dev && info->st_ino == root.st_ino);
}

/* Returns the folder that a macro's value opens, malloc'ed; NULL: none. */
static char *folder_of_macro(const char *value)
{
    struct stat info;
    char *path = realpath(value, NULL);
    if (path && !is_system(path) && !stat(path, &info) && S_ISDIR(info.st_mode) && !is_root(&info))
        return path;
    free(path);
    return NULL;
}

static void list_options(struct confinement *confinement, size_t *count)
{
    size_t next = 0;
    bool is_macro;
    for (const char *name;
         (name = build_options_folder(&confinement->options, &next, &is_macro));) {
        char *opened = is_macro ? folder_of_macro(name) : NULL;
        if (opened)
            confinement->opened[confinement->opened_count++] = opened;
        if (opened || !is_macro)
            confinement->folders[(*count)++] = opened ? opened : name;
    }
}

enum compiler_status confinement_init(struct confinement *confinement,
                                      const struct frontend *frontend, const char *client_folder,
                                      struct compile_job *job)
{
    *confinement = (struct confinement){0};
    enum compiler_status status = build_options_parse(&confinement->options, compile_options(job),
                                                      job->options, job->option_count, job->log);
    if (status != COMPILER_OK)
        return status;
    size_t count = FRONTEND_FOLDERS, most = confinement->options.clang_count;
    confinement->folders = calloc(count + COUNT(shared) + 1 + most, sizeof(*confinement->folders));
    confinement->opened = calloc(most + 1, sizeof(*confinement->opened));
    if (!confinement->folders || !confinement->opened)
        return COMPILER_NO_MEMORY;
    frontend_folders(frontend, confinement->folders);
    for (size_t i = 0; i < COUNT(shared); i++)
        confinement->folders[count++] = shared[i];
    if (*client_folder)
        confinement->folders[count++] = client_folder;
    list_options(confinement, &count);
    job->folders = confinement->folders;
    job->folder_count = count;
    return COMPILER_OK;
}

void confinement_finish(struct confinement *confinement)
{
    words_free(confinement->opened, confinement->opened_count);
    free(confinement->folders);
    build_options_finish(&confinement->options);
}
