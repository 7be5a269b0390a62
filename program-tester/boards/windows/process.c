/* SPDX-License-Identifier: MIT */
/* process.c: processes that are started, followed and killed, and how they end. */
#include <assert.h>
#include <wchar.h>

#include "program-tester/boards/windows/inside.h"

#undef signal

/* The variable by which a child gets its struct replay, in hexadecimal digits. */
static const char variable[] = "ROOTLE_REPLAY";

struct replay windows_replay;
bool windows_is_replaying;

static bool is_child;
static wchar_t first_folder[MAX_PATH];

/* ---- ends ---- */

enum { KILLED = 0x0fff0009, ABORTED = 0x0fff0006 }; /* exit statuses that nobody else uses */

/* Signals have the numbers and the names of Linux, where the runner is. */
static const struct end {
    DWORD status;
    int number;
    const char *name;
} ends[] = {
    {KILLED, 9, "Killed"},
    {ABORTED, 6, "Aborted"},
    {EXCEPTION_ACCESS_VIOLATION, 11, "Segmentation fault"},
    {EXCEPTION_STACK_OVERFLOW, 11, "Segmentation fault"},
    {EXCEPTION_IN_PAGE_ERROR, 7, "Bus error"},
    {EXCEPTION_DATATYPE_MISALIGNMENT, 7, "Bus error"},
    {EXCEPTION_INT_DIVIDE_BY_ZERO, 8, "Floating point exception"},
    {EXCEPTION_INT_OVERFLOW, 8, "Floating point exception"},
    {EXCEPTION_FLT_DIVIDE_BY_ZERO, 8, "Floating point exception"},
    {EXCEPTION_ILLEGAL_INSTRUCTION, 4, "Illegal instruction"},
    {EXCEPTION_PRIV_INSTRUCTION, 4, "Illegal instruction"},
    {EXCEPTION_BREAKPOINT, 5, "Trace/breakpoint trap"},
    {STATUS_CONTROL_C_EXIT, 2, "Interrupt"},
};

static int state_of(DWORD status)
{
    const DWORD is_error = 0xc0000000;

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        if (ends[i].status == status)
            return ends[i].number;
    }
    if ((status & is_error) == is_error)
        return 6; /* such as a heap that is found destroyed: others abort */
    return (int)(status & 0xff) << 8;
}

const char *strsignal(int number)
{
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        if (ends[i].number == number)
            return ends[i].name;
    }
    return "Unknown signal";
}

