/* SPDX-License-Identifier: MIT */
/* strip.h: a recording of one launch and what it needs. */
#pragma once

#include "program-tester/record/replay/replay.h"

/* Writes a recording into the folder: the objects that the launch of the record that is being
 * replayed uses, its arguments with what they had before it, and what it left as what is read. The
 * states of the launch have been kept. */
void strip_write(struct replay *replay, const char *folder, const struct thing *queue,
                 const struct thing *kernel);
