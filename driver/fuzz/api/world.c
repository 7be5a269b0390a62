/* SPDX-License-Identifier: MIT */
/* world.c: the objects of a sequence: made, picked, counted and released. */
#include "driver/fuzz/api/world.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "driver/base/count.h"

enum { OBJECTS = 128, MAPS = 64, CONTEXTS = 2 };

struct object {
    enum world_kind kind;
    void *handle;
    unsigned taken; /* handles that the sequence may give back */
};

static struct {
    pthread_mutex_t lock;
    struct object objects[OBJECTS];
    unsigned count;
    struct {
        const void *mem;
        void *pointer;
    } maps[MAPS];
    unsigned map_count;
    unsigned first_count; /* objects of the first context, the device and the platform */
    atomic_uint expected, called, contexts, ended;
} world = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    cl_platform_id platform;
    cl_device_id device;
    char *host;
    unsigned char *binary;
    size_t binary_size;
    bool strict;
} opened;

const char world_source[] =
    "kernel void fill(global uint *p, uint v) { p[get_global_id(0) & 15] = v; }\n"
    "kernel void image(read_only image2d_t in, sampler_t s, write_only image2d_t out,\n"
    "                  local uint *l, float f)\n"
    "{\n"
    "    l[0] = 1;\n"
    "    if (get_image_width(out) > 1)\n"
    "        write_imagef(out, (int2)(get_global_id(0) & 1, 0), read_imagef(in, s, (float2)(f, "
    "f)));\n"
    "}\n"
    "kernel void nothing(void) {}\n";

#define DO(call)                                                                                   \
    do {                                                                                           \
        const cl_int done = call;                                                                  \
        if (done)                                                                                  \
            fprintf(stderr, "%s: %d\n", #call, done);                                              \
        assert(!done);                                                                             \
    } while (0)

bool world_is_strict(void)
{
    return opened.strict;
}

cl_device_id world_device(void)
{
    return opened.device;
}

char *world_host(void)
{
    return opened.host;
}

const unsigned char *world_binary(size_t *size)
{
    *size = opened.binary_size;
    return opened.binary;
}

void CL_CALLBACK world_ignore_message(const char *message, const void *data, size_t size,
                                      void *user)
{
    (void)message;
    (void)data;
    (void)size;
    (void)user;
}

/* ---- callbacks ---- */

void world_expect_callbacks(int more)
{
    atomic_fetch_add(&world.expected, (unsigned)more);
}

void CL_CALLBACK world_called_event(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)data;
    assert(status == CL_COMPLETE || status == CL_RUNNING || status == CL_SUBMITTED || status < 0);
    atomic_fetch_add(&world.called, 1);
}

void CL_CALLBACK world_called_mem(cl_mem mem, void *data)
{
    (void)mem;
    (void)data;
    atomic_fetch_add(&world.called, 1);
}

void CL_CALLBACK world_called_context(cl_context context, void *data)
{
    (void)context;
    atomic_fetch_add(data ? &world.ended : &world.called, 1);
}

void CL_CALLBACK world_ignore_program(cl_program program, void *data)
{
    (void)program;
    (void)data;
}

/* ---- input ---- */

uint8_t world_byte(struct world_actor *actor)
{
    return actor->at < actor->end ? *actor->at++ : 0;
}

void *world_room(struct world_actor *actor, size_t bytes)
{
    assert(actor->room_count < COUNT(actor->rooms));
    void *room = calloc(1, bytes ? bytes : 1);
    assert(room);
    return actor->rooms[actor->room_count++] = room;
}

void world_leave_rooms(struct world_actor *actor)
{
    while (actor->room_count)
        free(actor->rooms[--actor->room_count]);
}

/* ---- objects ---- */

/* clang-format off */
#define CLASSES(row) \
    row(WORLD_DEVICE, Device, cl_device_id, CL_DEVICE_REFERENCE_COUNT) \
    row(WORLD_CONTEXT, Context, cl_context, CL_CONTEXT_REFERENCE_COUNT) \
    row(WORLD_QUEUE, CommandQueue, cl_command_queue, CL_QUEUE_REFERENCE_COUNT) \
    row(WORLD_BUFFER, MemObject, cl_mem, CL_MEM_REFERENCE_COUNT) \
    row(WORLD_IMAGE, MemObject, cl_mem, CL_MEM_REFERENCE_COUNT) \
    row(WORLD_PROGRAM, Program, cl_program, CL_PROGRAM_REFERENCE_COUNT) \
    row(WORLD_KERNEL, Kernel, cl_kernel, CL_KERNEL_REFERENCE_COUNT) \
    row(WORLD_EVENT, Event, cl_event, CL_EVENT_REFERENCE_COUNT) \
    row(WORLD_SAMPLER, Sampler, cl_sampler, CL_SAMPLER_REFERENCE_COUNT)
