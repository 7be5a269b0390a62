/* SPDX-License-Identifier: MIT */
/* binary.c: compiled programs to bytes and back. An image is a fixed header (magic, version,
 * payload size, checksum of the payload) and the payload, which one walk writes and reads. */
#include "driver/abi/binary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/lines.h"
#include "driver/base/checksum.h"
#include "driver/base/codec.h"
#include "driver/base/free_all.h"

enum { MAGIC = 0x424c5452 /* "RTLB" */, VERSION = 13, HEADER_BYTES = 24 };

struct rootle_binary *rootle_binary_create(void)
{
    return calloc(1, sizeof(struct rootle_binary));
}

static void finish_variables(struct rootle_variable *variables, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(variables[i].name);
    free(variables);
}

static void finish_kernel(struct rootle_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        FREE_ALL(kernel->args[i].name, kernel->args[i].type_name);
    FREE_ALL(kernel->args, kernel->samplers, kernel->bindings, kernel->code, kernel->lines,
             kernel->places, kernel->accesses, kernel->attributes, kernel->name);
    finish_variables(kernel->variables, kernel->variable_count);
}

void rootle_binary_destroy(struct rootle_binary *binary)
{
    if (!binary)
        return;
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        finish_kernel(&binary->kernels[i]);
    for (uint32_t i = 0; i < binary->string_count; i++)
        FREE_ALL(binary->strings[i].text, binary->strings[i].arguments, binary->strings[i].file,
                 binary->strings[i].function);
    finish_variables(binary->variables, binary->variable_count);
    FREE_ALL(binary->kernels, binary->strings, binary->ir, binary->rodata, binary->relocations,
             binary->layouts, binary->compiler, binary->chip, binary);
}

static void code_numbers(struct codec *codec, uint32_t *const *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        codec_u32(codec, numbers[i]);
}

#define CODE_NUMBERS(codec, ...)                                                                   \
    code_numbers(codec, (uint32_t *const[]){__VA_ARGS__},                                          \
                 sizeof((uint32_t *const[]){__VA_ARGS__}) / sizeof(uint32_t *))

enum {
    ARG_NUMBERS = 10,
    ARG_MIN_BYTES = 4 * (ARG_NUMBERS + 2),
    KERNEL_MIN_BYTES = 4 * 30,
    VARIABLE_MIN_BYTES = 4 * 4,
    BINDING_BYTES = 4 * 3,
    ACCESS_BYTES = 4 * 2,
    STRING_MIN_BYTES = 4 * 6
};

static void code_arg(struct codec *codec, struct rootle_arg *arg)
{
    CODE_NUMBERS(codec, &arg->kind, &arg->offset, &arg->size, &arg->is_signed, &arg->slot,
                 &arg->align, &arg->image_type, &arg->access, &arg->address, &arg->type_qualifier);
    codec_string(codec, &arg->name);
    codec_string(codec, &arg->type_name);
}

static void code_variables(struct codec *codec, struct rootle_variable **variables, uint32_t *count)
{
    codec_array(codec, (void **)variables, count, sizeof(**variables), VARIABLE_MIN_BYTES);
    for (uint32_t i = 0; i < *count; i++) {
        struct rootle_variable *variable = &(*variables)[i];
        codec_string(codec, &variable->name);
        CODE_NUMBERS(codec, &variable->space, &variable->offset, &variable->size);
        if (codec->reading && variable->space > ROOTLE_ADDRESS_LOCAL)
            codec_fail(codec, "a variable in no memory");
        if (codec->reading && (uint64_t)variable->offset + variable->size > UINT32_MAX)
            codec_fail(codec, "a variable that ends behind all memory");
    }
}

static void check_lines(struct codec *codec, const struct rootle_kernel *kernel)
{
    struct rootle_lines lines;
    const char *wrong = rootle_lines_read(kernel->lines, kernel->line_bytes,
                                          kernel->code_bytes / ROOTLE_WORD_BYTES, &lines);

    rootle_lines_finish(&lines);
    if (wrong == rootle_lines_no_memory)
        codec_fail_without_memory(codec);
    else if (wrong)
        codec_fail(codec, wrong);
}

static void code_bindings(struct codec *codec, struct rootle_kernel *kernel)
{
    codec_array(codec, (void **)&kernel->bindings, &kernel->binding_count,
                sizeof(*kernel->bindings), BINDING_BYTES);
    for (uint32_t i = 0; i < kernel->binding_count; i++) {
        struct rootle_binding *binding = &kernel->bindings[i];
        CODE_NUMBERS(codec, &binding->kind, &binding->slot, &binding->value);
    }
}

