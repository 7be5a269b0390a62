/* SPDX-License-Identifier: MIT */
/* options.h: the command line. */
#pragma once

#include "program-tester/parse/parse.h"
#include "program-tester/report/report.h"
#include "program-tester/run/runner.h"

enum pt_mode { PT_MODE_RUN, PT_MODE_CHECK, PT_MODE_LIST, PT_MODE_LIST_DEVICES, PT_MODE_SERVER };

struct pt_options {
    enum pt_mode mode;
    const struct pt_report_format *format; /* NULL: text on a terminal, else JSON */
    struct pt_parse_options parse;
    struct pt_run_options run;
    const char *platform, *device; /* index or part of a name; NULL: all */
    const char *root;              /* test names are relative to it; NULL: as given */
    double timeout;                /* seconds a test; 0: none */
    bool no_fork;
    int records;           /* --records: a descriptor; -1: standard output */
    const char **patterns; /* --test */
    size_t pattern_count;
    const char **driver_files; /* --driver-files; run.cache has them */
    char **files;
    size_t file_count;
};

/* Reads the command line and the PIGLIT_CL_* variables. Returns -1 to go on, or an exit status
 * after having printed help or an error. */
int pt_options_read(struct pt_options *options, int argc, char **argv);
void pt_options_finish(struct pt_options *options);