/* An exception that nobody handles ends the process, without windows and debuggers. */
static LONG WINAPI end_by_exception(EXCEPTION_POINTERS *exception)
{
    TerminateProcess(GetCurrentProcess(), exception->ExceptionRecord->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

static void end_by_abort(int number)
{
    (void)number;
    TerminateProcess(GetCurrentProcess(), ABORTED);
}

int windows_error(void)
{
    DWORD error = GetLastError();

    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND     ? ENOENT
            : error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS      ? EEXIST
            : error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION ? EACCES
            : error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA             ? EPIPE
            : error == ERROR_NOT_ENOUGH_MEMORY                                 ? ENOMEM
            : error == ERROR_LOCK_VIOLATION                                    ? EAGAIN
                                                                               : EIO;
    return -1;
}

/* ---- children ---- */

enum { MOST_CHILDREN = 16 };

static struct child {
    pid_t process; /* 0: the place is free */
    HANDLE handle, job;
} children[MOST_CHILDREN];

static struct child *find_child(pid_t process)
{
    for (int i = 0; i < MOST_CHILDREN; i++) {
        if (children[i].process == process)
            return &children[i];
    }
    errno = ECHILD;
    return NULL;
}

HANDLE windows_end(int number)
{
    int place = number - WINDOWS_ENDS;

    return place >= 0 && place < MOST_CHILDREN ? children[place].handle : NULL;
}

bool windows_child_ended(void)
{
    for (int i = 0; i < MOST_CHILDREN; i++) {
        if (children[i].process > 0 && WaitForSingleObject(children[i].handle, 0) == WAIT_OBJECT_0)
            return true;
    }
    return false;
}

long syscall(int what, pid_t process, int flags)
{
    struct child *child = find_child(process);

    (void)what;
    (void)flags;
    return child ? WINDOWS_ENDS + (long)(child - children) : -1;
}

/* A job that ends with this process, and takes along what is in it. */
static HANDLE make_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    HANDLE job = CreateJobObjectW(NULL, NULL);

    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
    return job;
}

/* Starts a process with these standard streams, which it inherits with whatever else it may. */
static pid_t start(const wchar_t *program, wchar_t *line, const wchar_t *folder,
                   const HANDLE streams[3])
{
    struct child *child = find_child(0);
    STARTUPINFOW info = {.cb = sizeof(info),
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = streams[0],
                         .hStdOutput = streams[1],
                         .hStdError = streams[2]};
    PROCESS_INFORMATION made;

    if (!child)
        return -1;
    for (int i = 0; i < 3; i++)
        SetHandleInformation(streams[i], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    bool good = CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, folder,
                               &info, &made);
    if (!good)
        windows_error();
    for (int i = 0; i < 3; i++)
        SetHandleInformation(streams[i], HANDLE_FLAG_INHERIT, 0);
    if (!good)
        return -1;
    *child = (struct child){(pid_t)made.dwProcessId, made.hProcess, make_job()};
    if (child->job)
        AssignProcessToJobObject(child->job, made.hProcess); /* before it can start others */
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return child->process;
}

pid_t waitpid(pid_t process, int *state, int flags)
{
    struct child *child = find_child(process);
    DWORD status = 0;

    if (!child)
        return -1;
    if (WaitForSingleObject(child->handle, flags & WNOHANG ? 0 : INFINITE) != WAIT_OBJECT_0)
        return 0;
    GetExitCodeProcess(child->handle, &status);
    *state = state_of(status);
    CloseHandle(child->handle);
    child->handle = NULL;
    child->process = -process; /* its job lives on, to be killed */
    return process;
}

/* A child of which only the job is left keeps its place until its group is killed, or another needs
 * it. */
static void drop_ended(void)
{
    for (int i = 0; i < MOST_CHILDREN; i++) {
        if (children[i].process >= 0)
            continue;
        CloseHandle(children[i].job);
        children[i] = (struct child){0};
    }
}

int kill(pid_t process, int number)
{
    struct child *child = find_child(process);

    assert(number == SIGKILL);
    if (!child)
        return -1;
    return TerminateProcess(child->handle, KILLED) ? 0 : windows_error();
}

int killpg(pid_t process, int number)
{
    struct child *child = find_child(process);

    if (!child)
        child = find_child(-process);
    assert(number == SIGKILL);
    if (!child)
        return -1;
    return TerminateJobObject(child->job, KILLED) ? 0 : windows_error();
}

/* ---- fork ---- */

static void set_inherited(const struct replay *replay, DWORD flag)
{
    for (unsigned i = 0; i < replay->pipe_count; i++) {
        for (int end = 0; end < 2; end++)
            SetHandleInformation(replay->pipes[i][end], HANDLE_FLAG_INHERIT, flag);
    }
}

/* The next child gets what comes from now on. */
static void forget(struct replay *replay)
{
    for (unsigned i = 0; i < replay->pipe_count; i++) {
        CloseHandle(replay->pipes[i][0]);
        CloseHandle(replay->pipes[i][1]);
    }
    replay->pipe_count = 0;
}

static pid_t start_again(struct replay *replay)
{
    static char text[2 * sizeof(*replay) + 1];
    wchar_t program[MAX_PATH], *line = _wcsdup(GetCommandLineW());
    HANDLE streams[3] = {windows_first_stream(0), windows_first_stream(1), windows_first_stream(2)};

    if (!line || !GetModuleFileNameW(NULL, program, MAX_PATH))
        return windows_error();
    for (size_t i = 0; i < sizeof(*replay); i++)
        snprintf(text + 2 * i, 3, "%02x", ((unsigned char *)replay)[i]);
    SetEnvironmentVariableA(variable, text);
    set_inherited(replay, HANDLE_FLAG_INHERIT);
    pid_t child = start(program, line, first_folder, streams);
    SetEnvironmentVariableA(variable, NULL);
    forget(replay);
    free(line);
    return child;
}

pid_t windows_fork(void *state, size_t size)
{
    struct replay *replay = &windows_replay;

    assert(size <= REPLAY_BYTES);
    if (windows_is_replaying) {
        assert(size == replay->state_size);
        if (size)
            memcpy(state, replay->state, size);
        windows_is_replaying = false;
        windows_restore_streams();
        return 0;
    }
    if (is_child) {
        errno = ENOSYS;
        return -1;
    }
    drop_ended();
    replay->state_size = (unsigned)size;
    if (size)
        memcpy(replay->state, state, size);
    return start_again(replay);
}

static void take_replay(const char *text)
{
    if (strlen(text) != 2 * sizeof(windows_replay))
        return;
    for (size_t i = 0; i < sizeof(windows_replay); i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};

        ((unsigned char *)&windows_replay)[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    is_child = windows_is_replaying = true;
    set_inherited(&windows_replay, 0);
    SetEnvironmentVariableA(variable, NULL);
    _putenv_s(variable, "");
}

/* Runs before main(). */
__attribute__((constructor)) static void begin(void)
{
    static char name[MAX_PATH];
    const char *text = getenv(variable);
    DWORD mode;

    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    SetUnhandledExceptionFilter(end_by_exception);
    signal(SIGABRT, end_by_abort);
    _fmode = _O_BINARY;
    GetCurrentDirectoryW(MAX_PATH, first_folder);
    if (GetModuleFileNameA(NULL, name, MAX_PATH) && strrchr(name, '\\'))
        program_invocation_short_name = strrchr(name, '\\') + 1;
    if (text)
        take_replay(text);
    if (GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode)) {
        SetConsoleOutputCP(CP_UTF8);
        SetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    windows_keep_streams();
}

/* ---- other programs ---- */

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int file, int stream)
{
    assert(stream >= 0 && stream < 3);
    actions->files[stream] = file;
    return 0;
}

/* Quotes a word as programs of Microsoft's C library read it. */
static char *add_word(char *at, const char *word)
{
    *at++ = '"';
    for (size_t slashes = 0;; word++) {
        if (*word == '\\') {
            slashes++;
            continue;
        }
        /* Before a quote, backslashes count twice. */
        for (size_t i = *word == '"' || !*word ? 2 * slashes + (*word == '"') : slashes; i; i--)
            *at++ = '\\';
        slashes = 0;
        if (!*word)
            break;
        *at++ = *word;
    }
    *at++ = '"';
    *at++ = ' ';
    return at;
}

int posix_spawnp(pid_t *child, const char *name, const posix_spawn_file_actions_t *actions,
                 void *attributes, char *const *words, char *const *environment)
{
    size_t size = 1;
    HANDLE streams[3];

    (void)name;
    (void)attributes;
    (void)environment;
    for (char *const *word = words; *word; word++)
        size += 2 * strlen(*word) + 3;
    char *line = malloc(size), *at = line;
    wchar_t *wide = malloc(size * sizeof(*wide));
    for (char *const *word = words; *word && line; word++)
        at = add_word(at, *word);
    if (line && wide) {
        *at = '\0';
        MultiByteToWideChar(CP_ACP, 0, line, -1, wide, (int)size);
    }
    for (int i = 0; i < 3; i++)
        streams[i] = (HANDLE)_get_osfhandle(actions->files[i]);
    errno = ENOMEM;
    *child = line && wide ? start(NULL, wide, NULL, streams) : -1;
    free(line);
    free(wide);
    return *child < 0 ? errno : 0;
}
