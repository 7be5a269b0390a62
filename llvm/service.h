/* SPDX-License-Identifier: MIT */
/* service.h: compiles for the driver: rootle-cc --server. */
#pragma once

struct compiler_parts;
struct compiler_settings;
struct hw_chip;
struct rootle_binary;
struct rootle_source;

/* Prints, on stderr, what the settings ask to see of a result. */
void service_print_debug(const struct compiler_settings *settings,
                         const struct rootle_binary *binary, const struct rootle_source *source);

/* Serves requests on PROTOCOL_CONTROL_FD until it is closed; requests for `chip` are served
 * fastest. Returns the exit status. */
int service_run(const struct hw_chip *chip, const struct compiler_parts *parts);
