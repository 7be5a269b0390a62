/* SPDX-License-Identifier: MIT */
/* card.h: the card of this process: the simulated device, its buffer objects, and the open files of
 * its node, each with handles of its own. Functions may be called from any thread; those that can
 * fail return 0 or a negative errno. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "driver/sim/device.h"

/* A buffer object. It lives as long as a handle, a dma-buf or a call refers to it; mappings keep
 * its memory beyond that, as they do in the kernel. */
struct shim_bo {
    atomic_uint references;
    uint32_t handle;           /* the device's */
    uint32_t domain;           /* where it was asked to be */
    uint64_t size;             /* bytes, whole pages */
    uint64_t offset;           /* for mmap of the node */
    uint8_t *map;              /* shared memory */
    atomic_uint_fast64_t last; /* sequence of the last stream that names it */
    atomic_uint tiling, pitch;
    int file; /* descriptor of that memory */
    dev_t device;
    ino_t inode;         /* of the file */
    pid_t process;       /* whose card it is of */
    atomic_bool shared;  /* other processes may have the memory, too */
    unsigned streams;    /* that hold a shared object; guarded by the card's lock */
    atomic_bool hangs;   /* a stream that names it hung; until somebody has waited */
    uint64_t user;       /* address of the program's memory that it stands for; 0: none */
    bool user_read_only; /* the card may only read that memory */
    void *user_before;   /* what the memory held when the last stream began */
};

/* An open node. The kernel's inode tells which descriptor belongs to which, so that copies of
 * descriptors need no book-keeping. */
struct shim_file {
    struct shim_file *next;
    atomic_uint references;
    dev_t device;
    ino_t inode;
    pid_t process;            /* the process that opened it; a child of fork() has no card of it */
    struct shim_bo **handles; /* by handle - 1; NULL: free. Guarded by the card's lock */
    uint32_t room;
};

struct shim_card {
    struct sim_device *device;
    struct sim_config config;
    atomic_uint resets;                 /* how many streams failed: the card is reset after each */
    atomic_uint_fast64_t last;          /* sequence of the last stream; 0: there was none */
    atomic_bool hang_next;              /* the next stream is to hang */
    atomic_uint_fast64_t hanging_until; /* on CLOCK_MONOTONIC, in ns; 0: the card does not hang */
    atomic_uint_fast64_t used[2];       /* bytes of GTT and of VRAM in buffer objects */
};

enum { SHIM_DOMAIN_CPU = 1, SHIM_DOMAIN_GTT = 2, SHIM_DOMAIN_VRAM = 4 };
/* The size of the kernel's tables by default on these chips; no object is larger. */
#define SHIM_GART_BYTES (1ull << 30)

/* The lock that guards the card, its files, handles and objects. */
void shim_lock(void);
void shim_unlock(void);

/* PCI device number of the chip that ROOTLE_CHIP chooses. */
uint32_t shim_card_pci_id(void);

/* Opens the node, for which the first opening of a process makes the card: a new descriptor, or a
 * negative errno. */
int shim_file_open(bool close_on_exec);
/* Reads the kernel's stat of a descriptor's file. Asks it directly, as fstat is one of the
 * functions that this library replaces. */
bool shim_inode_of(int fd, struct stat *stat);
/* The file that a descriptor belongs to, with a new reference; NULL: it is none of ours. */
struct shim_file *shim_file_find(int fd);
void shim_file_unreference(struct shim_file *file); /* NULL is legal */
/* Releases files that no descriptor of the process belongs to any more. */
void shim_files_reap(void);
/* Whether the process may have such files; false until it opens the first one. */
extern atomic_bool shim_files_any;
/* shim_file_find, at no cost as long as there is none. */
static inline struct shim_file *shim_file_of(int fd)
{
    return atomic_load_explicit(&shim_files_any, memory_order_acquire) ? shim_file_find(fd) : NULL;
}

/* The card; it has a device as soon as this process has opened the node. */
struct shim_card *shim_card(void);
/* Makes the device unless there is one. With the lock held. */
int shim_card_open(void);

/* A new object of `size` bytes and a handle of it. */
int shim_bo_create(struct shim_file *file, uint64_t size, uint64_t alignment, uint32_t domain,
                   uint32_t *handle);
/* The object of a handle, with a new reference, or NULL. */
struct shim_bo *shim_bo_find(struct shim_file *file, uint32_t handle);
void shim_bo_unreference(struct shim_bo *bo); /* NULL is legal */
int shim_bo_close(struct shim_file *file, uint32_t handle);
/* Waits at most `timeout_ns` for the streams that name an object. 0, -EBUSY: they still run, or
 * -EAGAIN: the card hung and has just been reset; ask again. */
int shim_bo_wait(struct shim_bo *bo, uint64_t timeout_ns);

/* Makes the next stream hang until the card is reset, or resets the card at once. */
void shim_card_strike(bool hang);
/* Whether the stream at hand is to hang; it then does from now on. */
bool shim_card_hangs(void);
/* Waits at most `timeout_ns` for the end of a hang: 0, -EBUSY or -EAGAIN as shim_bo_wait. */
int shim_card_recover(uint64_t timeout_ns);
uint64_t shim_now_ns(void); /* on CLOCK_MONOTONIC */

/* The handle by which a file knows the object of a dma-buf, which another process may have made. */
int shim_bo_import(struct shim_file *file, int fd, uint32_t *handle);

/* Maps a part of an object that the file has a handle of, as mmap does. */
void *shim_file_mmap(struct shim_file *file, void *address, size_t length, int protection,
                     int flags, uint64_t offset);

/* Says something on standard error, in one line with the library's name. */
void shim_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says that a stream was refused or failed, which ROOTLE_DRM_FATAL has end the process, or cost it
 * its exit status. */
void shim_say_stream(const char *what, const char *error);
