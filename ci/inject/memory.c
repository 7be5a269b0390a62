/* SPDX-License-Identifier: MIT */
/* memory.c: allocations that fail, and a table of those that live. */
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ci/inject/failure.h"

enum { SLOTS = 1 << 18, FREED = 1 };

struct slot {
    uintptr_t memory; /* 0: never used; FREED: was used */
    void *place;
    unsigned long number;
};

static struct slot slots[SLOTS];
static size_t live;
static unsigned long allocated;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void survive_fork(void)
{
    pthread_atfork(take_lock, give_lock, give_lock);
}

static struct slot *first_slot(uintptr_t memory)
{
    return &slots[(memory >> 4) * 0x9e3779b97f4a7c15u >> 46];
}

static struct slot *next_slot(struct slot *slot)
{
    return slot == &slots[SLOTS - 1] ? slots : slot + 1;
}

static void *keep(void *memory, void *place)
{
    if (!memory)
        return NULL;
    take_lock();
    struct slot *slot = first_slot((uintptr_t)memory);
    while (slot->memory > FREED)
        slot = next_slot(slot);
    *slot = (struct slot){(uintptr_t)memory, place, allocated++};
    if (++live > SLOTS / 2)
        abort();
    give_lock();
    return memory;
}

/* Removes a block from the table. Blocks that libc allocated by itself are not in it. */
static void forget(void *memory)
{
    if (!memory)
        return;
    take_lock();
    struct slot *slot = first_slot((uintptr_t)memory);
    while (slot->memory && slot->memory != (uintptr_t)memory)
        slot = next_slot(slot);
    if (slot->memory) {
        slot->memory = next_slot(slot)->memory ? FREED : 0;
        live--;
    }
    give_lock();
}

size_t inject_live(void)
{
    take_lock();
    size_t count = live;
    give_lock();
    return count;
}

unsigned long inject_allocated(void)
{
    take_lock();
    unsigned long count = allocated;
    give_lock();
    return count;
}

void inject_print_live(unsigned long since)
{
    take_lock();
    for (struct slot *slot = slots; slot < slots + SLOTS; slot++)
        if (slot->memory > FREED && slot->number >= since)
            backtrace_symbols_fd(&slot->place, 1, STDERR_FILENO);
    give_lock();
}

#define HERE __builtin_return_address(0)

/* WRAPPED(name, parameters, arguments): an allocation that returns a pointer. */
#define WRAPPED(name, parameters, arguments)                                                       \
    void *__real_##name parameters;                                                                \
    void *__wrap_##name parameters;                                                                \
    void *__wrap_##name parameters                                                                 \
    {                                                                                              \
        if (inject_way(INJECT_##name)) {                                                           \
            errno = ENOMEM;                                                                        \
            return NULL;                                                                           \
        }                                                                                          \
        return keep(__real_##name arguments, HERE);                                                \
    }

WRAPPED(malloc, (size_t size), (size))
WRAPPED(calloc, (size_t count, size_t size), (count, size))
WRAPPED(aligned_alloc, (size_t alignment, size_t size), (alignment, size))
WRAPPED(strdup, (const char *text), (text))
WRAPPED(strndup, (const char *text, size_t length), (text, length))

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    forget(memory);
    __real_free(memory);
}

void *__real_reallocarray(void *memory, size_t count, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static void *resize(void *memory, size_t count, size_t size, int way, void *place)
{
    void *moved = way ? NULL : __real_reallocarray(memory, count, size);

    if (way)
        errno = ENOMEM;
    if (moved) {
        forget(memory);
        keep(moved, place);
    }
    return moved;
}

void *__wrap_reallocarray(void *memory, size_t count, size_t size)
{
    return resize(memory, count, size, inject_way(INJECT_reallocarray), HERE);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return resize(memory, 1, size, inject_way(INJECT_realloc), HERE);
}

int __real_vasprintf(char **text, const char *format, va_list arguments);
int __wrap_vasprintf(char **text, const char *format, va_list arguments);
int __wrap_asprintf(char **text, const char *format, ...);

/* A failure leaves something in *text that must be neither read nor freed, as it may. */
static int print(char **text, const char *format, va_list arguments, int way, void *place)
{
    if (way) {
        *text = (char *)(uintptr_t)0xbad;
        errno = ENOMEM;
        return -1;
    }
    int length = __real_vasprintf(text, format, arguments);
    if (length >= 0)
        keep(*text, place);
    return length;
}

int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    return print(text, format, arguments, inject_way(INJECT_vasprintf), HERE);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = print(text, format, arguments, inject_way(INJECT_asprintf), HERE);
    va_end(arguments);
    return length;
}

FILE *__real_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size)
{
    if (!inject_way(INJECT_open_memstream))
        return __real_open_memstream(text, size);
    errno = ENOMEM;
    return NULL;
}

/* The function that getline stands for. */
ssize_t __real___getdelim(char **line, size_t *capacity, int end, FILE *file);
ssize_t __wrap___getdelim(char **line, size_t *capacity, int end, FILE *file);
ssize_t __wrap___getdelim(char **line, size_t *capacity, int end, FILE *file)
{
    if (!inject_way(INJECT___getdelim))
        return __real___getdelim(line, capacity, end, file);
    errno = ENOMEM;
    return -1;
}
