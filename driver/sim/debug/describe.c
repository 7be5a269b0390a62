/* SPDX-License-Identifier: MIT */
/* describe.c: what a launch is, in the lines that a trace of it begins with, and where the
 * variables of its kernel are. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/debug/debug.h"
#include "driver/sim/record/record.h"

static void print_places(const struct guide *guide, FILE *out)
{
    struct guide_program program = {0};
    if (guide && guide->program)
        guide->program(guide, &program);
    fputs("{\"places\":", out);
    if (program.places) /* may be anybody's, as program binaries are: it is sent as a string */
        trace_print_string(out, program.places, program.place_bytes);
    else
        fputs("null", out);
    fputs("}\n", out);
}

static void print_memory(const struct sim_debug *debug, FILE *out)
{
    const struct guide *guide = debug->launch->guide;
    struct guide_object object;
    bool any = false;
    fprintf(out, "{\"goes_back\":%s,\"variables\":[", debug->memory ? "true" : "false");
    for (uint32_t i = 0; guide && guide->object && guide->object(guide, i, &object); i++) {
        if (!object.name || (object.space != GUIDE_POOL && object.space != GUIDE_LOCAL))
            continue;
        fputs(any ? ",[" : "[", out);
        trace_print_string(out, object.name, strlen(object.name));
        fprintf(out, ",\"%s\",%" PRIu64 "]", object.space == GUIDE_POOL ? "global" : "local",
                object.start);
        any = true;
    }
    fputs("]}\n", out);
}

void debug_describe(struct sim_debug *debug)
{
    struct trace_text text;
    if (!trace_text_open(&text)) {
        debug_peer_close(debug->peer);
        return;
    }
    sim_record_describe(debug->launch, debug->number, debug->stream->sequence, text.out);
    print_places(debug->launch->guide, text.out);
    print_memory(debug, text.out);
    fflush(text.out);
    debug_peer_send(debug->peer, text.bytes, text.size);
    fclose(text.out);
    free(text.bytes);
}
