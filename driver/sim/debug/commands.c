/* SPDX-License-Identifier: MIT */
/* commands.c: a debugger's commands: a line of words each, of which every answer is a line of JSON.
 * docs/debugging.md lists them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/debug/debug.h"
#include "driver/sim/exec/report.h"

enum { WORDS_MAX = DEBUG_LINE_BYTES / 2 }; /* as many as a line has room for */

bool debug_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *number = strtoull(text, &end, 0);
    return !*end && *number <= most;
}

static void complain(FILE *out, const char *why)
{
    fprintf(out, "{\"error\":\"%s\"}\n", why);
}

static void agree(FILE *out)
{
    fputs("{\"ok\":true}\n", out);
}

/* ---- what stops ---- */

/* stops WORD...: these and no others. */
static bool set_stops(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t word;
    for (unsigned i = 1; i < count; i++)
        if (!debug_number(words[i], debug->words - 1, &word))
            return complain(out, "there is no such word"), false;
    memset(debug->stops, 0, debug->words);
    for (unsigned i = 1; i < count; i++)
        if (debug_number(words[i], debug->words - 1, &word))
            debug->stops[word] = 1;
    agree(out);
    return false;
}

/* follow GROUP WAVE LANE, or follow. */
static bool follow(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t number[3];
    debug->follows = false;
    if (count == 1)
        return agree(out), false;
    if (count != 4 || !debug_number(words[1], UINT64_MAX, &number[0]) ||
        !debug_number(words[2], UINT32_MAX, &number[1]) ||
        !debug_number(words[3], SIM_LANES, &number[2]))
        return complain(out, "follow has a group, a wavefront and a lane"), false;
    debug->follows = true;
    debug->group = number[0];
    debug->of_wave = (uint32_t)number[1];
    debug->lane = (uint32_t)number[2];
    agree(out);
    return false;
}

/* hold WORD...: of end, barriers, reports. */
static bool hold(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    debug->holds_end = debug->stops_at_barriers = debug->stops_at_reports = false;
    for (unsigned i = 1; i < count; i++)
        if (!strcmp(words[i], "end"))
            debug->holds_end = true;
        else if (!strcmp(words[i], "barriers"))
            debug->stops_at_barriers = true;
        else if (!strcmp(words[i], "reports"))
            debug->stops_at_reports = true;
        else
            return complain(out, "hold has end, barriers and reports"), false;
    agree(out);
    return false;
}

/* after|before WORD SLOT REGISTER CHANNEL: a value to keep. They come in the order of words. */
static bool add_capture(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t number[4];
    const bool before = !strcmp(words[0], "before");
    if (debug->step)
        return complain(out, "the launch has begun"), false;
    for (unsigned i = 0; count == 5 && i < 4; i++)
        if (!debug_number(words[i + 1], UINT32_MAX / 4 - 1, &number[i]))
            count = 0;
    if (count != 5 || number[3] > 3 || number[0] >= debug->words)
        return complain(out, "a value has a word, a slot, a register and a channel"), false;
    const struct debug_capture capture = {before ? debug->first[number[0]] : (uint32_t)number[0],
                                          (uint32_t)number[1],
                                          (uint32_t)(number[2] * 4 + number[3])};
    if (!debug_add_capture(debug, before ? &debug->before : &debug->after, &capture))
        return complain(out, "such a value cannot be kept"), false;
    agree(out);
    return false;
}

static enum guide_space space_of(const char *word)
{
    return !strcmp(word, "global")    ? GUIDE_POOL
           : !strcmp(word, "local")   ? GUIDE_LOCAL
           : !strcmp(word, "private") ? GUIDE_PRIVATE
                                      : GUIDE_NOTHING;
}

/* A word that says which accesses stop: changes, reads or both. */
static bool parse_how(const char *word, struct debug_range *range)
{
    range->changes = !strcmp(word, "changes") || !strcmp(word, "both");
    range->reads = !strcmp(word, "reads") || !strcmp(word, "both");
    return range->changes || range->reads;
}

