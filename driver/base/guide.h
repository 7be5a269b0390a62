/* SPDX-License-Identifier: MIT */
/* guide.h: what a driver can say of a program that a device runs. A device that finds a fault knows
 * addresses; its driver knows names, lines and objects. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/base/checks.h"

/* The memory or binding that a wrong access is to. */
enum guide_space {
    GUIDE_NOTHING,
    GUIDE_POOL,
    GUIDE_LOCAL,
    GUIDE_PRIVATE,
    GUIDE_VIEW,   /* an image that is read: the address is the number of its resource */
    GUIDE_SURFACE /* one that is written: of its random access target */
};

/* A fault of a program, as a device sees it. */
struct guide_fault {
    uint32_t byte; /* of the instruction, in the program's code */
    bool has_item; /* it is known which work-item it was */
    uint32_t group[3], local[3];
    enum guide_space space;
    bool store;
    uint32_t bytes; /* that were accessed */
    uint64_t address;
    uint32_t object; /* 1 + number of the object that the address should lie in; 0: not known */
    bool in_loop;    /* the instruction ends a loop that does not end */
};

enum { GUIDE_TEXT_SIZE = 1024, GUIDE_WHAT_SIZE = 320 };

/* One thing that is wrong with a program. A launch goes on behind it, and hands out each pair of
 * kind and instruction once, with how often it was met, when it ends. */
struct guide_report {
    enum check check;
    const char *kernel;
    char what[GUIDE_WHAT_SIZE]; /* in words, one line: "store of 4 bytes at ... lies outside ..." */
    struct guide_fault fault;   /* the first time: work-item, place, access, object */
    uint64_t count;             /* how often it was met; 1 at least */
    bool has_other;             /* somebody else takes part: of races and barriers */
    char other_what[GUIDE_WHAT_SIZE];
    struct guide_fault other;
};

enum { GUIDE_NO_INPUT = UINT32_MAX };

/* Something that pointers of a program point to: by an address among its inputs, or, as variables
 * of the program do, by an address that it makes itself. */
struct guide_object {
    enum guide_space space; /* private ones are variables */
    uint64_t start, end;    /* bytes in that space */
    const char *name;       /* of a variable; NULL: it is not known */
    uint32_t input;         /* byte of the inputs where its address stands, or GUIDE_NO_INPUT */
    bool read_only;         /* the program may not write to it */
    bool write_only;        /* nor read from it */
    bool constant;          /* it is __constant to the program, which nobody writes */
    uint64_t mapped_start, mapped_end; /* the part that the host reads meanwhile: nobody writes */
    bool library; /* a variable of a built-in function, which knows how wavefronts run; with an
                     input: memory of one that gives away what races for it */
    /* A bit a byte, from the lowest of the first byte on: set if nobody has written to it. Who
     * checks the launch clears those of what it writes. NULL: all is written. */
    unsigned char *unwritten;
};

/* A program as its driver knows it. Texts live as long as the guide. */
struct guide_program {
    const char *source; /* NULL: not known; may have zeros */
    size_t source_size;
    const char *options; /* that it was built with; "" for none */
    /* Where variables of the kernel are, as text (docs/debugging.md); NULL: it is not known. */
    const char *places;
    size_t place_bytes;
};

/* An argument of the kernel. */
struct guide_argument {
    const char *name, *type;
    int32_t texture, rat, sampler; /* the slot of the device that it is, or -1 */
    uint32_t offset, bytes;        /* where it lies in constant buffer 0 */
};

/* Embedded first in the driver's own. It lives until the launch has ended; its functions are called
 * in any thread, several at a time. */
struct guide {
    /* Where private memory lies that is in registers: a dword each in that channel of successive
     * ones.
     */
    uint32_t private_gpr, private_channel;
    uint32_t banks[2]; /* where in the inputs constant buffer 0 begins, and 1; 0: that does not */
    /* Adds what else is known of a fault to a message: lines that begin with a newline. */
    void (*explain)(const struct guide *guide, const struct guide_fault *fault,
                    char text[GUIDE_TEXT_SIZE]);
    /* The number of the source line that an instruction is of, and the line in words; 0: not known.
     */
    uint32_t (*place)(const struct guide *guide, uint32_t byte, char text[GUIDE_TEXT_SIZE]);
    /* The objects of a launch, `index` from 0 until false. NULL: they are not known. */
    bool (*object)(const struct guide *guide, uint32_t index, struct guide_object *object);
    /* Returns the object that an access certainly belongs to, by the byte of its instruction in the
     * program's code: 1 + the object's number; 0: not known. NULL: no access has a known object. */
    uint32_t (*belongs)(const struct guide *guide, uint32_t byte);
    /* Takes a report. NULL: the launch fails at the first. */
    void (*report)(const struct guide *guide, const struct guide_report *report);
    /* Whether an access to an image, of space GUIDE_VIEW or GUIDE_SURFACE, is by a function of
     * another data type than the image's, or the image is both read and written; what there is to
     * say of it. NULL: not known. */
    bool (*mismatches)(const struct guide *guide, const struct guide_fault *fault,
                       char text[GUIDE_WHAT_SIZE]);
    /* Whether a sampler leaves it to the program that coordinates are inside. NULL: not known. */
    bool (*stays_inside)(const struct guide *guide, uint32_t sampler);
    /* The texels of such an image that nobody has written: a bit each, in the order of its memory
     * from its first level on, as `unwritten` above. NULL: all are written, or it is not known. */
    unsigned char *(*unwritten)(const struct guide *guide, enum guide_space space, uint32_t number);
    /* Describe the program, and one of its arguments; the second returns false behind the last
     * argument. Both are NULL where nothing is known. */
    void (*program)(const struct guide *guide, struct guide_program *program);
    bool (*argument)(const struct guide *guide, uint32_t number, struct guide_argument *argument);
};
