/* SPDX-License-Identifier: MIT */
/* clc.h: which version of OpenCL C a program is built for. A version is two digits: 12 is 1.2. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The versions that -cl-std may ask a device for: bit 12 is OpenCL C 1.2. */
typedef uint64_t pt_clc_versions;

enum { PT_CLC_HIGHEST = 63 };

/* The set with one more; a version that has no bit is left out. */
pt_clc_versions pt_clc_add(pt_clc_versions versions, unsigned version);

/* Returns the versions of a device that lists none, as those before OpenCL 3.0: every version up to
 * its own (OpenCL 2.0, 5.8.4.5: -cl-std). */
pt_clc_versions pt_clc_up_to(unsigned version);

/* The version to build for, from `least` to `most` inclusive: `usual`, which programs are built for
 * without an option, if it is one of them; else the nearest of the set. 0: there is none. */
unsigned pt_clc_choose(pt_clc_versions versions, unsigned usual, unsigned least, unsigned most);

/* The version that build options ask for by -cl-std; 0: none. */
unsigned pt_clc_stated(const char *options);

bool pt_clc_has(pt_clc_versions versions, unsigned version);

/* "1.1, 1.2 and 3.0", to free(). */
char *pt_clc_text(pt_clc_versions versions);

/* OpenCL C 2.0 has features that 3.0 leaves to the device (OpenCL C 3.0, 6.2.1). Those that are not
 * in `features`, in both cases names separated by spaces; to free(). */
char *pt_clc_lacks_of_20(const char *features);