/* Their variables are known when all of the binary is read. */
static void code_accesses(struct codec *codec, struct rootle_kernel *kernel)
{
    const uint32_t words = kernel->code_bytes / ROOTLE_WORD_BYTES;
    uint32_t least = 0;

    codec_array(codec, (void **)&kernel->accesses, &kernel->access_count, sizeof(*kernel->accesses),
                ACCESS_BYTES);
    for (uint32_t i = 0; i < kernel->access_count && !codec->failed; i++) {
        struct rootle_access *access = &kernel->accesses[i];
        CODE_NUMBERS(codec, &access->word, &access->variable);
        if (codec->reading && (access->word < least || access->word >= words))
            codec_fail(codec, "an access of code that is not there");
        least = access->word + 1;
    }
}

static void check_accesses(struct codec *codec, const struct rootle_binary *binary)
{
    for (uint32_t k = 0; k < binary->kernel_count && !codec->failed; k++) {
        const struct rootle_kernel *kernel = &binary->kernels[k];
        const uint64_t variables = (uint64_t)kernel->variable_count + binary->variable_count;
        for (uint32_t i = 0; i < kernel->access_count; i++)
            if (kernel->accesses[i].variable >= variables)
                codec_fail(codec, "an access of a variable that is not there");
    }
}

static void check_kernel(struct codec *codec, const struct rootle_kernel *kernel)
{
    const char *fault = codec->failed ? NULL : rootle_kernel_fault(kernel);

    if (fault)
        codec_fail(codec, fault);
    if (kernel->code_bytes % sizeof(uint32_t))
        codec_fail(codec, "code is not whole dwords");
    if (!codec->failed)
        check_lines(codec, kernel);
}

static void code_kernel(struct codec *codec, struct rootle_kernel *kernel)
{
    codec_string(codec, &kernel->name);
    codec_string(codec, &kernel->attributes);
    CODE_NUMBERS(codec, &kernel->input_bytes, &kernel->required_size[0], &kernel->required_size[1],
                 &kernel->required_size[2], &kernel->lds_bytes, &kernel->scratch_bytes,
                 &kernel->private_bytes, &kernel->gprs, &kernel->stack_entries,
                 &kernel->without_denormals, &kernel->groups, &kernel->scalar_ops, &kernel->tex_ops,
                 &kernel->vtx_ops, &kernel->rat_ops, &kernel->cf_ops, &kernel->slot_ops[0],
                 &kernel->slot_ops[1], &kernel->slot_ops[2], &kernel->slot_ops[3],
                 &kernel->slot_ops[4]);
    codec_array(codec, (void **)&kernel->args, &kernel->arg_count, sizeof(*kernel->args),
                ARG_MIN_BYTES);
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        code_arg(codec, &kernel->args[i]);
    codec_array(codec, (void **)&kernel->samplers, &kernel->sampler_count,
                sizeof(*kernel->samplers), sizeof(uint32_t));
    for (uint32_t i = 0; i < kernel->sampler_count; i++)
        codec_u32(codec, &kernel->samplers[i]);
    code_bindings(codec, kernel);
    codec_blob(codec, &kernel->code, &kernel->code_bytes);
    codec_blob(codec, &kernel->lines, &kernel->line_bytes);
    codec_blob(codec, &kernel->places, &kernel->place_bytes);
    code_variables(codec, &kernel->variables, &kernel->variable_count);
    code_accesses(codec, kernel);
    if (codec->reading)
        check_kernel(codec, kernel);
}

static void code_strings(struct codec *codec, struct rootle_binary *binary)
{
    codec_array(codec, (void **)&binary->strings, &binary->string_count, sizeof(*binary->strings),
                STRING_MIN_BYTES);
    for (uint32_t i = 0; i < binary->string_count; i++) {
        struct rootle_string *string = &binary->strings[i];
        codec_string(codec, &string->text);
        codec_string(codec, &string->arguments);
        codec_string(codec, &string->file);
        codec_string(codec, &string->function);
        CODE_NUMBERS(codec, &string->line, &string->column);
    }
}