/* watch texture|rat SLOT X Y Z HOW: a texel. */
static bool parse_texel(struct sim_debug *debug, char *const *words, unsigned count,
                        struct debug_range *range)
{
    uint64_t number[4];
    for (unsigned i = 0; count == 7 && i < 4; i++)
        if (!debug_number(words[i + 2], UINT32_MAX, &number[i]))
            return false;
    range->space = !strcmp(words[1], "texture") ? GUIDE_VIEW : GUIDE_SURFACE;
    range->slot = count == 7 ? (uint32_t)number[0] : 0;
    if (count != 7 || !parse_how(words[6], range))
        return false;
    range->size = debug_find_texel(debug, range, number + 1) ? range->size : 0;
    return true;
}

/* watch SPACE ADDRESS BYTES [LANE [HOW]] */
static bool parse_range(char *const *words, unsigned count, struct debug_range *range)
{
    uint64_t lane = 0;
    if (count < 4 || count > 6 || !(range->space = space_of(words[1])) ||
        !debug_number(words[2], UINT32_MAX, &range->start) ||
        !debug_number(words[3], DEBUG_RANGE_BYTES, &range->size) ||
        (count > 4 && !debug_number(words[4], SIM_LANES - 1, &lane)))
        return false;
    range->lane = (unsigned)lane;
    return parse_how(count > 5 ? words[5] : "changes", range);
}

/* watch adds memory whose change stops, or that it is read; without words it forgets all. */
static bool watch_memory(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    struct debug_range range = {.space = GUIDE_NOTHING};
    if (count == 1)
        return debug_forget_ranges(debug), agree(out), false;
    const bool texel = !strcmp(words[1], "texture") || !strcmp(words[1], "rat");
    if (!(texel ? parse_texel(debug, words, count, &range) : parse_range(words, count, &range)))
        complain(out, "watch has a space, an address and a number of bytes, or a texel's place");
    else if (!debug_add_range(debug, &range))
        complain(out, "there is no such memory, or it is in registers, whose reads are not seen");
    else
        agree(out);
    return false;
}

/* ---- going on ---- */

static bool go(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    (void)count;
    (void)out;
    debug->mode = !strcmp(words[0], "step") ? DEBUG_STEP : DEBUG_GO;
    return true;
}

/* back STEP seeks a step; back-to-stop STEP the last stop before it. */
static bool back(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t target;
    if (count != 2 || !debug_number(words[1], UINT64_MAX, &target) || !target)
        return complain(out, "back has the number of a step"), false;
    if (!debug->memory)
        return complain(out, "the launch's memory is too large to be kept: it cannot go back"),
               false;
    debug->mode = !strcmp(words[0], "back") ? DEBUG_SEEK : DEBUG_SEEK_LAST;
    debug->why = "step";
    debug->target = target;
    debug->last = 0;
    debug_run_again(debug);
    return true;
}

static bool detach(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    (void)words;
    (void)count;
    (void)out;
    debug_peer_close(debug->peer);
    return true;
}

static bool ping(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    (void)debug;
    (void)words;
    (void)count;
    agree(out);
    return false;
}

/* Each returns whether the launch goes on. */
static const struct {
    const char *name;
    bool (*run)(struct sim_debug *debug, char *const *words, unsigned count, FILE *out);
} commands[] = {
    {"stops", set_stops},    {"follow", follow},      {"hold", hold},     {"after", add_capture},
    {"before", add_capture}, {"watch", watch_memory}, {"go", go},         {"step", go},
    {"back", back},          {"back-to-stop", back},  {"detach", detach}, {"ping", ping},
};

static unsigned split(char *line, char **words)
{
    unsigned count = 0;
    for (char *word = strtok_r(line, " \r", &line); word; word = strtok_r(NULL, " \r", &line)) {
        if (count == WORDS_MAX)
            return 0;
        words[count++] = word;
    }
    return count;
}

