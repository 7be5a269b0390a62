/* SPDX-License-Identifier: MIT */
/* tool.c: runs compilers and assemblers as processes, with files in memory between them. */
#include "program-tester/run/tool.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void pt_command_add(struct pt_command *command, const char *word)
{
    if (command->count < PT_MAX_WORDS)
        command->words[command->count++] = pt_format("%s", word);
}

void pt_command_finish(struct pt_command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i]);
    command->count = 0;
}

/* A stream of a descriptor's own, from the start; both share the place in the file. */
static FILE *stream_of(int file, const char *mode)
{
    int copy = lseek(file, 0, SEEK_SET) ? -1 : dup(file);
    FILE *stream = copy < 0 ? NULL : fdopen(copy, mode);

    if (!stream && copy >= 0)
        close(copy);
    return stream;
}

static bool write_all(int file, const char *text, size_t size)
{
    FILE *stream = stream_of(file, "w");
    bool good = stream && fwrite(text, 1, size, stream) == size;

    if (stream && fclose(stream))
        good = false;
    return good && !lseek(file, 0, SEEK_SET);
}

int pt_memory_file(const char *text, size_t size)
{
    int file = memfd_create("program", MFD_CLOEXEC);

    if (file < 0 || write_all(file, text, size))
        return file;
    close(file);
    return -1;
}

bool pt_command_run(struct pt_command *command, int in, int out, int errors, char **why)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;

    if (posix_spawn_file_actions_init(&actions))
        return false;
    int error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (!error)
        error = posix_spawnp(&child, command->words[0], &actions, NULL, command->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        *why = pt_format("%s: %s", command->words[0], strerror(error));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

char *pt_memory_read(int file, size_t *size)
{
    struct stat info;
    FILE *stream = fstat(file, &info) ? NULL : stream_of(file, "r");

    *size = 0;
    if (!stream)
        return NULL;
    char *text = pt_alloc((size_t)info.st_size + 1, 1);
    *size = fread(text, 1, (size_t)info.st_size, stream);
    fclose(stream);
    return text;
}

char *pt_memory_first_error(int file)
{
    size_t size;
    char *text = pt_memory_read(file, &size);
    char *at = text ? strcasestr(text, "error") : NULL;

    while (at && at > text && at[-1] != '\n')
        at--;
    if (!at)
        at = text;
    char *line = pt_format("%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    free(text);
    return line;
}
