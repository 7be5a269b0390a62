/* SPDX-License-Identifier: MIT */
/* device.c: the device behind device.h: memory, information, and the threads that execute streams,
 * which begin in order of submission. */
#include "driver/sim/device.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/base/deadline.h"
#include "driver/base/surroundings.h"
#include "driver/hw/chips.h"
#include "driver/sim/device/cp.h"
#include "driver/sim/family.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/launch/watchers.h"
#include "driver/sim/stream/checked.h"

/* Streams that run at the same time at most. */
enum { RINGS = 8, FAILURES_KEPT = 4096, CLOCK_MHZ = 850 };

struct failure {
    uint64_t sequence;
    char text[SIM_ERROR_SIZE];
};

/* A stream that is executed: by a ring, or by the thread that waits for it. */
struct running {
    struct running *next;
    uint64_t sequence;
    uint32_t order;
};

/* A thread that executes streams. */
struct ring {
    struct sim_device *device;
    pthread_t thread;
};

struct sim_device {
    struct sim_config config;
    const struct sim_family *family;
    struct sim_gem gem;
    struct sim_dispatcher dispatcher;
    struct sim_checks checks; /* of strict streams */
    struct ring rings[RINGS];
    unsigned ring_count, idle; /* threads; those that sleep */
    pthread_mutex_t mutex;
    pthread_cond_t work, done;
    struct sim_stream *first, **last; /* streams that wait */
    struct running *running;
    unsigned running_count;
    uint64_t submitted; /* sequence number */
    bool quit;
    struct failure failures[FAILURES_KEPT]; /* a ring, newest at failure_count - 1 */
    uint64_t failure_count;
};

static void record_failure(struct sim_device *device, uint64_t sequence, const char *text)
{
    struct failure *failure = &device->failures[device->failure_count++ % FAILURES_KEPT];
    failure->sequence = sequence;
    snprintf(failure->text, sizeof(failure->text), "%s", text);
}

/* Whether the first stream that waits may begin beside those that run. */
static bool may_begin(const struct sim_device *device)
{
    const struct sim_stream *stream = device->first;
    if (!stream)
        return false;
    for (const struct running *r = device->running; r; r = r->next)
        if (!r->order || !stream->order || r->order == stream->order)
            return false;
    return device->running_count < RINGS;
}

static void *ring_main(void *data);

static int start_ring(struct sim_device *device)
{
    assert(device->ring_count < RINGS && !device->quit);
    struct ring *ring = &device->rings[device->ring_count];
    ring->device = device;
    const int status = pthread_create(&ring->thread, NULL, ring_main, ring);
    device->ring_count += !status;
    return -status;
}

/* Has a thread look at the first stream if it may begin: the one that waits for it, one that
 * sleeps, or a new one. Without any of them it waits for those that run. */
static void find_ring(struct sim_device *device)
{
    if (!may_begin(device))
        return;
    if (device->first->waited)
        pthread_cond_broadcast(&device->done);
    else if (device->idle)
        pthread_cond_signal(&device->work);
    else if (device->ring_count < RINGS && !device->quit)
        start_ring(device);
}

/* Takes the first stream, which may begin. */
static struct sim_stream *begin_first(struct sim_device *device, struct running *running)
{
    struct sim_stream *stream = device->first;
    assert(may_begin(device));
    device->first = stream->next;
    if (!device->first)
        device->last = &device->first;
    *running = (struct running){device->running, stream->sequence, stream->order};
    device->running = running;
    device->running_count++;
    find_ring(device); /* for the one behind it */
    return stream;
}

/* The next stream for a ring; those that somebody waits for are left to him. */
static struct sim_stream *next_stream(struct sim_device *device, struct running *running)
{
    while ((!may_begin(device) || device->first->waited) && (device->first || !device->quit)) {
        device->idle++;
        pthread_cond_wait(&device->work, &device->mutex);
        device->idle--;
    }
    return device->first ? begin_first(device, running) : NULL;
}

static bool run_evergreen(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                          char error[SIM_ERROR_SIZE])
{
    return stream->dma ? sim_dma_run(dispatcher->config->chip, stream, error)
                       : sim_cp_run(dispatcher, stream, error);
}

