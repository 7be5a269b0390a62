/* SPDX-License-Identifier: MIT */
/* watch.c: runs a tester for a runner that is elsewhere, over three standard streams: requests come
 * in, what is printed goes out, and records go where errors do. A runner that is gone takes its
 * tester along. What the tester says goes on its way a few milliseconds of it at a time, since each
 * piece costs a connection's programs on both sides as much as a short test. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program-tester/base/util.h"
#include "program-tester/boards/boards.h"

enum {
    KEY_MOST = 128,
    FLOW_BYTES = 1 << 16,
    MUCH_BYTES = FLOW_BYTES / 4, /* of which no more is waited for */
    LAST_BYTE = 4,    /* EOT: the runner wants the tester to end. An end without it means that the
                         runner is gone. */
    TELL_MILLIS = 500 /* between records that say that we live */
};

static const double silence_seconds = 60;  /* a runner says something more often */
static const double gather_seconds = 0.01; /* from one piece to the next */
static const double end_seconds = 10; /* that a tester may take to end after its last request */

/* Bytes on their way from one descriptor to another; a descriptor is -1 when it is closed. */
struct flow {
    int from, to;
    size_t size;
    char bytes[FLOW_BYTES];
};

struct watch {
    pid_t tester;
    struct flow requests, printed, records;
    char key[KEY_MOST];
    size_t key_size;
    bool has_key, in_record;           /* in_record: what was told last was no whole line */
    bool is_much;                      /* taken at once */
    bool ending, is_alone;             /* the runner wants the end; the runner is gone */
    double heard, told, ended, passed; /* when */
};

static volatile sig_atomic_t child_changed;

static void note_child(int number)
{
    (void)number;
    child_changed = 1;
}

/* The key of records is the first line that the runner writes, and the tester's, too. */
static void take_key(struct watch *watch, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size && !watch->has_key; i++) {
        if (bytes[i] == '\n')
            watch->has_key = true;
        else if (watch->key_size < KEY_MOST)
            watch->key[watch->key_size++] = bytes[i];
    }
}

/* Returns false at the end of what there is to be read. */
static bool flow_read(struct flow *flow)
{
    ssize_t got = read(flow->from, flow->bytes + flow->size, FLOW_BYTES - flow->size);

    if (got > 0)
        flow->size += (size_t)got;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Writes some of what is there. Returns false when nobody reads it any more. */
static bool flow_write(struct flow *flow)
{
    size_t part = flow->size < PIPE_BUF ? flow->size : PIPE_BUF; /* so much does not wait */
    ssize_t done = write(flow->to, flow->bytes, part);

    if (done < 0)
        return errno == EINTR || errno == EAGAIN;
    flow->size -= (size_t)done;
    memmove(flow->bytes, flow->bytes + done, flow->size);
    return true;
}

static void hear(struct watch *watch)
{
    struct flow *flow = &watch->requests;
    size_t before = flow->size;

    if (!flow_read(flow)) {
        flow->from = -1;
        watch->is_alone = !watch->ending;
        return;
    }
    watch->heard = pt_now();
    if (flow->size > before && flow->bytes[flow->size - 1] == LAST_BYTE) {
        flow->size--;
        watch->ending = true;
        watch->ended = watch->heard;
    }
    take_key(watch, flow->bytes + before, flow->size - before);
}

static void pass_request(struct watch *watch)
{
    struct flow *flow = &watch->requests;

    if (!flow_write(flow))
        flow->size = 0; /* the tester has closed its input */
}

static void pass_records(struct watch *watch)
{
    struct flow *flow = &watch->records;
    size_t part = flow->size < PIPE_BUF ? flow->size : PIPE_BUF;
    char last = flow->bytes[part ? part - 1 : 0];
    size_t before = flow->size;

    if (!flow_write(flow))
        watch->is_alone = true;
    else if (before - flow->size == part && part)
        watch->in_record = last != '\n';
    else if (before > flow->size)
        watch->in_record = true; /* it may only be known for a whole part */
}

/* MiB that the tester occupies; 0: not known. */
static long memory_of(pid_t process)
{
    char *path = pt_format("/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    long whole, resident = 0;

    free(path);
    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &whole, &resident) != 2)
        resident = 0;
    fclose(file);
    return (long)((double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20));
}

