/* SPDX-License-Identifier: MIT */
/* posix.h: the part of POSIX that the tester uses and Windows lacks. It is included before all else
 * of each source, in place of the headers of posix_headers.txt. Each function does what its name
 * does on Linux, as far as the tester asks for it; where it does less, its comment says so. */
#pragma once

#define __USE_MINGW_ANSI_STDIO 1

#include <direct.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <process.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- text.c ---- */

extern char *program_invocation_short_name;
ssize_t getline(char **line, size_t *capacity, FILE *file);
/* For one file at a time, whose text is there when it is flushed or closed. */
FILE *open_memstream(char **text, size_t *size);
#define fflush windows_fflush
int windows_fflush(FILE *file);
#define fclose windows_fclose
int windows_fclose(FILE *file);
char *strsep(char **text, const char *separators);
char *strcasestr(const char *text, const char *part);
void *memmem(const void *memory, size_t size, const void *part, size_t part_size);
void *memrchr(const void *memory, int byte, size_t size);
void *reallocarray(void *memory, size_t count, size_t size);
int setenv(const char *name, const char *value, int overwrite);
int fnmatch(const char *pattern, const char *text, int flags); /* flags: 0 */
#define strtod windows_strtod
double windows_strtod(const char *text, char **end); /* it rounds as fesetround() has said */

/* ---- regex.c: extended expressions without groups that are remembered ---- */

typedef struct {
    struct regex_program *program;
} regex_t;
typedef struct {
    int unused;
} regmatch_t;
enum { REG_EXTENDED = 1, REG_NOSUB = 2, RE_DUP_MAX = 0x7fff };
int regcomp(regex_t *regex, const char *expression, int flags);
int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *found, int flags);
size_t regerror(int error, const regex_t *regex, char *text, size_t size);
void regfree(regex_t *regex);

/* ---- files.c ---- */

enum {
    O_CLOEXEC = O_NOINHERIT,
    O_NOCTTY = 0,
    O_NOFOLLOW = 0,
    O_NONBLOCK = 1 << 24,
    O_DIRECTORY = 1 << 25,
    AT_SYMLINK_NOFOLLOW = 1,
};
#define NAME_MAX 255
#define S_IFLNK  0xa000
#define S_IFSOCK 0xc000
#undef S_IWGRP
#undef S_IWOTH
#define S_IWGRP 0020
#define S_IWOTH 0002

/* Owners and who else may write are not looked at: all files are the user's own. */
struct windows_stat {
    unsigned st_mode, st_uid;
    uint64_t st_ino;
    long long st_size;
    struct timespec st_mtim, st_ctim;
};
#define tell tell_of_posix /* a name that Windows has for lseek() */
char *realpath(const char *path, char *real);
#undef stat
#undef fstat
#undef st_mtime
#define stat              windows_stat
#define fstat             windows_fstat
#define st_mtime          st_mtim.tv_sec
#define mkdir(path, mode) windows_mkdir(path, mode)
#define open              windows_open
#define lseek             _lseeki64

int windows_open(const char *path, int flags, ...);
int windows_mkdir(const char *path, unsigned mode);
int windows_stat(const char *path, struct windows_stat *info);
int windows_fstat(int file, struct windows_stat *info);
/* Descriptors of folders are for these alone. */
int openat(int folder, const char *name, int flags, ...);
int fstatat(int folder, const char *name, struct windows_stat *info, int flags);
int unlinkat(int folder, const char *name, int flags);
int renameat(int folder, const char *name, int new_folder, const char *new_name);
#define rename windows_rename /* in place of what is there */
int windows_rename(const char *name, const char *new_name);
DIR *fdopendir(int folder);
int dirfd(DIR *folder);
#define closedir windows_closedir
int windows_closedir(DIR *folder);
int futimens(int file, const struct timespec times[2]); /* times: NULL */
int fsync(int file);
#define geteuid() 0u

enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4 };
int flock(int file, int how);

struct FTW {
    int base, level;
};
enum { FTW_PHYS = 1, FTW_MOUNT = 2, FTW_DEPTH = 8, FTW_F = 0, FTW_D = 1 };
typedef int (*nftw_each)(const char *path, const struct windows_stat *info, int kind,
                         struct FTW *place);
int nftw(const char *path, nftw_each each, int descriptors, int flags);

typedef struct {
    size_t gl_pathc;
    char **gl_pathv;
} glob_t;
int glob(const char *pattern, int flags, void *on_error, glob_t *found); /* a * in the last part */
void globfree(glob_t *found);

