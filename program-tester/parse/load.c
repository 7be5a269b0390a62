/* SPDX-License-Identifier: MIT */
/* load.c: finds the files of a test: its configuration and its program. */
#include "program-tester/base/encoding.h"
#include "program-tester/base/picture.h"
#include "program-tester/parse/parse.h"
#include "program-tester/parse/without_comment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The program file is named relative to the configuration's file. */
static char *beside(const struct pt_plan *plan, const char *file)
{
    const char *slash = strrchr(plan->text.name, '/');

    if (!slash || file[0] == '/')
        return pt_format("%s", file);
    return pt_format("%.*s/%s", (int)(slash - plan->text.name), plan->text.name, file);
}

/* Returns the error in a program's source (to free()), or NULL. */
static char *check_source(struct pt_text *program)
{
    const char *encoding = pt_text_decode(program);
    const char *nul = program->size ? memchr(program->data, '\0', program->size) : NULL;
    unsigned line, column;

    if (encoding)
        return pt_format("the program file %s is %s; save it as UTF-8", program->name, encoding);
    if (!nul)
        return NULL;
    pt_text_locate(program, (size_t)(nul - program->data), &line, &column);
    return pt_format("the program file %s has a NUL byte in line %u", program->name, line);
}

/* Errors are reported at the place that names the file. */
static void load_program(struct pt_plan *plan, const char *path, bool binary, size_t offset,
                         struct pt_diags *diags)
{
    struct pt_text program;
    char *why = NULL;

    if (plan->program) {
        pt_diags_add(diags, offset, "there can be only one program, and %s would be another", path);
        return;
    }
    if (pt_text_load(&program, path, &why)) {
        if (!program.size)
            why = pt_format("the program file %s is empty", path);
        else if (!binary)
            why = check_source(&program);
        plan->program = program.data;
        plan->program_size = program.size;
        plan->program_is_binary = binary;
        free(program.name);
    }
    if (why)
        pt_diags_add(diags, offset, "%s", why);
    free(why);
}

/* The file that has the configuration, and was read for it, is the program, too. */
static void take_text(struct pt_plan *plan, struct pt_diags *diags)
{
    if (plan->program)
        pt_diags_add(diags, 0, "there can be only one program: this file, or a section of it");
    else if (!plan->text.size)
        pt_diags_add(diags, 0, "the program file %s is empty", plan->path);
    free(plan->program);
    plan->program = pt_without_comment(&plan->text, plan->comment, &plan->program_size);
    plan->program_is_binary = false;
}

static void load_programs(struct pt_plan *plan, struct pt_diags *diags)
{
    const struct pt_config *config = &plan->config;

    if (pt_plan_has_comment(plan))
        take_text(plan, diags);
    else if (pt_has_suffix(plan->path, ".cl"))
        load_program(plan, plan->path, false, PT_NOWHERE, diags);
    else if (pt_has_suffix(plan->path, ".bin"))
        load_program(plan, plan->path, true, PT_NOWHERE, diags);
    if (config->program_source_file) {
        char *path = beside(plan, config->program_source_file);
        load_program(plan, path, false, config->program_offset, diags);
        free(path);
    }
    if (config->program_binary_file) {
        char *path = beside(plan, config->program_binary_file);
        load_program(plan, path, true, config->program_offset, diags);
        free(path);
    }
    if (!plan->program && !diags->count)
        pt_diags_add(diags, 0,
                     "there is no program: give program_source_file, "
                     "program_binary_file or a [program source]");
}

/* Reads the texels of an image from its picture, whose path is made one from here. */
static void load_picture(struct pt_plan *plan, struct pt_arg *arg, bool expected, bool made,
                         struct pt_diags *diags)
{
    const char *hint = "";

    char *path = beside(plan, arg->picture), *why = NULL;
    const struct pt_image *image = &arg->image;

    free(arg->picture);
    arg->picture = path;
    arg->lane_count = arg->size;
    if (!pt_pictures_known())
        plan->lacks_pictures = true;
    else if (expected && made)
        arg->lanes = pt_alloc(arg->size, 1);
    else
        arg->lanes = pt_picture_load(path, image->format, image->width, image->height, &why);
    if (expected && access(path, F_OK))
        hint = "; program-tester --write-pictures makes it of what the device gives";
    if (why)
        pt_diags_add(diags, arg->offset, "%s%s", why, hint);
    free(why);
}

static void load_pictures(struct pt_plan *plan, const struct pt_parse_options *options,
                          struct pt_diags *diags)
{
    for (size_t t = 0; t < plan->test_count; t++) {
        struct pt_args *sides[] = {&plan->tests[t].in, &plan->tests[t].out};

        for (unsigned side = 0; side < PT_COUNT(sides); side++) {
            for (size_t i = 0; i < sides[side]->count; i++) {
                struct pt_arg *arg = &sides[side]->items[i];

                if (arg->picture)
                    load_picture(plan, arg, side, options->write_pictures, diags);
            }
        }
    }
}

/* A plan with nothing but an error. */
static struct pt_plan *broken_plan(const char *path, struct pt_diags *diags, const char *why)
{
    struct pt_plan *plan = pt_alloc(1, sizeof(*plan));

    plan->path = pt_copy(path, strlen(path));
    plan->text.name = pt_copy(path, strlen(path));
    plan->text.data = pt_copy("", 0);
    diags->text = &plan->text;
    pt_diags_add(diags, PT_NOWHERE, "%s", why);
    return plan;
}

struct pt_plan *pt_plan_load(const char *path, const struct pt_parse_options *options,
                             struct pt_diags *diags)
{
    const char *config = options->config_path ? options->config_path : path;
    struct pt_text text;
    char *why = NULL;

    if (!pt_is_test_file(path))
        return broken_plan(path, diags,
                           "not a test file: its name must end in .cl, .spvasm, .comp, "
                           ".frag, .program_test or .bin");
    if (pt_has_suffix(path, ".program_test") && options->config_path)
        return broken_plan(path, diags, "a .program_test cannot be given another configuration");
    if (options->config_path && !pt_has_suffix(config, ".program_test"))
        return broken_plan(config, diags, "a configuration's name must end in .program_test");
    if (pt_has_suffix(path, ".bin") && !options->config_path)
        return broken_plan(path, diags, "a .bin needs a configuration (-config FILE.program_test)");
    if (!pt_text_load(&text, config, &why)) {
        struct pt_plan *plan = broken_plan(path, diags, why);
        free(why);
        return plan;
    }
    struct pt_plan *plan = pt_plan_parse(&text, path, options, diags);
    load_programs(plan, diags);
    load_pictures(plan, options, diags);
    pt_diags_sort(diags);
    return plan;
}