/* clang-format on */

static cl_int retain(enum world_kind kind, void *handle)
{
    switch (kind) {
#define RETAIN(Kind, Name, type, count)                                                            \
    case Kind:                                                                                     \
        return clRetain##Name((type)handle);
        CLASSES(RETAIN)
    default:
        return CL_SUCCESS;
    }
}

static cl_int release(enum world_kind kind, void *handle)
{
    switch (kind) {
#define RELEASE(Kind, Name, type, count)                                                           \
    case Kind:                                                                                     \
        return clRelease##Name((type)handle);
        CLASSES(RELEASE)
    default:
        return CL_SUCCESS;
    }
}

static cl_uint references(enum world_kind kind, void *handle)
{
    cl_uint references = 0;

    switch (kind) {
#define REFERENCES(Kind, Name, type, count)                                                        \
    case Kind:                                                                                     \
        DO(clGet##Name##Info((type)handle, count, sizeof references, &references, NULL));          \
        break;
        CLASSES(REFERENCES)
    default:
        break;
    }
    return references;
}

static struct object *find(const void *handle)
{
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].handle == handle)
            return &world.objects[i];
    return NULL;
}

static bool is_kind(enum world_kind kind, enum world_kind wanted)
{
    return kind == wanted || (wanted == WORLD_MEM && (kind == WORLD_BUFFER || kind == WORLD_IMAGE));
}

static enum world_kind kind_of_mem(cl_mem mem)
{
    cl_mem_object_type type = 0;

    DO(clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL));
    return type == CL_MEM_OBJECT_BUFFER ? WORLD_BUFFER : WORLD_IMAGE;
}

/* Adds an object that one handle has been given of. False: there is no room. */
static bool add(enum world_kind kind, void *handle)
{
    struct object *object = find(handle);

    if (object) { /* the root device, again */
        object->taken += kind != WORLD_DEVICE;
        return true;
    }
    if (world.count == OBJECTS)
        return false;
    if (kind == WORLD_MEM)
        kind = kind_of_mem(handle);
    object = &world.objects[world.count++];
    *object = (struct object){kind, handle, kind > WORLD_DEVICE};
    if (kind == WORLD_DEVICE && handle != opened.device)
        object->taken = 1;
    DO(retain(kind, handle));
    return true;
}

void world_add(enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    const bool added = add(kind, handle);
    pthread_mutex_unlock(&world.lock);
    if (!added)
        DO(release(kind == WORLD_MEM ? WORLD_BUFFER : kind, handle));
}

/* Kernels are set and launched by one thread each, as OpenCL wants it. */
static bool may_pick(const struct world_actor *actor, unsigned i)
{
    return world.objects[i].kind != WORLD_KERNEL || i % 2 == actor->number % 2 || !actor->number;
}

/* The first object of a kind from a place on, among so many. */
static void *pick_of(struct world_actor *actor, enum world_kind kind, unsigned from, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned at = (from + i) % count;
        if (is_kind(world.objects[at].kind, kind) && may_pick(actor, at))
            return world.objects[at].handle;
    }
    return NULL;
}

/* Of the kind: mostly one that the world began with, in its first context, or one that the sequence
 * made, of which those in contexts of its own go with few others; then any; any object at all;
 * none. */
void *world_pick(struct world_actor *actor, enum world_kind kind)
{
    const uint8_t choice = world_byte(actor);
    const unsigned first = kind > WORLD_QUEUE ? 0x90 : 0xe0;
    void *handle = NULL;

    if (choice >= 0xfb)
        return NULL;
    pthread_mutex_lock(&world.lock);
    if (choice < first)
        handle = pick_of(actor, kind, choice, world.first_count);
    else if (choice < 0xf6 || !opened.strict)
        handle = pick_of(actor, kind, world.count - 1 - choice % 32 % world.count, world.count);
    else
        handle = pick_of(actor, WORLD_PLATFORM + choice % (WORLD_KINDS - 1), choice, world.count);
    pthread_mutex_unlock(&world.lock);
    return handle;
}

static void *pick_first(enum world_kind kind)
{
    return pick_of(&(struct world_actor){0}, kind, 0, world.count);
}

void world_add_map(const void *mem, void *pointer)
{
    pthread_mutex_lock(&world.lock);
    if (world.map_count < MAPS) {
        world.maps[world.map_count].mem = mem;
        world.maps[world.map_count++].pointer = pointer;
    }
    pthread_mutex_unlock(&world.lock);
}

