/* SPDX-License-Identifier: MIT */
/* map_guard.c: with the check "api", memory of maps that the host may access between the end of the
 * map's command and its unmapping, and not beyond the map's bytes.
 *
 * Pages around it, and it itself before and afterwards, may not be accessed: a signal handler tells
 * of who does, and lets that go on. A map ends at a multiple of 128 bytes; bytes of its pages
 * that it does not fill are looked at when it is unmapped. Memory of the last maps is kept for who
 * uses it still. */
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/host_memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARDS = 256, ALIGNMENT = 128, FILLING = 0xa5 };

enum state { FREE, CLOSED, OPEN, GONE };

struct guard {
    enum state state;
    uint64_t number; /* the lowest goes first of those that are gone */
    unsigned char *pages, *memory;
    size_t page_bytes, bytes;
    char what[96];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct guard guards[GUARDS];
static uint64_t count;
static struct sigaction previous;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static struct guard *find(const void *memory)
{
    for (unsigned i = 0; i < GUARDS; i++)
        if (guards[i].state != FREE && guards[i].memory == memory)
            return &guards[i];
    return NULL;
}

static void tell(const struct guard *guard, const char *text)
{
    char line[320];
    const struct clover_finding finding = {"api", "", "clEnqueueMapBuffer", 1, line};

    snprintf(line, sizeof line, "clEnqueueMapBuffer or clEnqueueMapImage: the host %s (%s)", text,
             guard->what);
    clover_find(NULL, &finding);
}

/* Says what is wrong with an access at an address of its pages. */
static void tell_access(const struct guard *guard, const unsigned char *at)
{
    char text[160];

    if (guard->state == CLOSED)
        snprintf(text, sizeof text, "accesses a map before its command has ended");
    else if (guard->state == GONE)
        snprintf(text, sizeof text, "accesses a map that is unmapped");
    else if (at >= guard->memory && at < guard->memory + guard->bytes)
        snprintf(text, sizeof text, "writes to a map that is for reading");
    else if (at < guard->memory)
        snprintf(text, sizeof text, "accesses memory %zu bytes before the start of a map",
                 (size_t)(guard->memory - at));
    else
        snprintf(text, sizeof text, "accesses memory %zu bytes past the end of a map",
                 (size_t)(at - guard->memory) - guard->bytes);
    tell(guard, text);
}

static void chain(int number, siginfo_t *info, void *context)
{
    if (previous.sa_flags & SA_SIGINFO)
        previous.sa_sigaction(number, info, context);
    else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
        previous.sa_handler(number);
    else
        signal(number, SIG_DFL); /* the access is tried again */
}

/* The thread that is interrupted does not hold the lock: it accesses no guarded memory then. */
static void on_fault(int number, siginfo_t *info, void *context)
{
    const unsigned char *at = info->si_addr;
    struct guard *guard = NULL;

    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < GUARDS && !guard; i++)
        if (guards[i].state != FREE && at >= guards[i].pages &&
            at < guards[i].pages + guards[i].page_bytes)
            guard = &guards[i];
    if (guard) {
        tell_access(guard, at);
        mprotect(guard->pages, guard->page_bytes, PROT_READ | PROT_WRITE);
    }
    pthread_mutex_unlock(&lock);
    if (!guard && !host_memory_fault(at))
        chain(number, info, context);
}

static void install_once(void)
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};

    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
}

void map_guard_install(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, install_once);
}

/* A place for a guard: a free one, or that which is gone for longest. */
static struct guard *make_place(void)
{
    struct guard *place = NULL;

    for (unsigned i = 0; i < GUARDS; i++) {
        if (guards[i].state == FREE)
            return &guards[i];
        if (guards[i].state == GONE && (!place || guards[i].number < place->number))
            place = &guards[i];
    }
    if (place)
        munmap(place->pages, place->page_bytes);
    return place;
}

void *map_guard_make(size_t bytes, const char *what)
{
    const size_t page = page_size(), rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t inside = (rounded + page - 1) / page * page;

    if (!api_is_checked())
        return NULL;
    map_guard_install();
    unsigned char *pages =
        mmap(NULL, inside + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    unsigned char *memory = pages + page + inside - rounded;
    memset(pages + page, FILLING, inside);
    mprotect(pages, inside + 2 * page, PROT_NONE);
    pthread_mutex_lock(&lock);
    struct guard *guard = make_place();
    if (guard) {
        *guard = (struct guard){.state = CLOSED,
                                .number = ++count,
                                .pages = pages,
                                .memory = memory,
                                .page_bytes = inside + 2 * page,
                                .bytes = bytes};
        snprintf(guard->what, sizeof guard->what, "%s", what);
    }
    pthread_mutex_unlock(&lock);
    if (!guard)
        munmap(pages, inside + 2 * page);
    return guard ? memory : NULL;
}

void map_guard_open(void *memory)
{
    pthread_mutex_lock(&lock);
    struct guard *guard = find(memory);
    if (guard && guard->state == CLOSED) {
        mprotect(guard->pages + page_size(), guard->page_bytes - 2 * page_size(),
                 PROT_READ | PROT_WRITE);
        guard->state = OPEN;
    }
    pthread_mutex_unlock(&lock);
}

void map_guard_reads_only(void *memory)
{
    pthread_mutex_lock(&lock);
    struct guard *guard = find(memory);
    if (guard && guard->state == OPEN)
        mprotect(guard->pages + page_size(), guard->page_bytes - 2 * page_size(), PROT_READ);
    pthread_mutex_unlock(&lock);
}

/* How many bytes are no longer as they were, of those that no map has. */
static size_t changed(const unsigned char *at, const unsigned char *end)
{
    size_t differ = 0;

    for (; at < end; at++)
        differ += *at != FILLING;
    return differ;
}

/* Bytes in a map's pages that are not the map's. */
static void look_around(const struct guard *guard)
{
    const size_t page = page_size();
    const size_t before = changed(guard->pages + page, guard->memory);
    const size_t behind =
        changed(guard->memory + guard->bytes, guard->pages + guard->page_bytes - page);
    char text[96];

    if (!before && !behind)
        return;
    snprintf(text, sizeof text, "has written %s of a map: %zu bytes differ",
             before ? "before the start" : "past the end", before ? before : behind);
    tell(guard, text);
}

bool map_guard_finish(void *memory)
{
    pthread_mutex_lock(&lock);
    struct guard *guard = find(memory);
    if (guard && guard->state == OPEN)
        look_around(guard);
    if (guard) {
        guard->state = GONE;
        mprotect(guard->pages, guard->page_bytes, PROT_NONE);
        madvise(guard->pages, guard->page_bytes, MADV_DONTNEED);
    }
    pthread_mutex_unlock(&lock);
    return guard;
}
