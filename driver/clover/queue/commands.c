/* SPDX-License-Identifier: MIT */
/* commands.c: commands in queues: when they are ready, and the threads that run them. */
#include "driver/clover/queue/queue.h"

#include <assert.h>
#include <stdlib.h>

#include "driver/base/deadline.h"
#include "driver/base/surroundings.h"

enum { LOOKS = 4, MOST_PACE = 5 }; /* of a worker, behind a command */
static const cl_ulong look_ns = 50000;

void *clover_command_create(size_t size, cl_command_queue queue, cl_command_type type,
                            cl_uint wait_count, const cl_event *waits)
{
    assert(size >= sizeof(struct clover_command));
    struct clover_command *command = calloc(1, size);

    if (!command)
        return NULL;
    command->event = clover_event_create(queue->context, queue, type);
    if (wait_count)
        command->waits = calloc(wait_count, sizeof *command->waits);
    if (!command->event || (wait_count && !command->waits)) {
        clover_command_destroy(command);
        return NULL;
    }
    for (cl_uint i = 0; i < wait_count; i++) {
        clover_ref(waits[i]);
        command->waits[i].event = waits[i];
        command->waits[i].command = command;
    }
    command->wait_count = wait_count;
    return command;
}

void clover_command_destroy(struct clover_command *command)
{
    if (command->finish)
        command->finish(command);
    for (cl_uint i = 0; i < command->wait_count; i++)
        clover_unref(command->waits[i].event);
    free(command->waits);
    clover_unref(command->event);
    free(command);
}