static bool obey(struct sim_debug *debug, char *line, FILE *out)
{
    static char *words[WORDS_MAX]; /* of the one thread that runs launches */
    const unsigned count = split(line, words);
    for (size_t i = 0; count && i < COUNT(commands); i++)
        if (!strcmp(words[0], commands[i].name))
            return commands[i].run(debug, words, count, out);
    if (!count || !debug_access_command(debug, words, count, out))
        complain(out, "there is no such command");
    return false;
}

static void send_text(struct sim_debug *debug, struct trace_text *text)
{
    fflush(text->out);
    debug_peer_send(debug->peer, text->bytes, text->size);
    fclose(text->out);
    free(text->bytes);
}

/* Until the launch is to go on. */
static void listen_to(struct sim_debug *debug)
{
    bool goes_on = false;
    while (!goes_on) {
        char *line = debug_peer_receive(debug->peer);
        struct trace_text text;
        if (!line)
            break;
        if (!trace_text_open(&text)) {
            debug_peer_close(debug->peer);
            break;
        }
        goes_on = obey(debug, line, text.out);
        send_text(debug, &text);
    }
    if (!debug_peer_is_there(debug->peer))
        fprintf(stderr, "rootle: the debugger has gone: the program runs on\n");
}

/* ---- telling ---- */

static void tell_where(const struct sim_debug *debug, FILE *out)
{
    const struct sim_wave *wave = debug->wave;
    const uint32_t *id = wave->group->id;
    fprintf(out,
            ",\"step\":%" PRIu64 ",\"word\":%u,\"group\":[%u,%u,%u],\"index\":%" PRIu64
            ",\"wave\":%u,\"exec\":\"%" PRIx64 "\",\"live\":\"%" PRIx64 "\"",
            debug->step, debug->word, id[0], id[1], id[2], wave->group->index, wave->index,
            debug_lanes_at(debug, wave, debug->word), wave->live);
}

static void tell(struct sim_debug *debug, const char *why)
{
    struct trace_text text;
    if (!trace_text_open(&text)) {
        debug_peer_close(debug->peer);
        return;
    }
    fprintf(text.out, "{\"stopped\":\"%s\",\"launch\":%" PRIu64, why, debug->number);
    if (debug->wave)
        tell_where(debug, text.out);
    if (!strcmp(why, "watch"))
        fprintf(text.out, ",\"range\":%u,\"read\":%s,\"lanes\":\"%" PRIx64 "\"", debug->hit.range,
                debug->hit.reads ? "true" : "false", debug->hit.lanes);
    const struct guide_report *report = sim_reports_last(debug->launch);
    if (report && !strcmp(why, "report")) {
        fprintf(text.out, ",\"at\":%u,\"report\":", report->fault.byte / 8);
        trace_print_string(text.out, report->what, strlen(report->what));
    }
    if (!strcmp(why, "end") && atomic_load(&debug->launch->stop)) {
        fputs(",\"failed\":", text.out);
        trace_print_string(text.out, debug->launch->error, strlen(debug->launch->error));
    }
    fputs("}\n", text.out);
    send_text(debug, &text);
}

void debug_stop(struct sim_debug *debug, const char *why, uint32_t word)
{
    debug->wants_stop = false;
    debug->mode = DEBUG_GO;
    debug->word = word;
    debug->stopped = debug->wave;
    tell(debug, why);
    listen_to(debug);
}

void debug_converse(struct sim_debug *debug)
{
    debug_describe(debug);
    tell(debug, "launch");
    listen_to(debug);
    debug->again = false; /* nothing has run */
    atomic_store(&debug->launch->stop, false);
    if (!debug_make_slots(debug))
        debug_peer_close(debug->peer);
}

void debug_end(struct sim_debug *debug)
{
    const bool holds = debug->holds_end;
    tell(debug, holds ? "end" : "ended");
    if (holds)
        listen_to(debug);
}
