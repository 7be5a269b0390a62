/* SPDX-License-Identifier: MIT */
/* host_memory.c: with the check "api", what the host does to the memory of a buffer that it gave
 * with CL_MEM_USE_HOST_PTR. The device may have a copy (OpenCL 3.0, 5.2.1), so that the host may
 * write to it while it is mapped for writing, and reads there what it was when last mapped.
 *
 * A sum of the memory tells that somebody has written to it. Behind a command that certainly writes
 * the buffer, whole pages of it may not be accessed until it is mapped. Memory that a command
 * writes which nobody waits for, or that several buffers share, is left alone. */
#include "driver/clover/explain/host_memory.h"

#include "driver/base/checksum.h"
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/launch/kernel.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The sum of larger memory is of so many blocks. */
enum { HOST_MEMORIES = 64, MOST_WHOLE = 1 << 20, BLOCK = 4096, BLOCKS = 256 };

struct host_memory {
    cl_mem mem; /* NULL: free */
    unsigned char *start;
    size_t bytes;
    uint64_t sum;
    unsigned maps;
    char writer[96]; /* the command behind which it is closed */
    /* Its whole pages, while they may not be accessed; 0: they may. */
    atomic_uintptr_t closed, closed_end;
};

static struct host_memory memories[HOST_MEMORIES];

static struct host_memory *find(const void *mem)
{
    for (unsigned i = 0; mem && i < HOST_MEMORIES; i++)
        if (memories[i].mem == mem)
            return &memories[i];
    return NULL;
}

/* That of a memory object among a call's arguments, or of its parent. */
static struct host_memory *find_of(cl_mem mem)
{
    return clover_is_buffer(mem) ? find(mem->parent ? mem->parent : mem) : NULL;
}

/* The memory that a call's `ptr` lies in. */
static struct host_memory *find_pointer(const struct api_call *call)
{
    const unsigned char *at = api_pointer(call, "ptr");

    for (unsigned i = 0; at && i < HOST_MEMORIES; i++)
        if (memories[i].mem && at >= memories[i].start &&
            at < memories[i].start + memories[i].bytes)
            return &memories[i];
    return NULL;
}

static void open_pages(struct host_memory *memory)
{
    const uintptr_t start = atomic_exchange(&memory->closed, 0);

    if (start)
        mprotect((void *)start, atomic_load(&memory->closed_end) - start, PROT_READ | PROT_WRITE);
}

/* Closes the pages that are of bytes from `from` up to `to` alone. */
static void close_pages(struct host_memory *memory, size_t from, size_t to, const char *writer)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = ((uintptr_t)memory->start + from + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)memory->start + to) / page * page;

    if (memory->maps || start >= end || atomic_load(&memory->closed))
        return;
    map_guard_install();
    snprintf(memory->writer, sizeof memory->writer, "%s", writer);
    atomic_store(&memory->closed_end, end);
    atomic_store(&memory->closed, start);
    if (mprotect((void *)start, end - start, PROT_NONE))
        atomic_store(&memory->closed, 0);
}

/* Whether memory is mapped: the application may have given it back. */
static bool is_there(const void *start, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = (uintptr_t)start / page * page;

    return !msync((void *)first, (uintptr_t)start + bytes - first, MS_ASYNC);
}

uint64_t host_memory_sum(const void *start, size_t bytes)
{
    uint64_t sum = 0;

    if (!is_there(start, bytes))
        return 0;
    if (bytes <= MOST_WHOLE)
        return checksum_of(start, bytes);
    for (size_t i = 0; i < BLOCKS; i++) {
        const size_t at = (bytes - BLOCK) / (BLOCKS - 1) * i;
        sum = sum * 31 + checksum_of((const char *)start + at, BLOCK);
    }
    return sum;
}

static uint64_t sum_of(const struct host_memory *memory)
{
    return host_memory_sum(memory->start, memory->bytes);
}

static void forget(struct host_memory *memory)
{
    open_pages(memory);
    memory->mem = NULL;
}

void host_memory_forget(const void *mem)
{
    struct host_memory *memory = find(mem);

    if (memory)
        forget(memory);
}

/* Buffers that share memory change each other's: none of them is looked at. */
static void add(cl_mem mem)
{
    struct host_memory *place = NULL;
    bool shared = false;

    for (unsigned i = 0; i < HOST_MEMORIES; i++) {
        struct host_memory *other = &memories[i];
        if (!other->mem) {
            place = other;
            continue;
        }
        if (other->start >= (unsigned char *)mem->host_ptr + mem->size ||
            other->start + other->bytes <= (unsigned char *)mem->host_ptr)
            continue;
        forget(other);
        shared = true;
    }
    if (!place || shared)
        return;
    place->start = mem->host_ptr;
    place->bytes = mem->size;
    place->maps = 0;
    place->sum = sum_of(place);
    place->mem = mem;
}

/* ---- before a call ---- */