/* Writes a record of ours, behind the key. */
static void tell(struct watch *watch, const char *name, long value)
{
    char line[KEY_MOST + 64];
    int size = snprintf(line, sizeof(line), "%s%.*s{\"%s\":%ld}\n", watch->in_record ? "\n" : "",
                        (int)watch->key_size, watch->key, name, value);

    watch->told = pt_now();
    watch->is_alone |= !pt_write_all(STDERR_FILENO, line, (size_t)size);
    watch->in_record = false;
}

/* Starts the tester, without a new program: an emulator of processors can only run the one that it
 * has. */
static bool start(struct watch *watch, char **words)
{
    int requests[2], printed[2], records[2];

    if (pipe(requests) || pipe(printed) || pipe(records))
        return false;
    watch->tester = fork();
    if (!watch->tester) {
        int count = 0;

        setsid(); /* a kill reaches what the driver starts */
        signal(SIGPIPE, SIG_DFL);
        signal(SIGCHLD, SIG_DFL);
        dup2(requests[0], STDIN_FILENO);
        dup2(printed[1], STDOUT_FILENO);
        dup2(printed[1], STDERR_FILENO);
        close(requests[0]);
        close(requests[1]);
        close(printed[0]);
        close(printed[1]);
        close(records[0]);
        while (words[count])
            count++;
        words[count++] = pt_format("--records=%d", records[1]); /* in the place of the end */
        pt_board_find_library();
        exit(pt_tester_main(count, words));
    }
    close(requests[0]);
    close(printed[1]);
    close(records[1]);
    fcntl(requests[1], F_SETFL, O_NONBLOCK);
    fcntl(printed[0], F_SETFL, O_NONBLOCK);
    fcntl(records[0], F_SETFL, O_NONBLOCK);
    watch->requests.from = STDIN_FILENO;
    watch->requests.to = requests[1];
    watch->printed.from = printed[0];
    watch->printed.to = STDOUT_FILENO;
    watch->records.from = records[0];
    watch->records.to = STDERR_FILENO;
    return watch->tester > 0;
}

static void take(struct flow *flow)
{
    if (flow->from >= 0 && !flow_read(flow))
        flow->from = -1;
}

/* Takes what the tester has said. What was printed before a record is in its pipe by then, and one
 * read empties a pipe. */
static void take_words(struct watch *watch)
{
    take(&watch->records);
    take(&watch->printed);
    watch->is_much = watch->records.size + watch->printed.size >= MUCH_BYTES;
}

/* Printed words go first: a runner looks for them when the records are there. */
static void pass_words(struct watch *watch)
{
    if (!watch->printed.size)
        pass_records(watch);
    else if (!flow_write(&watch->printed))
        watch->is_alone = true;
    if (!watch->printed.size && !watch->records.size && !watch->is_much)
        watch->passed = pt_now();
}

/* Waits for whatever comes next, and passes it on. */
static void pass(struct watch *watch)
{
    struct flow *requests = &watch->requests, *printed = &watch->printed;
    struct flow *records = &watch->records;
    double rest = watch->passed + gather_seconds - pt_now();
    bool has_words = printed->size || records->size, listens = !has_words && rest <= 0;
    struct pollfd wait[] = {
        {.fd = requests->size < FLOW_BYTES ? requests->from : -1, .events = POLLIN},
        {.fd = requests->size ? requests->to : -1, .events = POLLOUT},
        {.fd = listens ? printed->from : -1, .events = POLLIN},
        {.fd = listens ? records->from : -1, .events = POLLIN},
        {.fd = !has_words      ? -1
               : printed->size ? printed->to
                               : records->to,
         .events = POLLOUT},
    };
    int limit = !has_words && rest > 0 ? 1 + (int)(rest * 1000) : TELL_MILLIS;

    if (child_changed || poll(wait, PT_COUNT(wait), limit) <= 0)
        return;
    if (wait[0].revents)
        hear(watch);
    if (wait[1].revents)
        pass_request(watch);
    if (wait[2].revents || wait[3].revents)
        take_words(watch);
    if (wait[4].revents)
        pass_words(watch);
}

