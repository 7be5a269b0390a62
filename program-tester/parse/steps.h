/* SPDX-License-Identifier: MIT */
/* steps.h: what the readers of steps (parse_step.c, parse_box.c) share. */
#pragma once

#include "program-tester/parse/reader.h"

/* One end of a transfer while it is read. */
struct pt_side {
    const struct pt_arg *arg; /* the buffer or image */
    struct pt_box *box;
    unsigned given; /* keys, by their index in the table */
};

struct pt_step_reader {
    struct pt_reader reader; /* of step->contents */
    const struct pt_test *test;
    struct pt_step *step;
    struct pt_side box, to; /* to: of a copy */
};

/* The argument that a word numbers, which must stand above; NULL after an error. */
const struct pt_arg *pt_step_find_arg(struct pt_step_reader *steps, struct pt_word word,
                                      size_t *index);

/* Reads the name of the error that a step must give. */
void pt_step_error(struct pt_step_reader *steps);
/* Reads the index of an image, or also of a buffer, that a step asks about. False: it has failed.
 */
bool pt_step_start_question(struct pt_step_reader *steps, bool buffers, unsigned *index);
/* Reads a question: INDEX REQUIREMENT [without PART]... NUMBER | holds | error NAME */
void pt_step_ask(struct pt_step_reader *steps);
/* Reads what the host must be told: INDEX FACT [at_least] NUMBER | error NAME */
void pt_step_info(struct pt_step_reader *steps);

/* Reads the index of a buffer or image. */
bool pt_box_start(struct pt_step_reader *steps, struct pt_side *side, struct pt_box *box);
/* The names of all keys of boxes. */
struct pt_names pt_box_names(void);
/* Reads a key of a box, whose name is given. False: it is none. */
bool pt_box_key(struct pt_step_reader *steps, struct pt_side *side, struct pt_word word);
/* Sets what was not given, and checks that the box lies inside; `where` is the index. */
void pt_box_finish(struct pt_step_reader *steps, struct pt_word where);
/* The same of both ends of a copy. */
void pt_box_finish_copy(struct pt_step_reader *steps, struct pt_word where);
/* The same of a blit, whose ends are images with regions of their own. */
void pt_box_finish_blit(struct pt_step_reader *steps, struct pt_word where);
/* Sets the size of the step's contents, and checks their values and host pitches. */
void pt_box_contents(struct pt_step_reader *steps, struct pt_word where);