static const struct sim_family evergreen = {HW_FAMILY_EVERGREEN, sim_stream_check, run_evergreen};

const struct sim_family *sim_family_find(const struct sim_parts *parts, unsigned number)
{
    if (number == evergreen.number)
        return &evergreen;
    for (unsigned i = 0; parts->families && parts->families[i]; i++)
        if (parts->families[i]->number == number)
            return parts->families[i];
    return NULL;
}

/* Executes a stream to its end. False with `error` filled. */
static bool execute(struct sim_device *device, struct sim_stream *stream,
                    char error[SIM_ERROR_SIZE])
{
    const struct sim_config *config = &device->config;
    const uint64_t sequence = stream->sequence;
    error[0] = '\0';
    if (config->began)
        config->began(config->watcher, sequence);
    const bool sound = device->family->run(&device->dispatcher, stream, error);
    sim_stream_destroy(&device->gem, stream);
    if (config->ended)
        config->ended(config->watcher, sequence, sound ? NULL : error);
    return sound;
}

/* Executes a stream that has begun, without the mutex, and notes its end. */
static void run_stream(struct sim_device *device, struct sim_stream *stream,
                       struct running *running)
{
    char error[SIM_ERROR_SIZE];
    assert(device->running_count > 0 && device->running_count <= RINGS);
    pthread_mutex_unlock(&device->mutex);
    const bool sound = execute(device, stream, error);
    pthread_mutex_lock(&device->mutex);
    if (!sound)
        record_failure(device, running->sequence, error);
    struct running **link = &device->running;
    while (*link && *link != running)
        link = &(*link)->next;
    assert(*link == running);
    *link = running->next;
    device->running_count--;
    pthread_cond_broadcast(&device->done);
}

static void *ring_main(void *data)
{
    struct sim_device *device = ((struct ring *)data)->device;
    struct sim_stream *stream;
    struct running running;
    surroundings_reset();
    pthread_mutex_lock(&device->mutex);
    while ((stream = next_stream(device, &running)))
        run_stream(device, stream, &running);
    pthread_cond_broadcast(&device->work); /* the others end, too */
    pthread_mutex_unlock(&device->mutex);
    return NULL;
}

static unsigned host_threads(unsigned wanted)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned threads = wanted ? wanted : (cores > 0 ? (unsigned)cores : 1);
    return threads < 256 ? threads : 256;
}

/* The lane functions for the host, or what this build has in their place. */
static const struct sim_lanes *choose_lanes(const struct sim_config *config)
{
    const struct sim_lanes *tables = sim_lanes_at(sim_lanes_best(config->host));

    return config->parts.lanes ? config->parts.lanes(tables) : tables;
}

static int device_init(struct sim_device *device)
{
    const int status = sim_gem_init(&device->gem, device->config.memory_bytes);
    if (status)
        return status;
    sim_checks_init(&device->checks);
    pthread_mutex_init(&device->mutex, NULL);
    pthread_cond_init(&device->work, NULL);
    deadline_cond_init(&device->done);
    device->last = &device->first;
    device->dispatcher =
        (struct sim_dispatcher){.config = &device->config,
                                .lanes = choose_lanes(&device->config),
                                .gem = &device->gem,
                                .cache = sim_cache_create(),
                                .pool = sim_pool_create(host_threads(device->config.threads))};
    if (device->config.parts.engine)
        device->dispatcher.engine = device->config.parts.engine(&device->config);
    return device->dispatcher.cache && device->dispatcher.pool ? 0 : -ENOMEM;
}

static void device_free(struct sim_device *device)
{
    assert(!device->first && !device->running);
    sim_pool_destroy(device->dispatcher.pool);
    struct sim_engine *engine = device->dispatcher.engine;
    if (engine)
        engine->destroy(engine);
    sim_cache_destroy(device->dispatcher.cache);
    sim_launch_free(&device->dispatcher, NULL);
    sim_checks_finish(&device->checks);
    pthread_cond_destroy(&device->work);
    pthread_cond_destroy(&device->done);
    pthread_mutex_destroy(&device->mutex);
    sim_gem_finish(&device->gem);
    free(device);
}

