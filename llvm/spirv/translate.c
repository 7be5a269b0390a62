/* SPDX-License-Identifier: MIT */
/* translate.c: runs llvm-spirv as a child, with files in memory for all that it reads and writes.
 */
#include "llvm/spirv/spirv.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/whole.h"

enum { INPUT, OUTPUT, ERRORS, FILES };

static void close_files(const int files[FILES])
{
    for (int i = 0; i < FILES; i++)
        if (files[i] >= 0)
            close(files[i]);
}

static bool open_files(int files[FILES], const void *spirv, size_t size)
{
    bool good = true;
    for (int i = 0; i < FILES; i++) {
        files[i] = memfd_create("spirv", MFD_CLOEXEC);
        good = good && files[i] >= 0;
    }
    return good && whole_write(files[INPUT], spirv, size) && lseek(files[INPUT], 0, SEEK_SET) == 0;
}

/* All that was written to a file, with a NUL behind it. */
static void *read_file(int file, size_t *size)
{
    struct stat info;
    if (fstat(file, &info) || lseek(file, 0, SEEK_SET))
        return NULL;
    *size = (size_t)info.st_size;
    char *bytes = malloc(*size + 1);
    if (!bytes || whole_read(file, bytes, *size) != (ssize_t)*size) {
        free(bytes);
        return NULL;
    }
    bytes[*size] = '\0';
    return bytes;
}

/* Atomic operations as OpenCL 1.2 has them: their pointers name one memory, as the hardware does.
 * The input has a path because llvm-spirv-15 takes "-" for the text form. */
_Noreturn static void run(const char *translator, const int files[FILES], pid_t parent,
                          confine_fn *confine)
{
    char *const arguments[] = {
        (char *)translator, "-r", "--spirv-target-env=CL1.2", "/proc/self/fd/0", "-o", "-", NULL};
    char *const environment[] = {NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    for (int i = 0; i < FILES; i++)
        if (dup2(files[i], i) < 0)
            _exit(EXIT_FAILURE);
    if (confine && confine(translator, stderr)) {
        fflush(stderr);
        _exit(EXIT_FAILURE);
    }
    execve(translator, arguments, environment);
    dprintf(STDERR_FILENO, "%s: %s\n", translator, strerror(errno));
    _exit(EXIT_FAILURE);
}

static int run_child(const char *translator, const int files[FILES], confine_fn *confine)
{
    int status = -1;
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        run(translator, files, parent, confine);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Tells llvm-spirv's failure with what it printed; its first line is enough where it died, as
 * addresses follow. */
static void tell_failure(int status, int errors, FILE *log)
{
    size_t size = 0;
    char *text = read_file(errors, &size);
    if (WIFSIGNALED(status) && text)
        text[strcspn(text, "\n")] = '\0';
    fprintf(log, "error: llvm-spirv cannot translate the module%s: %s\n",
            WIFSIGNALED(status) ? " and crashed" : "", text ? text : "");
    free(text);
}

static enum compiler_status take_output(int file, void **bitcode, size_t *size)
{
    *bitcode = read_file(file, size);
    return *bitcode ? COMPILER_OK : COMPILER_NO_MEMORY;
}

static enum compiler_status translate(const char *translator, const void *spirv, size_t size,
                                      confine_fn *confine, void **bitcode, size_t *bitcode_size,
                                      FILE *log)
{
    int files[FILES];
    enum compiler_status result = COMPILER_BUILD_FAILED;
    if (access(translator, X_OK)) {
        fprintf(log, "programs in SPIR-V need llvm-spirv, which is not at %s\n", translator);
        return COMPILER_UNAVAILABLE;
    }
    if (!open_files(files, spirv, size)) {
        fprintf(log, "error: the translator has no room for the module\n");
        close_files(files);
        return COMPILER_NO_MEMORY;
    }
    int status = run_child(translator, files, confine);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        result = take_output(files[OUTPUT], bitcode, bitcode_size);
    else
        tell_failure(status, files[ERRORS], log);
    close_files(files);
    return result;
}

const struct il_reader spirv_reader = {.translate = translate, .read = spirv_read_spir};
