/* SPDX-License-Identifier: MIT */
/* drivers.h: which drivers the OpenCL loader is given. */
#pragma once

/* Why the loader may have found no platform: which .icd files and libraries it was given, and what
 * is wrong with each. One line, to free(). */
char *pt_drivers_explain(void);

/* Makes the driver that OCL_ICD_VENDORS names, an .icd file or a library, the only one, whichever
 * loader is installed: ocl-icd reads that variable alone, Khronos's takes only a folder in it and
 * loads what OCL_ICD_FILENAMES lists in any case. Before the first call of OpenCL, and before
 * threads. */
void pt_drivers_choose(void);