static bool is_in_order(const struct _cl_command_queue *queue)
{
    return !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* The first command that may run now, or NULL. The lock is held, as for all that follows up to
 * run(). */
static struct clover_command *find_ready(const struct _cl_command_queue *queue)
{
    const bool in_order = is_in_order(queue);

    if (!queue->startable) /* and all may be many, that wait for one event */
        return NULL;
    for (struct clover_command *command = queue->first; command; command = command->next) {
        const bool follows = in_order || (command->order & CLOVER_FOLLOWS);
        if (!command->running && !command->pending && (!follows || command == queue->first))
            return command;
        if (in_order || (command->order & CLOVER_LEADS))
            return NULL;
    }
    return NULL;
}

static struct clover_lane *find_lane(cl_command_queue queue)
{
    for (unsigned i = 0; i < queue->lane_count; i++) {
        if (!queue->lanes[i].busy)
            return &queue->lanes[i];
    }
    return NULL;
}

/* Whether a worker that looks by itself leaves the command to who has queued it just now. */
static bool is_new(const struct _cl_command_queue *queue, const struct clover_command *command)
{
    return queue->looks && !command->wait_count &&
           clover_now() - command->event->times[CL_QUEUED] < look_ns;
}

/* Wakes one worker if there is something to do for it. */
static void wake(cl_command_queue queue)
{
    if (queue->idle && find_lane(queue) && find_ready(queue))
        pthread_cond_signal(&queue->changed);
}

static void take_out(cl_command_queue queue, const struct clover_command *command)
{
    struct clover_command **link = &queue->first;

    while (*link && *link != command)
        link = &(*link)->next;
    assert(*link == command); /* a command is in the list until it has ended */
    *link = command->next;
    if (!*link)
        queue->last = link;
}

static bool waits_succeeded(const struct clover_command *command)
{
    for (cl_uint i = 0; i < command->wait_count; i++) {
        if (clover_event_status(command->waits[i].event) != CL_COMPLETE)
            return false;
    }
    return true;
}

static void note_failure(cl_command_queue queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->failed = true;
    pthread_mutex_unlock(&queue->lock);
}

/* The thread may be the application's, and what the application set up for its own is not for the
 * command's numbers. */
static cl_int run_in_default_surroundings(struct clover_command *command, struct pipe_context *pipe)
{
    struct surroundings mine;

    if (!command->run)
        return CL_SUCCESS;
    surroundings_enter(&mine);
    const cl_int status = command->run(command, pipe);
    surroundings_leave(&mine);
    return status;
}

/* Runs a command to its end, which the application hears of here. Without the lock. */
static void execute(cl_command_queue queue, struct clover_command *command,
                    struct pipe_context *pipe)
{
    assert(command->running && !command->pending);
    cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

    clover_event_set(command->event, CL_SUBMITTED);
    if (waits_succeeded(command)) {
        clover_event_set(command->event, CL_RUNNING);
        status = run_in_default_surroundings(command, pipe);
    }
    /* The command gives up its objects before the application hears of its end. */
    if (command->finish)
        command->finish(command);
    command->finish = NULL;
    if (status && !command->blocking && atomic_load(&command->event->base.handles) == 0)
        note_failure(queue);
    clover_event_set(command->event, status);
}

/* Runs a command that is ready on a free lane. The lock is held before and after. */
static void run(cl_command_queue queue, struct clover_command *command, struct clover_lane *lane)
{
    assert(!command->running && !command->pending && !lane->busy);
    command->running = lane->busy = true;
    assert(queue->startable > 0);
    queue->startable--;
    command->runner = pthread_self();
    wake(queue); /* for the next one */
    pthread_mutex_unlock(&queue->lock);
    execute(queue, command, lane->pipe);
    pthread_mutex_lock(&queue->lock);
    lane->busy = false;
    queue->looks = is_in_order(queue) && !queue->closed ? LOOKS : 0;
    take_out(queue, command);
    clover_command_destroy(command); /* its event holds the queue, and so does the caller */
}

static void destroy_pipes(cl_command_queue queue)
{
    for (unsigned i = 0; i < queue->lane_count; i++)
        queue->lanes[i].pipe->ops->destroy(queue->lanes[i].pipe);
}

/* Until something changes, or the next look: soon, or each time twice as late. A look costs as much
 * as a small launch, and finds nothing where the application waits for what it queues. */
static void doze(cl_command_queue queue, bool soon)
{
    const struct timespec then = deadline_in(look_ns << (soon ? 0 : queue->pace));

    queue->idle++;
    queue->looking = queue->looks > 0;
    if (queue->looking) {
        queue->looks--;
        queue->pace += queue->pace < MOST_PACE;
        pthread_cond_timedwait(&queue->changed, &queue->lock, &then);
    } else {
        pthread_cond_wait(&queue->changed, &queue->lock);
    }
    queue->looking = false;
    queue->idle--;
}

static void *work(void *data)
{
    cl_command_queue queue = data;

    pthread_mutex_lock(&queue->lock);
    while (queue->first || !queue->closed) {
        struct clover_command *command = find_ready(queue);
        struct clover_lane *lane = find_lane(queue);
        if (!command || !lane || is_new(queue, command)) {
            doze(queue, command && lane);
            continue;
        }
        if (queue->looks)
            queue->pace = 0;
        run(queue, command, lane);
    }
    pthread_cond_broadcast(&queue->changed); /* the other workers end, too */
    assert(queue->workers > 0);
    const bool last = --queue->workers == 0;
    pthread_mutex_unlock(&queue->lock);
    if (last)
        destroy_pipes(queue);
    clover_unref(queue);
    return NULL;
}

/* The command that a thread may run that waits for the event. Out of order that is no other's: it
 * could depend on what the thread does next. */
static struct clover_command *find_for(cl_command_queue queue, const struct _cl_event *event)
{
    struct clover_command *command = find_ready(queue);

    if (is_in_order(queue))
        return command;
    return command && command->event == event ? command : NULL;
}

void clover_queue_help(cl_command_queue queue, cl_event event)
{
    pthread_mutex_lock(&queue->lock);
    while (clover_event_status(event) > CL_COMPLETE) {
        struct clover_command *command = find_for(queue, event);
        struct clover_lane *lane = find_lane(queue);
        if (!command || !lane)
            break;
        run(queue, command, lane);
    }
    wake(queue);
    if (queue->closed && !queue->first)
        pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

static void forget_waits(cl_command_queue queue, struct clover_command *command, cl_uint count)
{
    assert(command->pending >= count);
    command->pending -= count;
    queue->startable += !command->pending;
}

/* An event of a command's wait list has ended. */
static void wait_ended(struct clover_watch *watch)
{
    struct clover_command *command = ((struct clover_wait *)watch)->command;
    cl_command_queue queue = command->event->queue;

    clover_ref(queue); /* the command may end, and with it the queue, once the lock is free */
    pthread_mutex_lock(&queue->lock);
    forget_waits(queue, command, 1);
    if (!command->pending)
        wake(queue);
    pthread_mutex_unlock(&queue->lock);
    clover_unref(queue);
}

/* Until it is watched a command has one thing more to wait for. */
static cl_int append(cl_command_queue queue, struct clover_command *command, bool wake_worker)
{
    pthread_mutex_lock(&queue->lock);
    assert(!command->next && !command->running);
    bool closed = queue->closed;
    if (!closed) {
        command->pending = command->wait_count ? command->wait_count + 1 : 0;
        queue->startable += !command->pending;
        *queue->last = command;
        queue->last = &command->next;
        if (wake_worker && !queue->looking)
            wake(queue);
    }
    pthread_mutex_unlock(&queue->lock);
    return closed ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS;
}

void clover_queue_flush(cl_command_queue queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->looks = 0;
    wake(queue);
    pthread_mutex_unlock(&queue->lock);
}

/* Watches the events of the command's wait list, whose commands are to begin. A command without one
 * may already have run, and be freed. */
static void watch_waits(cl_command_queue queue, struct clover_command *command, bool wake_worker)
{
    cl_uint ended = 1;

    for (cl_uint i = 0; i < command->wait_count; i++) {
        command->waits[i].watch.ended = wait_ended;
        cl_command_queue other = command->waits[i].event->queue;
        if (other && other != queue)
            clover_queue_flush(other);
        ended += !clover_event_watch(command->waits[i].event, &command->waits[i].watch);
    }
    pthread_mutex_lock(&queue->lock);
    forget_waits(queue, command, ended);
    if (wake_worker)
        wake(queue);
    pthread_mutex_unlock(&queue->lock);
}

cl_int clover_queue_check_wait(cl_command_queue queue)
{
    pthread_mutex_lock(&queue->lock);
    const struct clover_command *first = queue->first;
    const bool is_callback = is_in_order(queue) && first && first->running &&
                             pthread_equal(first->runner, pthread_self());
    pthread_mutex_unlock(&queue->lock);
    if (!is_callback)
        return CL_SUCCESS;
    clover_report(queue->context,
                  "a callback of a command waits for the command's own queue, which "
                  "goes on when the callback has returned");
    return CL_INVALID_OPERATION;
}

cl_int clover_queue_submit(cl_command_queue queue, struct clover_command *command, cl_bool blocking,
                           cl_event *event_out)
{
    cl_event event = command->event;
    const bool waits = command->wait_count;
    cl_int error = blocking ? clover_queue_check_wait(queue) : CL_SUCCESS;

    if (error) {
        clover_command_destroy(command);
        return error;
    }
    command->blocking = blocking;
    clover_ref(event);
    if (event_out)
        clover_give(event);
    error = append(queue, command, !blocking);
    if (error) {
        if (event_out)
            clover_release(event, &clover_event_class);
        clover_command_destroy(command);
    } else {
        if (event_out)
            *event_out = event;
        if (waits)
            watch_waits(queue, command, !blocking);
        if (blocking) {
            clover_queue_help(queue, event);
            error = clover_event_wait(event);
        }
    }
    clover_unref(event);
    return error;
}

cl_int clover_queue_wait(cl_command_queue queue)
{
    cl_int error = clover_queue_check_wait(queue);

    pthread_mutex_lock(&queue->lock);
    cl_event event = queue->first ? ((struct clover_command *)queue->last)->event : NULL;
    if (event)
        clover_ref(event);
    pthread_mutex_unlock(&queue->lock);
    if (event && !error) {
        clover_queue_help(queue, event);
        clover_event_wait(event);
    }
    clover_unref(event);
    return error;
}

static bool start_lane(cl_command_queue queue, struct clover_lane *lane)
{
    struct pipe_screen *screen = queue->device->screen;

    lane->pipe = screen->ops->context_create(screen);
    if (!lane->pipe)
        return false;
    assert(clover_pipe_is_complete(lane->pipe->ops));
    clover_ref(queue);
    if (pthread_create(&lane->worker, NULL, work, queue) == 0)
        return true;
    lane->pipe->ops->destroy(lane->pipe);
    clover_unref(queue);
    return false;
}

cl_int clover_queue_start(cl_command_queue queue, unsigned lane_count)
{
    bool started = true;
    assert(lane_count > 0 && lane_count <= CLOVER_LANES && !queue->lane_count);

    pthread_mutex_lock(&queue->lock); /* the workers begin when all is there */
    while (started && queue->lane_count < lane_count) {
        started = start_lane(queue, &queue->lanes[queue->lane_count]);
        queue->lane_count += started;
    }
    queue->workers = queue->lane_count;
    pthread_mutex_unlock(&queue->lock);
    return queue->lane_count ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

/* Whether the workers will end soon: all that is left runs, and not in the caller's own thread (a
 * callback may release the queue). */
static bool ends_soon(const struct _cl_command_queue *queue)
{
    for (unsigned i = 0; i < queue->lane_count; i++) {
        if (pthread_equal(queue->lanes[i].worker, pthread_self()))
            return false;
    }
    for (const struct clover_command *command = queue->first; command; command = command->next) {
        if (!command->running || pthread_equal(command->runner, pthread_self()))
            return false;
    }
    return true;
}

void clover_queue_close(cl_command_queue queue)
{
    pthread_t workers[CLOVER_LANES];

    pthread_mutex_lock(&queue->lock);
    const bool join = ends_soon(queue);
    const unsigned count = queue->lane_count;
    for (unsigned i = 0; i < count; i++)
        workers[i] = queue->lanes[i].worker;
    queue->closed = true;
    queue->looks = 0;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    for (unsigned i = 0; i < count; i++) {
        if (join)
            pthread_join(workers[i], NULL);
        else
            pthread_detach(workers[i]);
    }
}
