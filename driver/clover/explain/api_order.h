/* SPDX-License-Identifier: MIT */
/* api_order.h: commands that nothing orders. Callers hold the lock of api_objects.c. */
#pragma once

struct api_call;

/* Before a call: whether it reads host memory that a command writes meanwhile. */
void api_order_look(const struct api_call *call);
/* After a call that succeeded, and returned `made`, or nothing: notes a command, or that some have
 * ended; tells of one that conflicts with another. */
void api_order_note(const struct api_call *call, void *made);