int sim_device_create(const struct sim_config *config, struct sim_device **result)
{
    if (!config->chip || !config->memory_bytes ||
        !sim_family_find(&config->parts, config->chip->family))
        return -EINVAL;
    if (!sim_watchers_check(&config->parts, config->checks))
        return -EINVAL;
    struct sim_device *device = calloc(1, sizeof(*device));
    if (!device)
        return -ENOMEM;
    device->config = *config;
    device->family = sim_family_find(&config->parts, config->chip->family);
    int status = device_init(device);
    if (!status) {
        pthread_mutex_lock(&device->mutex);
        status = start_ring(device);
        pthread_mutex_unlock(&device->mutex);
    }
    if (status) {
        device_free(device);
        return status;
    }
    *result = device;
    return 0;
}

void sim_device_destroy(struct sim_device *device)
{
    if (!device)
        return;
    pthread_mutex_lock(&device->mutex);
    device->quit = true;
    pthread_cond_broadcast(&device->work);
    const unsigned count = device->ring_count;
    pthread_mutex_unlock(&device->mutex);
    for (unsigned i = 0; i < count; i++)
        pthread_join(device->rings[i].thread, NULL);
    device_free(device);
}

/* Memory. */

int sim_gem_create(struct sim_device *device, uint64_t size, uint32_t alignment, uint32_t domain,
                   uint32_t *handle)
{
    return sim_gem_table_create(&device->gem, -1, size, alignment, domain, handle);
}

int sim_gem_create_shared(struct sim_device *device, int file, uint64_t size, uint32_t alignment,
                          uint32_t domain, uint32_t *handle)
{
    return sim_gem_table_create(&device->gem, file, size, alignment, domain, handle);
}

int sim_gem_close(struct sim_device *device, uint32_t handle)
{
    return sim_gem_table_close(&device->gem, handle);
}

void *sim_gem_map(struct sim_device *device, uint32_t handle)
{
    struct sim_bo *bo = sim_gem_find(&device->gem, handle);
    void *map = bo ? bo->map : NULL;
    sim_bo_unreference(&device->gem, bo);
    return map;
}

uint64_t sim_gem_address(struct sim_device *device, uint32_t handle)
{
    struct sim_bo *bo = sim_gem_find(&device->gem, handle);
    const uint64_t address = bo ? bo->address : 0;
    sim_bo_unreference(&device->gem, bo);
    return address;
}

int sim_gem_set_tiling(struct sim_device *device, uint32_t handle, uint32_t flags, uint32_t pitch)
{
    struct sim_bo *bo = sim_gem_find(&device->gem, handle);
    if (!bo)
        return -EINVAL;
    bo->tiling_flags = flags;
    bo->pitch = pitch;
    sim_bo_unreference(&device->gem, bo);
    return 0;
}

int sim_gem_annotate(struct sim_device *device, uint32_t handle, uint64_t offset, uint64_t size,
                     bool live)
{
    return sim_gem_table_annotate(&device->gem, handle, offset, size, live);
}

int sim_info(struct sim_device *device, uint32_t request, uint32_t *value)
{
    const struct hw_chip *chip = device->config.chip;
    switch (request) {
    case SIM_INFO_DEVICE_ID:
        *value = chip->pci_id;
        return 0;
    case SIM_INFO_TILING_CONFIG:
        *value = hw_chip_tiling_config(chip);
        return 0;
    case SIM_INFO_NUM_BACKENDS:
        *value = chip->render_backends;
        return 0;
    case SIM_INFO_NUM_TILE_PIPES:
        *value = chip->tile_pipes;
        return 0;
    case SIM_INFO_MAX_PIPES:
        *value = chip->quad_pipes;
        return 0;
    case SIM_INFO_MAX_SE:
        *value = chip->shader_engines;
        return 0;
    case SIM_INFO_ACTIVE_CU_COUNT:
        *value = (uint32_t)chip->simds * chip->shader_engines;
        return 0;
    case SIM_INFO_MAX_SCLK:
        *value = CLOCK_MHZ * 1000;
        return 0;
    default:
        return -EINVAL;
    }
}

/* Streams. */

