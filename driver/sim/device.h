/* SPDX-License-Identifier: MIT */
/* device.h: the simulated Evergreen GPU as a device.
 *
 * It speaks the language of the radeon kernel interface (Linux include/uapi/drm/radeon_drm.h):
 * buffer handles, command streams made of chunks, information requests, and waiting on a sequence
 * number. It sees memory and command streams only, never an object of a driver. All functions may
 * be called from any thread. They return 0 or a negative errno. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/sim/parts.h"

struct guide;
struct hw_chip;
struct sim_device;

/* How machine code is run. */
enum sim_exec {
    SIM_EXEC_AUTO, /* interpreted, and by the engine where that is worth it */
    SIM_EXEC_INTERPRET,
    SIM_EXEC_RECOMPILE, /* the engine makes code before a launch begins, where that is possible */
    SIM_EXEC_BOTH,      /* likewise, but interpreted too; a launch fails if not all is the same */
};

struct sim_config {
    const struct hw_chip *chip;
    unsigned threads;      /* host threads that run work-groups; 0: one a core */
    uint64_t memory_bytes; /* VRAM size; objects may not exceed it in sum */
    double time_limit_s;   /* a dispatch that runs longer is a hang; 0: no limit */
    bool check_memory;     /* report accesses outside annotated allocations as faults */
    unsigned checks;       /* 1 << CHECK_*: what else launches are checked for */
    bool one_by_one;       /* every stream runs alone, whatever its order */
    bool strict;           /* refuse also what the kernel lets pass, but no compute driver means */
    bool linear_rats; /* writes to linear-aligned 2D images arrive; else misplaced, as on cards */
    /* Called by the thread that runs streams, before a stream's first packet, and behind its last
     * one before its wait ends; `error` is NULL unless it failed. Each may be NULL. */
    void (*began)(void *data, uint64_t sequence);
    void (*ended)(void *data, uint64_t sequence, const char *error);
    void *watcher; /* their `data` */
    enum sim_exec exec;
    double worth_s;  /* seconds of interpreting after which SIM_EXEC_AUTO has code made */
    double linger_s; /* that the device's end waits for code which is being made, and is kept */
    unsigned host;   /* highest instruction set that is made use of: 1, that of every host of its
                        kind; 2 to 4, x86-64-v2 to v4; 0: what the host has */
    uint64_t stream_bytes; /* that a launch must write for code to store around the host's caches */
    bool tell;             /* say on standard error what has code, or why it has not */
    struct sim_parts parts;
};

enum { SIM_ERROR_SIZE = 2048 };

/* Fills `config` as ROOTLE_CHIP, ROOTLE_MEMORY and other variables say, for a device of these
 * parts. -EINVAL with `error` filled when a value is unknown, or asks for a part that is missing.
 */
int sim_config_read(struct sim_config *config, const struct sim_parts *parts,
                    char error[SIM_ERROR_SIZE]);

int sim_device_create(const struct sim_config *config, struct sim_device **device);
void sim_device_destroy(struct sim_device *device); /* waits for the queue; NULL is legal */

int sim_gem_create(struct sim_device *device, uint64_t size, uint32_t alignment, uint32_t domain,
                   uint32_t *handle);
/* The same in the memory of a file of `size` bytes, whole pages: what else is mapped of that file
 * is the object's memory, too. The file stays the caller's. */
int sim_gem_create_shared(struct sim_device *device, int file, uint64_t size, uint32_t alignment,
                          uint32_t domain, uint32_t *handle);
int sim_gem_close(struct sim_device *device, uint32_t handle);
/* Where the object lies in the device's memory, for people who read dumps of streams. */
uint64_t sim_gem_address(struct sim_device *device, uint32_t handle);
/* The object's memory, valid until it is closed. */
void *sim_gem_map(struct sim_device *device, uint32_t handle);
int sim_gem_set_tiling(struct sim_device *device, uint32_t handle, uint32_t flags, uint32_t pitch);
/* An extension of ours: see winsys_ops.bo_annotate. */
int sim_gem_annotate(struct sim_device *device, uint32_t handle, uint64_t offset, uint64_t size,
                     bool live);

/* Numbers of RADEON_INFO_* requests. */
enum {
    SIM_INFO_DEVICE_ID = 0x00,
    SIM_INFO_TILING_CONFIG = 0x06,
    SIM_INFO_NUM_BACKENDS = 0x0A,
    SIM_INFO_NUM_TILE_PIPES = 0x0B,
    SIM_INFO_MAX_PIPES = 0x10,
    SIM_INFO_MAX_SE = 0x12,
    SIM_INFO_ACTIVE_CU_COUNT = 0x20,
    SIM_INFO_MAX_SCLK = 0x1A
};
int sim_info(struct sim_device *device, uint32_t request, uint32_t *value);

/* Chunk kinds and the relocation entry of DRM_RADEON_CS. */
enum { SIM_CHUNK_RELOCS = 1, SIM_CHUNK_IB = 2, SIM_CHUNK_FLAGS = 3 };
/* The name of what a stream launches, for messages: a chunk whose kind the kernel does not know and
 * passes over (radeon_cs.c, radeon_cs_parser_init). sim_cs takes the name apart from the chunks. */
enum { SIM_CHUNK_LABEL = 0x6c62616c, SIM_LABEL_DWORDS = 16 };
/* The order that the stream is part of: a chunk of ours, as the label's. Streams of the same number
 * run in order of submission, those of different ones may run at the same time. A stream without
 * it, or of number 0, runs alone: behind all before it, and before all behind it. A second number
 * says how many compute units may run it (0: all): as many threads at most work on each launch. */
enum { SIM_CHUNK_ORDER = 0x7264726f };
/* Rings that the second dword of a FLAGS chunk names; streams of all share one order. */
enum { SIM_RING_GFX = 0, SIM_RING_COMPUTE = 1, SIM_RING_DMA = 2 };
struct sim_chunk {
    uint32_t id, length_dw;
    const void *data;
};
struct sim_reloc {
    uint32_t handle, read_domains, write_domain, flags;
};

/* Checks the stream as the kernel does, then queues it. Returns the sequence number to wait for, or
 * -EINVAL with `error` naming packet and dword offset. `label` and `guide` (either may be NULL) are
 * for messages. `waited` promises that sim_wait follows, for ever, for it or a later stream:
 * that thread executes it, and no other one does. */
int sim_cs(struct sim_device *device, const struct sim_chunk *chunks, unsigned chunk_count,
           const char *label, const struct guide *guide, bool waited, uint64_t *sequence,
           char error[SIM_ERROR_SIZE]);

enum sim_status { SIM_PENDING, SIM_DONE, SIM_FAILED };
/* Status of a stream, after waiting at most timeout_ns. SIM_FAILED fills `error`. The failure of a
 * stream is kept until the device is destroyed or 4,096 later streams have failed. */
enum sim_status sim_wait(struct sim_device *device, uint64_t sequence, uint64_t timeout_ns,
                         char error[SIM_ERROR_SIZE]);
