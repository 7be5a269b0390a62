/* SPDX-License-Identifier: MIT */
/* guide.h: what a driver can say of a program that a device runs. A device that finds a fault knows
 * addresses; its driver knows names, lines and objects. */
#ifndef ROOTLE_BASE_GUIDE_H
#define ROOTLE_BASE_GUIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a wrong access is to. */
enum guide_space { GUIDE_NOTHING, GUIDE_POOL, GUIDE_LOCAL, GUIDE_PRIVATE };

/* A fault of a program, as a device sees it. */
struct guide_fault {
    uint32_t byte; /* of the instruction, in the program's code */
    bool has_item; /* it is known which work-item it was */
    uint32_t group[3], local[3];
    enum guide_space space;
    bool store;
    uint32_t bytes; /* that were accessed */
    uint64_t address;
    bool in_loop; /* the instruction ends a loop that does not end */
};

enum { GUIDE_TEXT_SIZE = 1024 };

/* Embedded first in the driver's own. It lives until the launch has ended; its functions are called
 * in any thread, several at a time. */
struct guide {
    /* What else is to be said of a fault: lines that begin with a newline. */
    void (*explain)(const struct guide *guide, const struct guide_fault *fault,
                    char text[GUIDE_TEXT_SIZE]);
    /* The number of the source line that an instruction is of, and the line in words; 0: not known.
     */
    uint32_t (*place)(const struct guide *guide, uint32_t byte, char text[GUIDE_TEXT_SIZE]);
};

#endif
