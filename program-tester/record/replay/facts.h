/* SPDX-License-Identifier: MIT */
/* facts.h: what a recording says of itself, which needs no device. */
#pragma once

#include "program-tester/base/json.h"
#include "program-tester/record/reader.h"

/* Tells it as a line of JSON. */
void facts_tell(const struct recording *recording, struct pt_json *json);