/* Tells what the tester has said to its end, and how it ended. */
static void tell_end(struct watch *watch, int state)
{
    struct flow *printed = &watch->printed, *records = &watch->records;

    killpg(watch->tester, SIGKILL); /* what the driver has left behind could print for ever */
    for (double began = pt_now(); !watch->is_alone && pt_now() - began < silence_seconds;) {
        if (!printed->size && !records->size)
            take_words(watch);
        if (!printed->size && !records->size)
            break;
        struct pollfd wait = {.fd = printed->size ? printed->to : records->to, .events = POLLOUT};

        if (poll(&wait, 1, TELL_MILLIS) > 0)
            pass_words(watch);
    }
    if (!watch->is_alone)
        tell(watch, "ended", WIFSIGNALED(state) ? -(long)WTERMSIG(state) : WEXITSTATUS(state));
}

static bool has_ended(const struct watch *watch, int *state)
{
    child_changed = 0;
    return waitpid(watch->tester, state, WNOHANG) != 0;
}

/* Follows the tester until it has ended, or nobody wants to know. */
static void follow(struct watch *watch)
{
    int state = 0;

    watch->heard = watch->told = pt_now();
    while (!has_ended(watch, &state)) {
        double now = pt_now();
        bool is_late = watch->ending && now - watch->ended > end_seconds;

        pass(watch);
        if (watch->ending && !watch->requests.size && watch->requests.to >= 0) {
            close(watch->requests.to);
            watch->requests.to = -1;
        }
        if (is_late)
            killpg(watch->tester, SIGKILL);
        if (watch->is_alone || now - watch->heard > silence_seconds)
            return;
        if (now - watch->told > TELL_MILLIS / 1000.0 && watch->has_key && !watch->in_record)
            tell(watch, "alive", memory_of(watch->tester));
    }
    tell_end(watch, state);
}

/* Takes the words before "--"; returns the place behind it, or -1. */
static int prepare(int argc, char **argv)
{
    static const char folder[] = "--folder=", change[] = "--cd=";

    for (int i = 0; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (!strcmp(argv[i], "--"))
            return i + 1;
        if (!equals)
            break;
        if (!strncmp(argv[i], folder, sizeof(folder) - 1)) {
            pt_board_hold(equals + 1);
            continue;
        }
        if (!strncmp(argv[i], change, sizeof(change) - 1)) {
            if (chdir(equals + 1))
                pt_complain("%s: %s", equals + 1, strerror(errno));
            continue;
        }
        *equals = '\0';
        setenv(argv[i], equals + 1, 1);
    }
    return -1;
}

int pt_board_watch(int argc, char **argv)
{
    int start_of_tester = prepare(argc, argv);
    struct sigaction action = {.sa_handler = note_child};
    char **words = pt_alloc((size_t)argc + 3, sizeof(*words));
    struct watch *watch = pt_alloc(1, sizeof(*watch));
    int status = PT_BOARD_DONE;

    if (start_of_tester < 0) {
        pt_complain("watch: there is no -- before what is to run");
        status = PT_BOARD_USAGE;
    } else {
        words[0] = pt_format("program-tester");
        memcpy(words + 1, argv + start_of_tester,
               (size_t)(argc - start_of_tester) * sizeof(*words));
        signal(SIGPIPE, SIG_IGN);
        sigaction(SIGCHLD, &action, NULL);
        if (start(watch, words)) {
            follow(watch);
            killpg(watch->tester, SIGKILL); /* what the driver has left behind */
        } else {
            pt_complain("watch: %s", strerror(errno));
            status = PT_BOARD_CANNOT;
        }
    }
    free(watch);
    free(words);
    return status;
}
