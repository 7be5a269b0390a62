/* SPDX-License-Identifier: MIT */
/* report.h: tells the world about results, in one of four formats. */
#pragma once

#include "program-tester/verdict/result.h"

struct pt_reporter;
struct pt_device_string; /* of device.h */

/* A format. Every slot is set. Each call writes whole lines and flushes them. */
struct pt_report_format {
    /* The strings of the device that all tests will run on (server mode). */
    void (*device)(struct pt_reporter *reporter, const struct pt_device_string *strings,
                   size_t count);
    /* Why there is no device, and so no test will run (server mode). */
    void (*no_device)(struct pt_reporter *reporter, const char *why);
    /* A test begins (server mode). */
    void (*begin)(struct pt_reporter *reporter, const char *test);
    void (*result)(struct pt_reporter *reporter, const struct pt_result *result);
    /* A file that cannot be run; result holds name, status PT_ERROR and the first message. */
    void (*errors)(struct pt_reporter *reporter, const struct pt_result *result,
                   const struct pt_diags *diags);
    /* A file's last test has ended (server mode). */
    void (*done)(struct pt_reporter *reporter, const char *file);
    /* `ran`: whether tester and driver could do what they were asked for. */
    void (*end)(struct pt_reporter *reporter, bool ran);
};

extern const struct pt_report_format pt_report_json, pt_report_tap, pt_report_piglit,
    pt_report_text;

enum { PT_KEY_LEAST = 16, PT_KEY_MOST = 64 }; /* hexadecimal digits */

struct pt_reporter {
    const struct pt_report_format *format;
    FILE *file;
    char key[PT_KEY_MOST + 2]; /* JSON records begin with it; empty: none */
    int output;                /* where tests print, for marks */
    bool brief;                /* a pass needs no details */
    size_t counts[PT_STATUS_COUNT];
    double started;
};

/* For formats that do not tell the device. */
void pt_report_no_device(struct pt_reporter *reporter, const struct pt_device_string *strings,
                         size_t count);

/* Reports and counts. */
void pt_report_result(struct pt_reporter *reporter, const struct pt_result *result);
/* Reports and counts a file's errors; they also go to stderr, with line and caret. */
void pt_report_errors(struct pt_reporter *reporter, const char *name, const struct pt_diags *diags);
size_t pt_report_total(const struct pt_reporter *reporter);
