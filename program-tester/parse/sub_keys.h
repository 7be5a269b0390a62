/* SPDX-License-Identifier: MIT */
/* sub_keys.h: the sub-keys of images and samplers. */
#pragma once

#include "program-tester/parse/reader.h"

/* A sub-key, and the reader of its value. Words of one canonical name are one key. */
struct pt_sub_key {
    const char *name, *canonical;
    bool required;
    void (*read)(struct pt_reader *reader, const struct pt_sub_key *key, struct pt_word value);
    size_t field; /* in struct pt_arg */
};

enum { PT_IMAGE_KEYS = 23, PT_SAMPLER_KEYS = 12 };
extern const struct pt_sub_key pt_image_keys[PT_IMAGE_KEYS], pt_sampler_keys[PT_SAMPLER_KEYS];

/* Where a sub-key of that canonical name was given; an empty word if it was not. */
struct pt_word *pt_sub_key_place(struct pt_reader *reader, const struct pt_sub_key *keys,
                                 size_t count, const char *name);

/* A sub-key with its value. Returns false if the word is none of these keys. */
bool pt_sub_key_read(struct pt_reader *reader, const struct pt_sub_key *keys, size_t count,
                     struct pt_word word);

/* All keys that are missing are one error. */
void pt_sub_keys_require(struct pt_reader *reader, const struct pt_sub_key *keys, size_t count,
                         struct pt_word where);