static void code_relocations(struct codec *codec, struct rootle_binary *binary)
{
    codec_array(codec, (void **)&binary->relocations, &binary->relocation_count,
                sizeof(*binary->relocations), sizeof(uint32_t));
    for (uint32_t i = 0; i < binary->relocation_count && !codec->failed; i++) {
        codec_u32(codec, &binary->relocations[i]);
        if (binary->rodata_bytes < sizeof(uint32_t) ||
            binary->relocations[i] > binary->rodata_bytes - sizeof(uint32_t))
            codec_fail(codec, "a relocation outside the constants");
    }
}

static void code_binary(struct codec *codec, struct rootle_binary *binary)
{
    codec_u32(codec, &binary->type);
    if (binary->type >= ROOTLE_BINARY_TYPE_COUNT)
        codec_fail(codec, "of an unknown type");
    codec_string(codec, &binary->chip);
    codec_string(codec, &binary->compiler);
    codec_u32(codec, &binary->image_access);
    codec_blob(codec, &binary->ir, &binary->ir_bytes);
    code_strings(codec, binary);
    codec_blob(codec, &binary->rodata, &binary->rodata_bytes);
    code_relocations(codec, binary);
    code_variables(codec, &binary->variables, &binary->variable_count);
    codec_blob(codec, &binary->layouts, &binary->layout_bytes);
    codec_array(codec, (void **)&binary->kernels, &binary->kernel_count, sizeof(*binary->kernels),
                KERNEL_MIN_BYTES);
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        code_kernel(codec, &binary->kernels[i]);
    if (codec->reading)
        check_accesses(codec, binary);
}

struct header {
    uint32_t magic, version;
    uint64_t payload_bytes, checksum;
};

static void code_header(struct codec *codec, struct header *header)
{
    codec_u32(codec, &header->magic);
    codec_u32(codec, &header->version);
    codec_u64(codec, &header->payload_bytes);
    codec_u64(codec, &header->checksum);
}

void *rootle_binary_write(const struct rootle_binary *binary, size_t *size)
{
    struct codec payload, whole;
    codec_write_init(&payload);
    code_binary(&payload, (struct rootle_binary *)binary); /* writing changes nothing in it */
    size_t payload_bytes;
    uint8_t *bytes = codec_take(&payload, &payload_bytes);
    if (!bytes)
        return NULL;

    struct header header = {MAGIC, VERSION, payload_bytes, checksum_of(bytes, payload_bytes)};
    codec_write_init(&whole);
    code_header(&whole, &header);
    uint8_t *image = codec_take(&whole, size);
    uint8_t *grown = image ? realloc(image, HEADER_BYTES + payload_bytes) : NULL;
    if (grown) {
        memcpy(grown + HEADER_BYTES, bytes, payload_bytes);
        *size = HEADER_BYTES + payload_bytes;
    } else {
        free(image);
    }
    free(bytes);
    return grown;
}

/* NULL, or why the image cannot be ours. */
static const char *header_fault(const struct codec *codec, const struct header *header)
{
    if (codec->failed)
        return "too short to be a program";
    if (header->magic != MAGIC)
        return "not a Rootle program";
    if (header->version != VERSION)
        return "made for another version of Rootle";
    if (header->payload_bytes != codec->size - HEADER_BYTES)
        return "of the wrong length";
    if (header->checksum != checksum_of(codec->bytes + HEADER_BYTES, header->payload_bytes))
        return "damaged (checksum)";
    return NULL;
}

/* NULL, or why the payload is none. */
static const char *payload_fault(struct codec *codec, struct rootle_binary *binary)
{
    code_binary(codec, binary);
    if (codec->failed)
        return codec->why;
    return codec_finished(codec) ? NULL : "more bytes than it needs";
}

struct rootle_binary *rootle_binary_read(const void *image, size_t size, char *error,
                                         size_t error_size)
{
    struct codec codec;
    struct header header = {0};
    codec_read_init(&codec, image, size);
    code_header(&codec, &header);
    const char *fault = header_fault(&codec, &header);
    struct rootle_binary *binary = fault ? NULL : rootle_binary_create();
    bool no_memory = !fault && !binary;
    if (binary)
        fault = payload_fault(&codec, binary);
    if (binary && !fault)
        return binary;
    rootle_binary_destroy(binary);
    if (no_memory || codec.no_memory)
        snprintf(error, error_size, "not enough memory for the program binary");
    else
        snprintf(error, error_size, "the program binary is invalid: %s", fault);
    errno = no_memory || codec.no_memory ? ENOMEM : EINVAL;
    return NULL;
}
