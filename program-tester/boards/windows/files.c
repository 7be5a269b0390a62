/* SPDX-License-Identifier: MIT */
/* files.c: files and folders. */
#include <assert.h>
#include <stdarg.h>

#include "program-tester/boards/windows/inside.h"

#undef open
#undef closedir

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* ---- what there is of a path ---- */

static struct timespec time_of(FILETIME time)
{
    const uint64_t since_1601 = 11644473600, ticks = 10000000;
    uint64_t value = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;

    return (struct timespec){(time_t)(value / ticks - since_1601), (long)(value % ticks * 100)};
}

static int stat_of(HANDLE file, struct windows_stat *info)
{
    BY_HANDLE_FILE_INFORMATION found;

    *info = (struct windows_stat){.st_mode = S_IFREG | 0644};
    if (GetFileType(file) != FILE_TYPE_DISK) {
        info->st_mode = (GetFileType(file) == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR) | 0644;
        return 0;
    }
    if (!GetFileInformationByHandle(file, &found))
        return windows_error();
    if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        info->st_mode = S_IFDIR | 0755;
    info->st_size = (long long)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
    info->st_ino = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    info->st_mtim = time_of(found.ftLastWriteTime);
    info->st_ctim = time_of(found.ftCreationTime);
    return 0;
}

int windows_stat(const char *path, struct windows_stat *info)
{
    const DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE file = CreateFileA(path, FILE_READ_ATTRIBUTES, all, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);

    if (file == INVALID_HANDLE_VALUE)
        return windows_error();
    int failed = stat_of(file, info);
    CloseHandle(file);
    return failed;
}

int windows_fstat(int file, struct windows_stat *info)
{
    return stat_of((HANDLE)_get_osfhandle(file), info);
}

/* Without the drive where none was given: folders of a run are of one drive, and "/" is above them.
 */
char *realpath(const char *path, char *real)
{
    if (!_fullpath(real, path, PATH_MAX))
        return NULL;
    if (path[0] && path[1] != ':' && real[1] == ':')
        memmove(real, real + 2, strlen(real + 2) + 1);
    for (char *at = real; (at = strchr(at, '\\')); at++)
        *at = '/';
    return real;
}

int windows_mkdir(const char *path, unsigned mode)
{
    (void)mode;
    return _mkdir(path);
}

int windows_rename(const char *name, const char *new_name)
{
    return MoveFileExA(name, new_name, MOVEFILE_REPLACE_EXISTING) ? 0 : windows_error();
}

/* ---- folders that are open ---- */

enum { MOST_FOLDERS = 64, FIRST_FILE = 3 };

/* Their descriptors are those of NUL, so that close() takes them. Who opens one closes it soon. */
static struct folder {
    char *path;
    DIR *reader;
} folders[MOST_FOLDERS];

static int open_folder(const char *path)
{
    struct windows_stat info;

    if (windows_stat(path, &info))
        return -1;
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return -1;
    }
    int file = _open("NUL", _O_RDONLY | _O_NOINHERIT);
    if (file >= MOST_FOLDERS) {
        close(file);
        errno = EMFILE;
        return -1;
    }
    free(folders[file].path);
    folders[file] = (struct folder){.path = _strdup(path)};
    return file;
}

static char *below(int folder, const char *name)
{
    assert(folder >= FIRST_FILE && folder < MOST_FOLDERS && folders[folder].path);
    return join(folders[folder].path, name);
}

int windows_open(const char *path, int flags, ...)
{
    const int ours = O_DIRECTORY | O_NONBLOCK;

    if (flags & O_DIRECTORY)
        return open_folder(path);
    if (!strcmp(path, "/dev/null"))
        path = "NUL";
    return _open(path, (flags & ~ours) | _O_BINARY, _S_IREAD | _S_IWRITE);
}

int openat(int folder, const char *name, int flags, ...)
{
    char *path = below(folder, name);
    int file = path ? windows_open(path, flags, 0600) : -1;

    free(path);
    return file;
}

int fstatat(int folder, const char *name, struct windows_stat *info, int flags)
{
    char *path = below(folder, name);
    int failed = path ? windows_stat(path, info) : -1;

    (void)flags;
    free(path);
    return failed;
}

