/* SPDX-License-Identifier: MIT */
/* debug.h: what the files of the debugger share. */
#pragma once

#include "driver/base/trace_file.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/stream/stream.h"
#include "driver/sim/watch.h"

enum {
    DEBUG_SLOTS = 1 << 16,    /* values that are kept, */
    DEBUG_CAPTURES = 1 << 18, /* and places where one is taken */
    DEBUG_RANGES = 64,        /* of memory that accesses are looked for in */
    DEBUG_RANGE_BYTES = 4096,
    DEBUG_READ_BYTES = 1 << 20,
    DEBUG_LINE_BYTES = 1 << 16 /* of a command */
};

/* ---- peer.c: the socket ---- */

struct debug_peer;
/* The process's one; NULL: there is no debugger, or it went away. */
struct debug_peer *debug_peer_open(void);
/* Whether it is there. A debugger that goes away lets the program run on. */
bool debug_peer_is_there(const struct debug_peer *peer);
/* Sends a line; what is in the way ends the connection. */
void debug_peer_send(struct debug_peer *peer, const char *bytes, size_t size);
/* Waits for a line, which is good until the next call; NULL: the debugger went away. */
char *debug_peer_receive(struct debug_peer *peer);
/* Whether something has arrived, or the debugger went away. */
bool debug_peer_has_news(const struct debug_peer *peer);
void debug_peer_close(struct debug_peer *peer);

/* ---- rewind.c: memory as it was ---- */

struct debug_memory;
/* NULL: it is too large, or memory is short. */
struct debug_memory *debug_memory_keep(const struct sim_launch *launch,
                                       const struct sim_stream *stream);
void debug_memory_restore(const struct debug_memory *memory, struct sim_launch *launch);
void debug_memory_free(struct debug_memory *memory); /* NULL is legal */

/* ---- a launch ---- */

/* A value is taken from a register, before or behind an instruction. */
struct debug_capture {
    uint32_t word, slot, vector; /* 4 times the register, and the channel */
};

struct debug_list {
    struct debug_capture *at; /* sorted by word */
    uint32_t count, room;
};

/* Memory whose change stops the launch, or that it is read. */
struct debug_range {
    enum guide_space space; /* GUIDE_VIEW, GUIDE_SURFACE: a texel of an image, */
    uint32_t slot;          /* by its texture or random access target */
    uint64_t start, size;
    unsigned lane; /* of private memory, which is this wavefront's */
    uint64_t group;
    uint32_t of_wave;
    bool changes, reads;
    bool is_new;  /* the launch has begun again, and what it had is forgotten */
    uint8_t *was; /* its bytes */
};

/* A watched range stops for these. */
struct debug_hit {
    uint32_t range;
    bool reads;     /* it was read; else it has changed */
    uint64_t lanes; /* who did it, as far as that is known */
};

/* The values of a resident wavefront. */
struct debug_wave {
    struct sim_wave *wave; /* NULL: it has not begun */
    uint32_t *values;      /* by slot, then lane */
    uint64_t *known;       /* by slot: the lanes that have one */
    uint32_t *owner;       /* by register and channel, then lane: 1 + the slot of what is in it */
};

/* The way that a launch is to go on. */
enum debug_mode {
    DEBUG_GO,       /* to the next stop */
    DEBUG_STEP,     /* to the next instruction of the wavefront and lane that are followed */
    DEBUG_SEEK,     /* from the beginning to a step */
    DEBUG_SEEK_LAST /* from the beginning to the last stop before a step */
};

struct sim_debug {
    struct sim_watch watch;
    struct sim_launch *launch;
    const struct sim_stream *stream;
    struct debug_peer *peer;
    struct debug_memory *memory;
    uint64_t number; /* of the launch in the process */

    uint32_t words;
    uint32_t *first;          /* by word: the first of its instruction group */
    unsigned char *starts;    /* by operation: it is the first that runs of a group */
    unsigned char *stops;     /* by word */
    unsigned char *predicate; /* by word: HW_PRED_SEL_* of its operation */
    struct debug_list after;  /* captures */
    struct debug_list before;
    uint32_t slots;
    struct debug_wave *waves;
    uint32_t wave_count;
    struct debug_range ranges[DEBUG_RANGES];
    uint32_t range_count;

