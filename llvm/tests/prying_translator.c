/* SPDX-License-Identifier: MIT */
/* prying_translator.c: in the place of llvm-spirv, says what it may do: read and write a file, open
 * a socket, start a process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void tell(const char *what, int result)
{
    fprintf(stderr, "%s: %s; ", what, result < 0 ? strerror(errno) : "yes");
}

int main(int argc, char **argv)
{
    unsigned word = 0;
    (void)argc;
    (void)argv;
    fprintf(stderr, "environment: %s; ", environ && *environ ? *environ : "none");
    tell("input", read(STDIN_FILENO, &word, sizeof(word)) == sizeof(word) ? 0 : -1);
    tell("read", open("/etc/passwd", O_RDONLY));
    tell("write", open("/tmp/rootle-prying", O_WRONLY | O_CREAT, 0600));
    tell("socket", socket(AF_UNIX, SOCK_STREAM, 0));
    fflush(stderr);
    const pid_t child = fork();
    if (child == 0)
        _exit(EXIT_SUCCESS);
    tell("fork", child);
    return EXIT_FAILURE;
}