/* ---- machine.c ---- */

struct statvfs {
    unsigned long long f_bavail, f_frsize;
};
int statvfs(const char *path, struct statvfs *disk);
struct utsname {
    char machine[65];
};
int uname(struct utsname *name);
enum { _SC_PAGESIZE, _SC_PHYS_PAGES, _SC_NPROCESSORS_ONLN, _SC_OPEN_MAX };
long sysconf(int name);
int64_t getrandom(void *bytes, size_t size, unsigned flags);

enum { RTLD_NOW = 0, RTLD_LOCAL = 0 };
void *dlopen(const char *name, int flags);
void *dlsym(void *library, const char *name);
int dlclose(void *library);
char *dlerror(void);
struct dl_phdr_info {
    const char *dlpi_name;
};
int dl_iterate_phdr(int (*each)(struct dl_phdr_info *info, size_t size, void *data), void *data);

/* There are no limits. */
typedef unsigned long long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
#define RLIMIT_FSIZE           0
#define RLIM_INFINITY          UINT64_MAX
#define getrlimit(what, limit) ((limit)->rlim_cur = RLIM_INFINITY, 0)

#define htole64(x) (x)
#define le64toh(x) (x)

/* ---- streams.c ---- */

#define PIPE_BUF 4096
enum { F_GETFD = 1, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC };
int fcntl(int file, int what, ...); /* F_SETFL and O_NONBLOCK: of the ends of pipes that are read */
#define dup2 windows_dup2
int windows_dup2(int file, int place);
#undef pipe
#define pipe(ends) pipe2(ends, 0)
int pipe2(int ends[2], int flags);
#define read windows_read
ssize_t windows_read(int file, void *bytes, size_t size);
#define write windows_write
ssize_t windows_write(int file, const void *bytes, size_t size); /* waits until all is written */

enum { POLLIN = 1, POLLOUT = 4, POLLHUP = 16 };
struct pollfd {
    int fd;
    short events, revents;
};
/* It takes pipes and ends of processes. It returns early, with 0, when a child has ended. */
int poll(struct pollfd *items, size_t count, int milliseconds);

/* ---- process.c ---- */

/* A second process that runs this program with the same arguments and the standard streams of the
 * beginning. Its calls of pipe() and getrandom() get what those of the first one got since its last
 * fork; its fork() returns 0, and `state` is as it was here. So the program must do the same up to
 * there. What the child writes to standard streams before is dropped. A child cannot fork. */
pid_t windows_fork(void *state, size_t size);
#ifdef PT_FORK_STATE /* the name of a variable */
#define fork() windows_fork(&PT_FORK_STATE, sizeof(PT_FORK_STATE))
#else
#define fork() windows_fork(NULL, 0)
#endif

/* How a process ended: a signal of Linux in the low bits, or an exit status above them. */
#define WIFSIGNALED(state) (((state) & 0x7f) != 0)
#define WTERMSIG(state)    ((state) & 0x7f)
#define WIFEXITED(state)   (((state) & 0x7f) == 0)
#define WEXITSTATUS(state) ((state) >> 8)
enum { WNOHANG = 1 };
pid_t waitpid(pid_t process, int *state, int flags);
enum { SIGKILL = 9, SIGPIPE = 13, SIGCHLD = 17 };
int kill(pid_t process, int number);   /* SIGKILL */
int killpg(pid_t process, int number); /* with all that it has started */
const char *strsignal(int number);
#define setsid() ((void)0)
struct sigaction {
    void (*sa_handler)(int number);
};
/* Nothing is told: poll() returns early. */
static inline int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number;
    (void)action;
    (void)old;
    return 0;
}
#undef signal
#define signal(number, handler) ((void)(number))
enum { SYS_pidfd_open };
long syscall(int what, pid_t process, int flags);
/* A child dies with its parent, as it is in a job that does. */
enum { PR_SET_PDEATHSIG };
#define prctl(what, number) ((void)(number))

typedef struct {
    int files[3];
} posix_spawn_file_actions_t;
#define posix_spawn_file_actions_init(actions)    0
#define posix_spawn_file_actions_destroy(actions) ((void)(actions))
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int file, int stream);
int posix_spawnp(pid_t *child, const char *name, const posix_spawn_file_actions_t *actions,
                 void *attributes, char *const *words, char *const *environment);
enum { MFD_CLOEXEC };
int memfd_create(const char *name, unsigned flags); /* a file that is gone when it is closed */