/* A stream of another driver than ours may draw. */
static bool check_drawing(struct sim_device *device, struct sim_stream *stream, char *error)
{
    const struct sim_drawer *drawer = device->config.parts.drawer;
    return device->family != &evergreen || device->config.strict || stream->dma || !drawer ||
           drawer->check(device->config.chip, stream, error);
}

static struct sim_stream *check_stream(struct sim_device *device, const struct sim_chunk *chunks,
                                       unsigned chunk_count, const char *label, char *error)
{
    const struct sim_config *config = &device->config;
    return device->family == &evergreen && config->strict
               ? sim_stream_check_again(&device->checks, &device->gem, config->chip, chunks,
                                        chunk_count, label, error)
               : device->family->check(&device->gem, config->chip, chunks, chunk_count, label,
                                       config->strict, error);
}

int sim_cs(struct sim_device *device, const struct sim_chunk *chunks, unsigned chunk_count,
           const char *label, const struct guide *guide, bool waited, uint64_t *sequence,
           char error[SIM_ERROR_SIZE])
{
    struct sim_stream *stream = check_stream(device, chunks, chunk_count, label, error);
    if (!stream || !check_drawing(device, stream, error)) {
        sim_stream_destroy(&device->gem, stream);
        return -EINVAL;
    }
    stream->guide = guide;
    stream->waited = waited;
    if (device->config.one_by_one)
        stream->order = 0;
    pthread_mutex_lock(&device->mutex);
    assert(!stream->next);
    stream->sequence = ++device->submitted;
    if (sequence)
        *sequence = stream->sequence;
    *device->last = stream;
    device->last = &stream->next;
    find_ring(device);
    pthread_mutex_unlock(&device->mutex);
    return 0;
}

/* Streams begin in order, so one that neither runs nor waits has ended. */
static bool has_ended(const struct sim_device *device, uint64_t sequence)
{
    for (const struct running *r = device->running; r; r = r->next)
        if (r->sequence == sequence)
            return false;
    return sequence <= device->submitted && (!device->first || sequence < device->first->sequence);
}

/* The thread that waits for a stream executes it, and those before it that wait for such a thread:
 * none needs to be woken then. False where none may begin. */
static bool run_waited(struct sim_device *device, uint64_t sequence)
{
    struct running running;
    struct surroundings mine;
    if (!may_begin(device) || !device->first->waited || device->first->sequence > sequence)
        return false;
    surroundings_enter(&mine);
    run_stream(device, begin_first(device, &running), &running);
    surroundings_leave(&mine);
    find_ring(device);
    return true;
}

/* Waits with the mutex held until the stream has ended or the time is over. */
static void wait_done(struct sim_device *device, uint64_t sequence, uint64_t timeout_ns)
{
    const bool for_ever = timeout_ns > UINT64_MAX / 4;
    const struct timespec deadline = deadline_in(for_ever ? 0 : timeout_ns);
    while (!has_ended(device, sequence)) {
        if (for_ever && !run_waited(device, sequence))
            pthread_cond_wait(&device->done, &device->mutex);
        else if (!for_ever &&
                 (!timeout_ns || pthread_cond_timedwait(&device->done, &device->mutex, &deadline)))
            return;
    }
}

static const struct failure *find_failure(const struct sim_device *device, uint64_t sequence)
{
    for (unsigned i = 0; i < FAILURES_KEPT && i < device->failure_count; i++)
        if (device->failures[i].sequence == sequence)
            return &device->failures[i];
    return NULL;
}

enum sim_status sim_wait(struct sim_device *device, uint64_t sequence, uint64_t timeout_ns,
                         char error[SIM_ERROR_SIZE])
{
    enum sim_status status = SIM_PENDING;
    pthread_mutex_lock(&device->mutex);
    wait_done(device, sequence, timeout_ns);
    if (has_ended(device, sequence)) {
        const struct failure *failure = find_failure(device, sequence);
        status = failure ? SIM_FAILED : SIM_DONE;
        if (failure && error)
            snprintf(error, SIM_ERROR_SIZE, "%s", failure->text);
    }
    pthread_mutex_unlock(&device->mutex);
    return status;
}
