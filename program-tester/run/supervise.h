/* SPDX-License-Identifier: MIT */
/* supervise.h: runs files in a process of their own, so that a test that crashes or hangs takes
 * nothing but itself along. */
#pragma once

#include "program-tester/run/files.h"

/* Runs the selected tests of files without errors and reports them. Returns false if tester or
 * driver could not run; that is said on stderr. */
bool pt_supervise(const struct pt_options *options, const struct pt_files *files,
                  struct pt_reporter *reporter);

/* Serves lines of standard input until its end, in this process, on the first of the devices that
 * are selected. Dies with the thread that started it. */
bool pt_serve(const struct pt_options *options, struct pt_reporter *reporter);
