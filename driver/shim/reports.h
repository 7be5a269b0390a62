/* SPDX-License-Identifier: MIT */
/* reports.h: what ROOTLE_CHECK finds in programs of other drivers. */
#pragma once

struct guide;

/* Who is told of reports; NULL: only memory is checked, and a wrong access fails its stream. */
const struct guide *shim_reports_guide(void);
