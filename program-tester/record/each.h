/* SPDX-License-Identifier: MIT */
/* each.h: EACH(DO, (kind, name)...): DO(kind, name) of each pair, for up to ten of them. */
#pragma once

#define EACH_1(DO, pair)                                       DO pair
#define EACH_2(DO, pair, ...)                                  DO pair EACH_1(DO, __VA_ARGS__)
#define EACH_3(DO, pair, ...)                                  DO pair EACH_2(DO, __VA_ARGS__)
#define EACH_4(DO, pair, ...)                                  DO pair EACH_3(DO, __VA_ARGS__)
#define EACH_5(DO, pair, ...)                                  DO pair EACH_4(DO, __VA_ARGS__)
#define EACH_6(DO, pair, ...)                                  DO pair EACH_5(DO, __VA_ARGS__)
#define EACH_7(DO, pair, ...)                                  DO pair EACH_6(DO, __VA_ARGS__)
#define EACH_8(DO, pair, ...)                                  DO pair EACH_7(DO, __VA_ARGS__)
#define EACH_9(DO, pair, ...)                                  DO pair EACH_8(DO, __VA_ARGS__)
#define EACH_10(DO, pair, ...)                                 DO pair EACH_9(DO, __VA_ARGS__)
#define EACH_CHOOSE(a, b, c, d, e, f, g, h, i, j, chosen, ...) chosen
#define EACH(DO, ...)                                                                              \
    EACH_CHOOSE(__VA_ARGS__, EACH_10, EACH_9, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3,      \
                EACH_2, EACH_1, )                                                                  \
    (DO, __VA_ARGS__)
