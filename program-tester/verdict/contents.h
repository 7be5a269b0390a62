/* SPDX-License-Identifier: MIT */
/* contents.h: all that an argument which differs should hold and holds, for reports that show it.
 */
#pragma once

#include "program-tester/verdict/compare.h"

enum { PT_CONTENTS_ELEMENTS = 4096 }; /* of larger arguments nothing is kept */

/* Values are texts as pt_values_text makes them: lanes as they are compared. */
struct pt_contents {
    size_t shape[3]; /* elements in x, y and z: an image's region; a buffer's as the global size is,
                        if that has as many work-items */
    char *expected, *actual; /* of alternatives, the nearest to what there is */
    char *highs;             /* upper ends of what is expected, NULL where there are none */
    char *wrong;             /* lanes that differ, as pt_wrong_lanes_text makes them */
    struct pt_contents_choice {
        size_t lane; /* of an element whose lanes are chosen together, the first */
        char *text;  /* as pt_expected_text makes it */
    } *choices;      /* of lanes with alternatives */
    size_t choice_count;
};

/* Returns NULL if the argument is too large. pt_contents_free(NULL) is legal. */
struct pt_contents *pt_contents_make(const struct pt_arg *arg, const struct pt_launch *launch,
                                     const void *expected, const void *actual, bool piglit);
void pt_contents_free(struct pt_contents *contents);

/* Returns the names of an element's lanes, as in "rgba"; NULL for buffers. */
const char *pt_contents_channels(const struct pt_arg *arg);
