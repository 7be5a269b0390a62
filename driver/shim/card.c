/* SPDX-License-Identifier: MIT */
/* card.c: the device of this process, and what is said of it. */
#include "driver/shim/card.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/base/env.h"
#include "driver/hw/chips.h"
#include "driver/icd/parts.h"
#include "driver/shim/pending.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shim_card card;

void shim_lock(void)
{
    pthread_mutex_lock(&lock);
}

void shim_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void shim_say(const char *format, ...)
{
    char text[SIM_ERROR_SIZE + 256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fprintf(stderr, "rootle-drm: %s\n", text);
}

static const uint64_t END_NS = 20ull * 1000000000; /* more than a stream has by default */

/* Streams of this process that were refused or failed. */
static atomic_uint lost_streams;

static bool is_fatal(const char *word)
{
    return !strcmp(env_get(ENV_DRM_FATAL), word);
}

void shim_say_stream(const char *what, const char *error)
{
    atomic_fetch_add(&lost_streams, 1);
    shim_say("a command stream %s: %s", what, error);
    if (is_fatal("0") || is_fatal("exit"))
        return;
    shim_say("ROOTLE_DRM_FATAL is set: the program ends here");
    abort();
}

/* A program that looks at nothing but what it has drawn may find that all is well. */
static void program_ends(int status, void *data)
{
    char error[SIM_ERROR_SIZE];
    (void)data;
    if (card.device && atomic_load(&card.last)) /* a program need not have waited for it */
        sim_wait(card.device, atomic_load(&card.last), END_NS, error);
    const unsigned lost = atomic_exchange(&lost_streams, 0);
    if (!lost || is_fatal("0"))
        return;
    shim_say("%u command stream%s refused or failed: what the program made is not to be trusted",
             lost, lost == 1 ? " was" : "s were");
    if (!status)
        exit(EXIT_FAILURE); /* the handlers that are left run all the same */
}

/* Says which variables are set that have no effect behind the node. */
static void say_without_effect(void)
{
    const bool bundled = env_is_changed(ENV_WINSYS);
    char names[512] = "";
    for (enum env_variable i = 0; i < ENV_COUNT; i++) {
        const enum env_where where = env_where(i);
        const size_t length = strlen(names);
        if (env_is_changed(i) &&
            (where == ENV_WHERE_DIRECT || (where == ENV_WHERE_DRIVER && !bundled)))
            snprintf(names + length, sizeof(names) - length, "%s%s", length ? ", " : "",
                     env_name(i));
    }
    if (*names)
        shim_say("without effect on this card: %s", names);
}

uint32_t shim_card_pci_id(void)
{
    const struct hw_chip *chip = hw_chip_find(env_get(ENV_CHIP));
    return chip ? chip->pci_id : 0;
}

static void stream_began(void *data, uint64_t sequence)
{
    (void)data;
    shim_pending_begin(sequence);
}

static void stream_ended(void *data, uint64_t sequence, const char *error)
{
    struct shim_card *of = data;
    shim_pending_end(sequence);
    if (!error)
        return;
    atomic_fetch_add(&of->resets, 1);
    shim_say_stream("failed", error);
}

enum { HANG_NS = 100000000 }; /* the kernel lets ten seconds pass */

void shim_card_strike(bool hang)
{
    if (hang)
        atomic_store(&card.hang_next, true);
    else
        atomic_fetch_add(&card.resets, 1);
}

bool shim_card_hangs(void)
{
    if (!atomic_exchange(&card.hang_next, false))
        return false;
    atomic_store(&card.hanging_until, shim_now_ns() + HANG_NS);
    return true;
}

uint64_t shim_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int shim_card_recover(uint64_t timeout_ns)
{
    const uint64_t until = atomic_load(&card.hanging_until), now = shim_now_ns();
    if (until > now) {
        const uint64_t left = until - now, pause = left < timeout_ns ? left : timeout_ns;
        nanosleep(&(struct timespec){.tv_nsec = (long)pause}, NULL);
        if (left > timeout_ns)
            return -EBUSY;
    }
    uint64_t expected = until;
    if (!until || !atomic_compare_exchange_strong(&card.hanging_until, &expected, 0))
        return 0;
    atomic_fetch_add(&card.resets, 1);
    return -EAGAIN;
}

static void lock_all(void)
{
    shim_pending_lock();
    shim_lock();
}

static void unlock_all(void)
{
    shim_unlock();
    shim_pending_unlock();
}

/* A child of fork() has no ring thread: its parent's card is not its own. The locks are held across
 * the fork, so that what they guard is whole in the child. */
static void child_after_fork(void)
{
    card.device = NULL;
    atomic_store(&card.last, 0);
    atomic_store(&lost_streams, 0);
    unlock_all();
}

static int card_create(void)
{
    char error[SIM_ERROR_SIZE];
    if (sim_config_read(&card.config, &icd_parts, error)) {
        shim_say("%s", error);
        return -ENODEV;
    }
    card.config.began = stream_began;
    card.config.ended = stream_ended;
    card.config.watcher = &card;
    const int status = sim_device_create(&card.config, &card.device);
    if (status)
        shim_say("cannot make the simulated %s with %llu MiB: %s", card.config.chip->name,
                 (unsigned long long)(card.config.memory_bytes >> 20), strerror(-status));
    return status;
}

static void watch_process(void)
{
    pthread_atfork(lock_all, unlock_all, child_after_fork);
    on_exit(program_ends, NULL);
    say_without_effect();
}

int shim_card_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_process);
    return card.device ? 0 : card_create();
}

struct shim_card *shim_card(void)
{
    return &card;
}
