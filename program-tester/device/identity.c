/* SPDX-License-Identifier: MIT */
/* identity.c: what tells one build of a driver from another. */
#include "program-tester/device/identity.h"

#include <ftw.h>
#include <inttypes.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The place of a path, or of the first one behind it. */
static size_t place_of(const struct pt_paths *paths, const char *path)
{
    size_t low = 0, high = paths->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (strcmp(paths->items[middle], path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has(const struct pt_paths *paths, const char *path)
{
    size_t place = place_of(paths, path);

    return place < paths->count && !strcmp(paths->items[place], path);
}

void pt_paths_add(struct pt_paths *paths, const char *path)
{
    size_t place = place_of(paths, path);

    if (has(paths, path))
        return;
    paths->items = pt_grow(paths->items, &paths->capacity, paths->count + 1, sizeof(*paths->items));
    memmove(paths->items + place + 1, paths->items + place,
            (paths->count - place) * sizeof(*paths->items));
    paths->items[place] = pt_format("%s", path);
    paths->count++;
}

void pt_paths_add_new(struct pt_paths *paths, const struct pt_paths *more,
                      const struct pt_paths *known)
{
    for (size_t i = 0; i < more->count; i++) {
        if (!has(known, more->items[i]))
            pt_paths_add(paths, more->items[i]);
    }
}

static struct pt_paths *walked; /* nftw takes no argument for its callback */

static int add_walked(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    pt_paths_add(walked, path);
    return 0;
}

void pt_paths_add_tree(struct pt_paths *paths, const char *path)
{
    pt_paths_add(paths, path);
    walked = paths;
    nftw(path, add_walked, 16, 0);
}

static int add_object(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    if (strchr(info->dlpi_name, '/')) /* neither the program nor what the kernel maps */
        pt_paths_add(data, info->dlpi_name);
    return 0;
}

void pt_paths_add_objects(struct pt_paths *paths)
{
    dl_iterate_phdr(add_object, paths);
}

void pt_paths_finish(struct pt_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
    memset(paths, 0, sizeof(*paths));
}

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A file that is put in the place of another has another number, even if its time is kept. The time
 * of change is not in it: making a link to a file, as for a backup, changes that. */
static bool add_line(struct pt_string *text, const char *path, double since)
{
    struct stat info;

    if (stat(path, &info) || seconds_of(info.st_ctim) > since)
        return false;
    pt_string_add(text, "%s\t%jd %ju %jd.%09ld\n", path, (intmax_t)info.st_size,
                  (uintmax_t)info.st_ino, (intmax_t)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    return true;
}

char *pt_identity_text(const struct pt_paths *paths, double since)
{
    struct pt_string text = {0};

    for (size_t i = 0; i < paths->count; i++) {
        if (!add_line(&text, paths->items[i], since)) {
            free(text.text);
            return NULL;
        }
    }
    return pt_string_take(&text);
}

bool pt_identity_holds(const char *text)
{
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        char *path = pt_copy(line, strcspn(line, "\t\n"));
        struct pt_string now = {0};
        bool same = add_line(&now, path, 1e18) && !strncmp(line, now.text, now.length);

        free(path);
        free(now.text);
        if (!same)
            return false;
    }
    return true;
}