    struct sim_wave *wave;          /* that runs, or is looked at, */
    const struct sim_wave *stopped; /* and the one that has stopped */
    struct debug_capture *pending[5 + 4 * 4];
    uint64_t pending_mask[5 + 4 * 4];
    uint32_t pending_count;

    enum debug_mode mode;
    bool follows;           /* a work-item alone */
    uint64_t group;         /* whose; */
    uint32_t of_wave, lane; /* lane SIM_LANES: any */
    bool holds_end;         /* it stops behind the last work-item, too */
    bool stops_at_barriers, stops_at_reports;
    uint64_t step, target, last; /* steps; where to seek; the last stop before that */
    bool again;                  /* the launch is to run once more */
    bool wants_stop;             /* the next instruction stops; why: */
    const char *why;
    struct debug_hit hit, last_hit;
    bool last_is_hit; /* what `last` stops for */
    bool reading;     /* some range asks for reads */
    unsigned reports; /* that were seen */
    uint32_t word;    /* where it has stopped */
};

/* commands.c: tells that the launch has stopped, and does what the debugger says until it goes on.
 */
void debug_stop(struct sim_debug *debug, const char *why, uint32_t word);
/* debugger.c: the lanes that run the instruction at a word, by the predicate, too. */
uint64_t debug_lanes_at(const struct sim_debug *debug, const struct sim_wave *wave, uint32_t word);
/* debugger.c: has the launch run from its beginning again: wavefronts end. */
void debug_run_again(struct sim_debug *debug);
/* The part of a conversation before the launch: nothing has begun. */
void debug_converse(struct sim_debug *debug);
/* The part behind it. */
void debug_end(struct sim_debug *debug);
/* watching.c: keeps a range whose place is set. False: there is no such memory, or only its reads
 * are asked for, which nobody sees, as it is in registers. */
bool debug_add_range(struct sim_debug *debug, struct debug_range *range);
/* Sets where a texel lies. False: it is not there. */
bool debug_find_texel(const struct sim_debug *debug, struct debug_range *range,
                      const uint64_t at[3]);
void debug_forget_ranges(struct sim_debug *debug);
/* The launch has begun again. */
void debug_renew_ranges(struct sim_debug *debug);
/* Whether some have changed: the next instruction stops. */
void debug_look_at_ranges(struct sim_debug *debug);
/* Instructions say here what they are about to read. */
void debug_note_fetch(struct sim_debug *debug, struct sim_wave *wave,
                      const struct sim_fetch *fetch);
void debug_note_local(struct sim_debug *debug, const struct sim_wave *wave,
                      const struct sim_alu_op *op, const uint32_t *const src[3], uint64_t mask);
void debug_note_sample(struct sim_watch *watch, struct sim_wave *wave,
                       const struct sim_fetch *fetch, const struct sim_sample *sample,
                       const struct sim_sample_how *how);
/* access.c: answers about registers, values and memory. False: the command is another one. */
bool debug_access_command(struct sim_debug *debug, char *const *words, unsigned count, FILE *out);
/* The bytes of memory at an address, `size` of which may be used; NULL: there are none. */
uint8_t *debug_memory_at(struct sim_debug *debug, enum guide_space space, uint64_t address,
                         unsigned lane, uint64_t *size);
/* A byte of private memory, which may be in registers; NULL: it is not there. */
uint8_t *debug_private_at(struct sim_debug *debug, uint64_t address, unsigned lane);
/* describe.c: what the launch is, as lines. */
void debug_describe(struct sim_debug *debug);
/* captures.c */
bool debug_add_capture(struct sim_debug *debug, struct debug_list *list,
                       const struct debug_capture *capture);
/* Makes room for values. False when memory is short. */
bool debug_make_slots(struct sim_debug *debug);
void debug_take_before(struct sim_debug *debug, uint32_t word);
/* The values that an instruction leaves are taken when it has run. */
void debug_note_after(struct sim_debug *debug, uint32_t word, uint64_t mask);
void debug_take_pending(struct sim_debug *debug);
/* Registers, as many vectors, are about to be overwritten. */
void debug_forget_owners(struct sim_debug *debug, uint32_t vector, uint32_t count, uint64_t mask);
/* Changes a value, also in the register that still has it. */
void debug_change_value(struct sim_debug *debug, uint32_t slot, unsigned lane, uint32_t value);
/* A number in decimal or hexadecimal, up to `most`. False: it is none. */
bool debug_number(const char *text, uint64_t most, uint64_t *number);
