/* SPDX-License-Identifier: MIT */
/* known_flow.h: programs of odd control flow, each of which is known to end, to hang, or to be
 * stopped. */
#pragma once

#include "driver/sim/tests/machine.h"

struct hw_chip;

extern const unsigned known_flow_count;
/* Program `number`, and the machine that it runs on. */
void known_flow(struct program *p, struct machine *m, const struct hw_chip *chip, unsigned number);
/* Whether it has come out as it must. */
bool known_flow_is_right(unsigned number, bool ended, const char *error);
