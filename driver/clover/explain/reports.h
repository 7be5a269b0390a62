/* SPDX-License-Identifier: MIT */
/* reports.h: what checks of kernels have found, on its way from a launch's guide to the
 * application. */
#pragma once

#include "driver/base/guide.h"
#include "driver/clover/explain/nearest.h"

/* The slots of struct guide that checked launches use. */
bool clover_guide_object(const struct guide *guide, uint32_t index, struct guide_object *object);
uint32_t clover_guide_belongs(const struct guide *guide, uint32_t byte);
void clover_guide_report(const struct guide *guide, const struct guide_report *report);

/* Names an object that is no memory object: a local argument, a NULL pointer, or a
 * variable. False: it has no name of its own. */
bool clover_name_object(const struct clover_guide *guide, uint32_t index,
                        struct near_object *object);
