/* SPDX-License-Identifier: MIT */
/* client.h: what a program does with the node, by way of libdrm. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CLIENT_NODE "/dev/dri/renderD128"

/* Each returns 0, or what they make, or a negative errno. */
int client_open(void);
int client_create(int fd, uint64_t size, uint32_t *handle);
int client_close(int fd, uint32_t handle);
/* Maps a whole object; MAP_FAILED. */
void *client_map(int fd, uint32_t handle, uint64_t size);
int client_wait(int fd, uint32_t handle);
int client_busy(int fd, uint32_t handle);
int client_info(int fd, uint32_t request, uint32_t *value);
/* Submits dwords with relocations of some objects, all of them written. */
int client_submit(int fd, const uint32_t *dwords, uint32_t count, const uint32_t *handles,
                  uint32_t handle_count);
/* The same with the name of what it launches, which may be NULL. */
int client_submit_label(int fd, const uint32_t *dwords, uint32_t count, const uint32_t *handles,
                        uint32_t handle_count, const char *label);
/* Submits a stream that writes `value` to byte 8 of an object. */
int client_submit_write(int fd, uint32_t handle, uint64_t value);