static void look_at_use(const struct api_call *call, cl_mem mem)
{
    struct host_memory *memory = find_of(mem);
    char what[192];

    if (!memory || memory->maps || atomic_load(&memory->closed))
        return;
    const uint64_t sum = sum_of(memory);
    if (!sum || sum == memory->sum)
        return;
    memory->sum = sum;
    snprintf(what, sizeof what,
             "uses the buffer of clCreateBuffer #%u, whose host memory (CL_MEM_USE_HOST_PTR) has "
             "changed without a map",
             memory->mem->number);
    api_tell(call, what);
}

static void look_at_arguments(const struct api_call *call)
{
    const cl_kernel kernel = api_pointer(call, "kernel");

    for (cl_uint i = 0; clover_is(kernel, &clover_kernel_class) && i < kernel->arg_count; i++) {
        const struct clover_argument *arg = &kernel->args[i];
        if (arg->set && arg->mem && clover_is_still(arg->mem, &clover_mem_class, arg->life))
            look_at_use(call, arg->mem);
    }
}

/* The host gives memory back; a command may write to it, or reads it for the buffer that it is of.
 */
static void look_at_pointer(const struct api_call *call)
{
    struct host_memory *memory = find_pointer(call);

    if (!memory)
        return;
    open_pages(memory);
    memory->sum = sum_of(memory);
}

void host_memory_look(const struct api_call *call)
{
    static const char *const names[] = {"buffer", "src_buffer", "dst_buffer"};
    struct host_memory *mapped = find_of(api_pointer(call, "memobj"));

    if (!api_is(call, "clEnqueue"))
        return;
    look_at_pointer(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        look_at_use(call, api_pointer(call, names[i]));
    look_at_arguments(call);
    if (api_is(call, "clEnqueueUnmapMemObject") && mapped && mapped->maps && !--mapped->maps)
        mapped->sum = sum_of(mapped);
    if (api_is(call, "clEnqueueMapBuffer") && find_of(api_pointer(call, "buffer")))
        open_pages(find_of(api_pointer(call, "buffer")));
}

/* ---- after a call ---- */

/* Kernels only write to it, and so they do. */
static void note_arguments(const struct api_call *call)
{
    const cl_kernel kernel = api_pointer(call, "kernel");
    char writer[96];

    for (cl_uint i = 0; clover_is(kernel, &clover_kernel_class) && i < kernel->arg_count; i++) {
        const struct clover_argument *arg = &kernel->args[i];
        struct host_memory *memory = arg->set && arg->mem ? find_of(arg->mem) : NULL;
        if (!memory || !(arg->mem->flags & CL_MEM_WRITE_ONLY) ||
            !clover_is_still(arg->mem, &clover_mem_class, arg->life))
            continue;
        snprintf(writer, sizeof writer, "the launch of %.64s", kernel->code->kernel->name);
        close_pages(memory, arg->mem->offset, arg->mem->offset + arg->mem->size, writer);
    }
}

/* Closes the part of a buffer that a command of the API writes. */
static void note_written(const struct api_call *call, const char *buffer, const char *offset)
{
    const cl_mem mem = api_pointer(call, buffer);
    struct host_memory *memory = find_of(mem);
    const size_t start = memory ? mem->offset + api_number(call, offset) : 0;

    if (memory)
        close_pages(memory, start, start + api_number(call, "size"), call->name);
}

static void note_command(const struct api_call *call)
{
    struct host_memory *pointer = find_pointer(call);

    if (pointer && api_is(call, "clEnqueueRead") && !api_number(call, "blocking_read"))
        forget(pointer);
    else if (pointer)
        pointer->sum = sum_of(pointer);
    else if (!strcmp(call->name, "clEnqueueWriteBuffer") || api_is(call, "clEnqueueFillBuffer"))
        note_written(call, "buffer", "offset");
    else if (!strcmp(call->name, "clEnqueueCopyBuffer"))
        note_written(call, "dst_buffer", "dst_offset");
    note_arguments(call);
}

void host_memory_note(const struct api_call *call, void *made)
{
    struct host_memory *mapped = find_of(api_pointer(call, "buffer"));

    if (made && api_is(call, "clCreateBuffer") && ((cl_mem)made)->host_ptr)
        add(made);
    else if (made && api_is(call, "clEnqueueMapBuffer") && mapped)
        mapped->maps++;
    else if (api_is(call, "clEnqueue"))
        note_command(call);
}

/* ---- accesses ---- */

bool host_memory_fault(const unsigned char *at)
{
    char text[320];
    const struct clover_finding finding = {"api", "", "clCreateBuffer", 1, text};

    for (unsigned i = 0; i < HOST_MEMORIES; i++) {
        struct host_memory *memory = &memories[i];
        const uintptr_t start = atomic_load(&memory->closed);
        if (!start || (uintptr_t)at < start || (uintptr_t)at >= atomic_load(&memory->closed_end))
            continue;
        open_pages(memory);
        snprintf(text, sizeof text,
                 "clCreateBuffer: the host accesses byte %zu of the host memory of buffer #%u, "
                 "which %s writes, before it is mapped (OpenCL 3.0, 5.2.1)",
                 (size_t)(at - memory->start), memory->mem->number, memory->writer);
        clover_find(NULL, &finding);
        return true;
    }
    return false;
}