void *world_pick_map(struct world_actor *actor, const void *mem)
{
    const uint8_t choice = world_byte(actor);
    void *pointer = opened.host;

    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.map_count && choice < 0xf0; i++)
        if (world.maps[i].mem == mem || choice >= 0xe0)
            pointer = world.maps[i].pointer;
    pthread_mutex_unlock(&world.lock);
    return choice < 0xf8 ? pointer : NULL;
}

bool world_is(enum world_kind kind, const void *handle)
{
    pthread_mutex_lock(&world.lock);
    const struct object *object = find(handle);
    pthread_mutex_unlock(&world.lock);
    return object && is_kind(object->kind, kind);
}

/* The root device is not counted. */
static struct object *find_counted(enum world_kind kind, const void *handle)
{
    struct object *object = find(handle);

    return object && is_kind(object->kind, kind) && handle != opened.device ? object : NULL;
}

void world_keep(enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    struct object *object = find_counted(kind, handle);
    if (object)
        object->taken++;
    pthread_mutex_unlock(&world.lock);
}

bool world_give_back(enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    struct object *object = find_counted(kind, handle);
    const bool may = !object || object->taken;
    if (object && may)
        object->taken--;
    pthread_mutex_unlock(&world.lock);
    return may;
}

void world_settle(struct world_actor *actor)
{
    const uint8_t choice = world_byte(actor);

    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.count; i++) {
        struct object *object = &world.objects[i];
        if (object->kind == WORLD_EVENT)
            clSetUserEventStatus(object->handle, choice < 0xe0 ? CL_COMPLETE : -1);
        else if (object->kind == WORLD_QUEUE)
            clFlush(object->handle);
    }
    pthread_mutex_unlock(&world.lock);
}

static void check_count(const struct object *object)
{
    const cl_uint counted = references(object->kind, object->handle);

    if (counted != object->taken + 1)
        fprintf(stderr, "object of kind %d: %u references, not %u\n", object->kind, counted,
                object->taken + 1);
    assert(counted == object->taken + 1);
}

/* Other drivers may count their own. */
void world_check_counts(void)
{
    if (!opened.strict)
        return;
    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.count; i++) {
        const struct object *object = &world.objects[i];
        const bool root = object->handle == opened.device;
        if (object->kind > WORLD_PLATFORM && !root)
            check_count(object);
    }
    pthread_mutex_unlock(&world.lock);
}

/* ---- opening ---- */

static void make_binary(void)
{
    const char *source = world_source;
    cl_int error;
    cl_context context =
        clCreateContext(NULL, 1, &opened.device, world_ignore_message, NULL, &error);
    DO(error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    DO(error);
    DO(clBuildProgram(program, 1, &opened.device, "", NULL, NULL));
    DO(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof opened.binary_size,
                        &opened.binary_size, NULL));
    opened.binary = malloc(opened.binary_size);
    assert(opened.binary);
    DO(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof opened.binary, &opened.binary, NULL));
    DO(clReleaseProgram(program));
    DO(clReleaseContext(context));
}