int unlinkat(int folder, const char *name, int flags)
{
    char *path = below(folder, name);
    int failed = path ? _unlink(path) : -1;

    (void)flags;
    free(path);
    return failed;
}

int renameat(int folder, const char *name, int new_folder, const char *new_name)
{
    char *from = below(folder, name), *to = below(new_folder, new_name);
    int failed = from && to ? windows_rename(from, to) : -1;

    free(from);
    free(to);
    return failed;
}

DIR *fdopendir(int folder)
{
    char *path = below(folder, ".");
    DIR *reader = path ? opendir(path) : NULL;

    free(path);
    folders[folder].reader = reader;
    return reader;
}

int dirfd(DIR *folder)
{
    for (int i = FIRST_FILE; i < MOST_FOLDERS; i++) {
        if (folders[i].reader == folder)
            return i;
    }
    errno = EINVAL;
    return -1;
}

int windows_closedir(DIR *folder)
{
    int file = dirfd(folder);

    if (file >= 0) {
        close(file);
        folders[file].reader = NULL;
    }
    return closedir(folder);
}

/* ---- files that are open ---- */

int futimens(int file, const struct timespec times[2])
{
    FILETIME now;

    assert(!times);
    GetSystemTimeAsFileTime(&now);
    return SetFileTime((HANDLE)_get_osfhandle(file), NULL, NULL, &now) ? 0 : windows_error();
}

int fsync(int file)
{
    return _commit(file);
}

int flock(int file, int how)
{
    OVERLAPPED place = {0};
    DWORD flags = (how & LOCK_EX ? LOCKFILE_EXCLUSIVE_LOCK : 0) |
                  (how & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0);

    return LockFileEx((HANDLE)_get_osfhandle(file), flags, 0, 1, 0, &place) ? 0 : windows_error();
}

int memfd_create(const char *name, unsigned flags)
{
    char folder[MAX_PATH], path[MAX_PATH];

    (void)name;
    (void)flags;
    if (!GetTempPathA(MAX_PATH, folder) || !GetTempFileNameA(folder, "pt", 0, path))
        return windows_error();
    return _open(path, _O_RDWR | _O_CREAT | _O_TEMPORARY | _O_BINARY, _S_IREAD | _S_IWRITE);
}

/* ---- trees and patterns ---- */

static bool is_self(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

static int walk(const char *path, nftw_each each, int flags, int level)
{
    struct windows_stat info;
    struct FTW place = {0, level};
    int result = 0;

    if (windows_stat(path, &info))
        return -1;
    int kind = S_ISDIR(info.st_mode) ? FTW_D : FTW_F;
    DIR *folder = kind == FTW_D ? opendir(path) : NULL;
    if (!(flags & FTW_DEPTH))
        result = each(path, &info, kind, &place);
    for (struct dirent *row; !result && folder && (row = readdir(folder));) {
        char *inner = is_self(row->d_name) ? NULL : join(path, row->d_name);

        if (inner)
            result = walk(inner, each, flags, level + 1);
        free(inner);
    }
    if (folder)
        closedir(folder);
    return result || !(flags & FTW_DEPTH) ? result : each(path, &info, kind, &place);
}

int nftw(const char *path, nftw_each each, int descriptors, int flags)
{
    (void)descriptors;
    return walk(path, each, flags, 0);
}

int glob(const char *pattern, int flags, void *on_error, glob_t *found)
{
    const char *last = strrchr(pattern, '/');
    char *path = last ? _strdup(pattern) : NULL;
    DIR *folder;

    (void)flags;
    (void)on_error;
    if (!path)
        return 1;
    path[last - pattern] = '\0';
    folder = opendir(path);
    for (struct dirent *row; folder && (row = readdir(folder));) {
        char **more = fnmatch(last + 1, row->d_name, 0)
                          ? NULL
                          : realloc(found->gl_pathv, (found->gl_pathc + 1) * sizeof(*more));

        if (!more)
            continue;
        found->gl_pathv = more;
        more[found->gl_pathc++] = join(path, row->d_name);
    }
    if (folder)
        closedir(folder);
    free(path);
    return !found->gl_pathc;
}

void globfree(glob_t *found)
{
    for (size_t i = 0; i < found->gl_pathc; i++)
        free(found->gl_pathv[i]);
    free(found->gl_pathv);
}
