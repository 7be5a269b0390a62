/* SPDX-License-Identifier: MIT */
/* drivers.h: what the OpenCL loader was given, for people who look for a driver. */
#ifndef PT_DRIVERS_H
#define PT_DRIVERS_H

/* Why the loader may have found no platform: which .icd files and libraries it was given, and what
 * is wrong with each. One line, to free(). */
char *pt_drivers_explain(void);

#endif