bool world_open(void)
{
    static bool tried;
    char name[64] = "";

    if (tried)
        return opened.binary;
    tried = true;
    if (clGetPlatformIDs(1, &opened.platform, NULL) ||
        clGetDeviceIDs(opened.platform, CL_DEVICE_TYPE_ALL, 1, &opened.device, NULL)) {
        return false;
    }
    DO(clGetPlatformInfo(opened.platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    opened.strict = !strcmp(name, "Rootle");
    opened.host = mmap(NULL, (size_t)1 << WORLD_HOST_SHIFT, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert(opened.host != MAP_FAILED);
    make_binary();
    return true;
}

/* ---- a world ---- */

static void set_arguments(cl_kernel fill, cl_kernel image)
{
    cl_mem buffer = pick_first(WORLD_BUFFER), image_2d = pick_first(WORLD_IMAGE);
    cl_sampler sampler = pick_first(WORLD_SAMPLER);
    const cl_uint value = 5;
    const cl_float place = 0.5f;

    DO(clSetKernelArg(fill, 0, sizeof(cl_mem), &buffer));
    DO(clSetKernelArg(fill, 1, sizeof value, &value));
    DO(clSetKernelArg(image, 0, sizeof(cl_mem), &image_2d));
    DO(clSetKernelArg(image, 1, sizeof sampler, &sampler));
    DO(clSetKernelArg(image, 2, sizeof(cl_mem), &image_2d));
    DO(clSetKernelArg(image, 3, 64, NULL));
    DO(clSetKernelArg(image, 4, sizeof place, &place));
}

static void begin_kernels(cl_context context)
{
    static const char *const names[] = {"fill", "image", "nothing"};
    cl_kernel kernels[COUNT(names)];
    cl_int status, error;
    cl_program program =
        clCreateProgramWithBinary(context, 1, &opened.device, &opened.binary_size,
                                  (const unsigned char **)&opened.binary, &status, &error);
    DO(error);
    add(WORLD_PROGRAM, program);
    DO(clBuildProgram(program, 1, &opened.device, "", NULL, NULL));
    for (size_t i = 0; i < COUNT(names); i++) {
        kernels[i] = clCreateKernel(program, names[i], &error);
        DO(error);
        add(WORLD_KERNEL, kernels[i]);
    }
    set_arguments(kernels[0], kernels[1]);
}

static void begin_images(cl_context context)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc kinds[] = {
        {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8},
        {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
         .image_width = 8,
         .image_height = 4,
         .image_array_size = 3},
        {.image_type = CL_MEM_OBJECT_IMAGE3D,
         .image_width = 8,
         .image_height = 4,
         .image_depth = 4},
    };
    cl_int error;

    for (size_t i = 0; i < COUNT(kinds); i++) {
        cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &kinds[i], NULL, &error);
        DO(error);
        add(WORLD_MEM, image);
    }
}

static void begin_context(bool first)
{
    static const size_t sizes[] = {64, 256, 4096};
    cl_int error;
    cl_context context =
        clCreateContext(NULL, 1, &opened.device, world_ignore_message, NULL, &error);

    DO(error);
    add(WORLD_CONTEXT, context);
    if (!clSetContextDestructorCallback(context, world_called_context, &world))
        atomic_fetch_add(&world.contexts, 1);
    for (unsigned i = 0; i < (first ? 2 : 1); i++) {
        cl_command_queue queue = clCreateCommandQueue(
            context, opened.device,
            i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE : 0, &error);
        DO(error);
        add(WORLD_QUEUE, queue);
    }
    for (size_t i = 0; i < (first ? COUNT(sizes) : 1); i++) {
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizes[i], NULL, &error);
        DO(error);
        add(WORLD_MEM, buffer);
    }
    begin_images(context);
    if (!first)
        return;
    cl_sampler sampler =
        clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error);
    DO(error);
    add(WORLD_SAMPLER, sampler);
    cl_event event = clCreateUserEvent(context, &error);
    DO(error);
    add(WORLD_EVENT, event);
    begin_kernels(context);
}

void world_begin(void)
{
    world.count = world.map_count = 0;
    world.expected = world.called = world.contexts = world.ended = 0;
    add(WORLD_PLATFORM, opened.platform);
    add(WORLD_DEVICE, opened.device);
    begin_context(true);
    world.first_count = world.count;
    begin_context(false);
}

/* What the calls before left behind must not keep a context from working. */
static void check_context(cl_context context)
{
    const cl_uint pattern = 0x12345678;
    cl_uint words[16] = {0};
    cl_device_id devices[8] = {NULL}; /* parts, of another number of units, perhaps */
    cl_int error;

    DO(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL));
    cl_command_queue queue = clCreateCommandQueue(context, devices[0], 0, &error);
    DO(error);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof words, NULL, &error);
    DO(error);
    DO(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, sizeof words, 0, NULL,
                           NULL));
    DO(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
    for (size_t i = 0; i < COUNT(words); i++)
        assert(words[i] == pattern);
    DO(clReleaseMemObject(buffer));
    DO(clReleaseCommandQueue(queue));
}

static bool wait_for(atomic_uint *count, unsigned value)
{
    for (unsigned i = 0; i < 10000 && *count < value; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return *count == value;
}

void world_end(void)
{
    struct world_actor nobody = {0};

    world_settle(&nobody);
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].kind == WORLD_QUEUE)
            clFinish(world.objects[i].handle);
    world_check_counts();
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].kind == WORLD_CONTEXT)
            check_context(world.objects[i].handle);
    while (world.count) {
        struct object *object = &world.objects[--world.count];
        for (unsigned i = 0; i < object->taken + (object->kind > WORLD_PLATFORM); i++)
            DO(release(object->kind, object->handle));
    }
    if (opened.strict) {
        assert(wait_for(&world.ended, world.contexts));
        assert(wait_for(&world.called, world.expected));
    }
    madvise(opened.host, (size_t)1 << WORLD_HOST_SHIFT, MADV_DONTNEED);
}
