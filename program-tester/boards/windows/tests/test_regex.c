/* SPDX-License-Identifier: MIT */
/* test_regex.c: compares regex.c with the regular expressions of this system's C library, on random
 * ones. */
#include <regex.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/base/util.h"

/* Here the names are still those of the system. */
static bool theirs(const char *expression, const char *text, bool *matches)
{
    regex_t regex;

    if (regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB))
        return false;
    *matches = !regexec(&regex, text, 0, NULL, 0);
    regfree(&regex);
    return true;
}

#include "program-tester/boards/windows/regex_names.h"

static bool ours(const char *expression, const char *text, bool *matches)
{
    regex_t regex;

    if (regcomp(&regex, expression, 0))
        return false;
    *matches = !regexec(&regex, text, 0, NULL, 0);
    regfree(&regex);
    return true;
}

static void compare(const char *expression, const char *text)
{
    bool their_match = false, our_match = false;
    bool they_take = theirs(expression, text, &their_match);
    bool we_take = ours(expression, text, &our_match);

    if (they_take != we_take || their_match != our_match)
        fail_msg("'%s' of '%s': taken %d and %d, matches %d and %d", expression, text, they_take,
                 we_take, their_match, our_match);
}

static void known_ones_are_the_same(void **state)
{
    static const char *const rows[][2] = {
        {"^OpenCL [0-9]+\\.[0-9]+ .*$", "OpenCL 3.0 Rootle"},
        {"a{2,3}b", "aab"},
        {"a{2,3}b", "ab"},
        {"(a|b*)+$", "abbac"},
        {"[^[:digit:]]x", "9x"},
        {"[]a]b", "]b"},
        {"x*", ""},
        {"(", "a"},
        {"a**", "aa"},
        {"+a", "a"},
        {"a)", "a)"},
        {"[b-a]", "a"},
        {"a{,2}c", "aaac"},
        {"a{1", "a"},
        {"a\\", "a"},
        {"()", ""},
        {"a||b", "c"},
    };

    for (size_t i = 0; i < PT_COUNT(rows); i++)
        compare(rows[i][0], rows[i][1]);
}

static void random_text(char *text, size_t most, const char *characters, uint64_t *random)
{
    size_t length = pt_random(random) % most, count = strlen(characters);

    for (size_t i = 0; i < length; i++)
        text[i] = characters[pt_random(random) % count];
    text[length] = '\0';
}

static void random_ones_are_the_same(void **state)
{
    uint64_t random = 38;
    char expression[12], text[8];

    for (int i = 0; i < 100000; i++) {
        random_text(expression, sizeof(expression), "aabbc()|*+?.^$[]-{}12,", &random);
        random_text(text, sizeof(text), "aabbc", &random);
        if (!strstr(expression, "[.")) /* collating elements, which ours does not take */
            compare(expression, text);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, known_ones_are_the_same, random_ones_are_the_same);
}
