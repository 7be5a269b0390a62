/* SPDX-License-Identifier: MIT */
/* programs.c: programs, and how they are built. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/layer/layer.h"

static uint64_t content_of(const void *bytes, size_t size)
{
    const struct box box = box_of(bytes, size);
    return writer_content(&box);
}

static void begin_program(struct pack *pack, cl_program program, cl_context context)
{
    pack_number(pack, layer_add(program, (struct object){.kind = OBJECT_PROGRAM}));
    layer_pack(pack, context);
}

static cl_program CL_API_CALL with_source(cl_context context, cl_uint count, const char **strings,
                                          const size_t *lengths, cl_int *error)
{
    cl_program program =
        layer_next->clCreateProgramWithSource(context, count, strings, lengths, error);
    struct pack text = {0}, pack = {0};

    if (!program)
        return NULL;
    for (cl_uint i = 0; i < count; i++)
        pack_raw(&text, strings[i], lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
    if (text.bytes && memmem(text.bytes, text.size, "#include", 8))
        writer_note("a program includes files, which are not kept unless it is compiled with them");
    const uint64_t content = content_of(text.bytes, text.size);
    pack_finish(&text);
    begin_program(&pack, program, context);
    pack_number(&pack, content);
    writer_put(OP_PROGRAM_SOURCE, &pack);
    return program;
}

static cl_program CL_API_CALL with_il(cl_context context, const void *il, size_t length,
                                      cl_int *error)
{
    cl_program program = layer_next->clCreateProgramWithIL(context, il, length, error);
    struct pack pack = {0};

    if (!program)
        return NULL;
    const uint64_t content = content_of(il, length);
    begin_program(&pack, program, context);
    pack_number(&pack, content);
    writer_put(OP_PROGRAM_IL, &pack);
    return program;
}

static cl_program CL_API_CALL with_binary(cl_context context, cl_uint count,
                                          const cl_device_id *devices, const size_t *lengths,
                                          const unsigned char **binaries, cl_int *status,
                                          cl_int *error)
{
    cl_program program = layer_next->clCreateProgramWithBinary(context, count, devices, lengths,
                                                               binaries, status, error);
    struct pack pack = {0};

    if (!program)
        return NULL;
    writer_note("a program was given as a binary, which other drivers cannot take");
    begin_program(&pack, program, context);
    pack_number(&pack, count);
    for (cl_uint i = 0; i < count; i++) {
        pack_number(&pack, layer_device(devices[i]));
        pack_number(&pack, content_of(binaries[i], lengths[i]));
    }
    writer_put(OP_PROGRAM_BINARY, &pack);
    return program;
}

static cl_program CL_API_CALL with_built_in(cl_context context, cl_uint count,
                                            const cl_device_id *devices, const char *names,
                                            cl_int *error)
{
    cl_program program =
        layer_next->clCreateProgramWithBuiltInKernels(context, count, devices, names, error);
    struct pack pack = {0};

    if (!program)
        return NULL;
    begin_program(&pack, program, context);
    pack_text(&pack, names);
    writer_put(OP_PROGRAM_BUILT_IN, &pack);
    return program;
}

static cl_int CL_API_CALL specialize(cl_program program, cl_uint constant, size_t size,
                                     const void *value)
{
    const cl_int error =
        layer_next->clSetProgramSpecializationConstant(program, constant, size, value);
    struct pack pack = {0};

    if (error)
        return error;
    layer_pack(&pack, program);
    pack_number(&pack, constant);
    pack_bytes(&pack, value, size);
    writer_put(OP_SPECIALIZE, &pack);
    return CL_SUCCESS;
}

typedef void(CL_CALLBACK *program_notify)(cl_program program, void *data);

/* A build is kept before it is made: it may end the process. */
static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, program_notify notify, void *data)
{
    struct command command = {.op = OP_BUILD};

    layer_pack(&command.fields, program);
    pack_text(&command.fields, options);
    command.record = writer_put(OP_BUILD, &command.fields);
    return layer_sent(
        &command, layer_next->clBuildProgram(program, count, devices, options, notify, data), NULL);
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options, cl_uint headers, const cl_program *programs,
                                  const char **names, program_notify notify, void *data)
{
    struct command command = {.op = OP_COMPILE};
    struct pack *pack = &command.fields;

    layer_pack(pack, program);
    pack_text(pack, options);
    pack_number(pack, programs && names ? headers : 0);
    for (cl_uint i = 0; programs && names && i < headers; i++) {
        layer_pack(pack, programs[i]);
        pack_text(pack, names[i]);
    }
    command.record = writer_put(OP_COMPILE, pack);
    return layer_sent(&command,
                      layer_next->clCompileProgram(program, count, devices, options, headers,
                                                   programs, names, notify, data),
                      NULL);
}

static cl_program CL_API_CALL link(cl_context context, cl_uint count, const cl_device_id *devices,
                                   const char *options, cl_uint inputs, const cl_program *programs,
                                   program_notify notify, void *data, cl_int *error)
{
    cl_program program = layer_next->clLinkProgram(context, count, devices, options, inputs,
                                                   programs, notify, data, error);
    struct pack pack = {0};

    if (!program)
        return NULL;
    begin_program(&pack, program, context);
    pack_text(&pack, options);
    pack_number(&pack, inputs);
    for (cl_uint i = 0; i < inputs; i++)
        layer_pack(&pack, programs[i]);
    writer_put(OP_LINK, &pack);
    return program;
}

void layer_wrap_programs(cl_icd_dispatch *table)
{
    table->clCreateProgramWithSource = with_source;
    table->clCreateProgramWithIL = with_il;
    table->clCreateProgramWithBinary = with_binary;
    table->clCreateProgramWithBuiltInKernels = with_built_in;
    table->clSetProgramSpecializationConstant = specialize;
    table->clBuildProgram = build;
    table->clCompileProgram = compile;
    table->clLinkProgram = link;
}
