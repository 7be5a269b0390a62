/* SPDX-License-Identifier: MIT */
/* Tests of the command-stream printer: what it writes to stderr, read back from a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/field_values.h"
#include "driver/r600/cs.h"

/* The text of a dump; the caller frees it. */
static char *dump_text(const uint32_t *dwords, uint32_t count, enum r600_cs_dump_filter filter)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    struct winsys_bo bo = {.size = 4096, .address = 0x5000};
    const struct winsys_reloc reloc = {
        .bo = &bo, .read_domains = WINSYS_DOMAIN_VRAM, .write_domain = WINSYS_DOMAIN_VRAM};
    const struct winsys_cs cs = {.dwords = dwords,
                                 .dword_count = count,
                                 .relocs = &reloc,
                                 .reloc_count = 1,
                                 .label = "a_kernel"};
    r600_cs_dump(&cs, filter);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc(1, (size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static const uint32_t sampler[3] = {REG_SET(SAMPLER0, CLAMP_X, HW_CLAMP_BORDER), 0,
                                    REG_SET(SAMPLER2, TYPE, 1)};

static void build(struct r600_cs *cs)
{
    r600_cs_config_reg(cs, HW_R_SQ_CONFIG, REG_SET(SQ_CONFIG, EXPORT_SRC_C, 1));
    r600_cs_context_reg(cs, HW_R_ELEMENT(CB_COLOR8_INFO, 2), REG_SET(CB_COLOR_INFO, FORMAT, 26));
    r600_cs_context_reg(cs, HW_R_CB_TARGET_MASK, 0xff);
    r600_cs_packet(cs, HW_PKT3_SET_SAMPLER, 4, true);
    r600_cs_emit(cs, (HW_CS_SAMPLER_BASE + 5) * 3);
    r600_cs_emit_array(cs, sampler, 3);
    r600_cs_config_reg(cs, 0x8ffc, 0x1234);
    r600_cs_packet(cs, HW_PKT3_DISPATCH_DIRECT, 4, true);
    r600_cs_emit_array(cs, (uint32_t[]){70, 9, 1, 1}, 4);
    r600_cs_packet(cs, HW_PKT3_SURFACE_SYNC, 4, false);
    r600_cs_emit_array(cs, (uint32_t[]){0x0a000040, 0xffffffff, 0, 10}, 4);
    r600_cs_packet(cs, HW_PKT3_NOP, 1, false);
    r600_cs_emit(cs, 0);
    r600_cs_packet(cs, HW_PKT3_NOP, 1, false);
    r600_cs_emit(cs, 4);
}

static void names_are_printed(void **state)
{
    struct r600_cs cs = {0};
    build(&cs);
    char *text = dump_text(cs.dwords, cs.count, R600_CS_DUMP_ALL);
    static const char *const expected[] = {
        "a_kernel, 31 dwords",
        "SET_CONFIG_REG",
        "SQ_CONFIG = 0x00000002 (EXPORT_SRC_C 1)",
        "CB_COLOR_INFO[10] = 0x00000068 (FORMAT 8_8_8_8, ARRAY_MODE LINEAR_GENERAL, "
        "NUMBER_TYPE UNORM, COMP_SWAP STD, RESOURCE_TYPE BUFFER)",
        "CB_TARGET_MASK = 0x000000ff (TARGET0_ENABLE 15, TARGET1_ENABLE 15)",
        "sampler 5\n",
        "SAMPLER0 = 0x00000006 (CLAMP_X BORDER, CLAMP_Y WRAP, CLAMP_Z WRAP, XY_MAG_FILTER POINT, "
        "XY_MIN_FILTER POINT, Z_FILTER NONE, MIP_FILTER NONE, BORDER_COLOR_TYPE TRANSPARENT_BLACK)",
        "SAMPLER2 = 0x80000000 (TYPE 1)",
        "0x08ffc = 0x00001234",
        "DIM_X = 0x00000046\n",
        "VGT_DISPATCH_INITIATOR = 0x00000001 (COMPUTE_SHADER_EN 1)",
        "CP_COHER_CNTL = 0x0a000040 (CB0_DEST_BASE_ENA 1, CB_ACTION_ENA 1, SH_ACTION_ENA 1)",
        "relocation 0: of a buffer object that is written, 4096 bytes at 0x5000 of the card's "
        "memory\n",
        "relocation 1\n",
    };
    for (size_t i = 0; i < COUNT(expected); i++)
        if (!strstr(text, expected[i]))
            fail_msg("no '%s' in:\n%s", expected[i], text);
    free(text);
    r600_cs_finish(&cs);
}

static void state_shows_bindings_only(void **state)
{
    struct r600_cs cs = {0};
    build(&cs);
    char *text = dump_text(cs.dwords, cs.count, R600_CS_DUMP_BINDINGS);
    assert_non_null(strstr(text, "CB_COLOR_INFO[10]"));
    assert_non_null(strstr(text, "sampler 5\n"));
    assert_null(strstr(text, "SQ_CONFIG"));
    assert_null(strstr(text, "CB_TARGET_MASK"));
    free(text);
    r600_cs_finish(&cs);
}

/* An empty slot is left out; what is bound has its object's place, once. */
static void state_shows_what_is_bound(void **state)
{
    static const char place[] = "relocation 0: of a buffer object that is written, 4096 bytes at "
                                "0x5000 of the card's memory\n";
    struct r600_cs cs = {0};
    r600_cs_context_reg(&cs, HW_R_ELEMENT(CB_COLOR8_INFO, 2), REG_SET(CB_COLOR_INFO, FORMAT, 26));
    for (int i = 0; i < 2; i++) {
        r600_cs_packet(&cs, HW_PKT3_NOP, 1, false);
        r600_cs_emit(&cs, 0);
    }
    r600_cs_context_reg(&cs, HW_R_ELEMENT(CB_COLOR8_INFO, 3), 0);
    r600_cs_packet(&cs, HW_PKT3_SURFACE_SYNC, 4, false);
    r600_cs_emit_array(&cs, (uint32_t[]){0x0a000040, 0xffffffff, 0, 10}, 4);
    r600_cs_packet(&cs, HW_PKT3_NOP, 1, false);
    r600_cs_emit(&cs, 0);
    r600_cs_packet(&cs, HW_PKT3_SET_RESOURCE, 9, true);
    r600_cs_emit_array(&cs, (uint32_t[9]){(HW_CS_RESOURCE_BASE + 7) * 8}, 9);
    char *text = dump_text(cs.dwords, cs.count, R600_CS_DUMP_BINDINGS);
    const char *found = strstr(text, place);
    assert_non_null(strstr(text, "CB_COLOR_INFO[10]"));
    assert_null(strstr(text, "CB_COLOR_INFO[11]"));
    assert_null(strstr(text, "fetch resource 7"));
    assert_non_null(found);
    assert_null(strstr(found + 1, place));
    free(text);
    r600_cs_finish(&cs);
}

/* The numbers are those of the register manual, not of our enumerations. */
static void values_are_named(void **state)
{
    static const struct {
        const char *reg, *field;
        uint32_t value;
        const char *name;
    } values[] = {
        {"CB_COLOR_INFO", "FORMAT", 13, "32"},
        {"CB_COLOR_INFO", "FORMAT", 0x23, "32_32_32_32_FLOAT"},
        {"CB_COLOR_INFO", "FORMAT", 0, "INVALID"},
        {"CB_COLOR_INFO", "FORMAT", 63, NULL},
        {"CB_COLOR_INFO", "ARRAY_MODE", 4, "2D_TILED_THIN1"},
        {"CB_COLOR_INFO", "ARRAY_MODE", 15, NULL},
        {"CB_COLOR_INFO", "NUMBER_TYPE", 4, "UINT"},
        {"CB_COLOR_INFO", "NUMBER_TYPE", 7, "FLOAT"},
        {"CB_COLOR_INFO", "COMP_SWAP", 1, "ALT"},
        {"CB_COLOR_INFO", "RESOURCE_TYPE", 3, "2D"},
        {"TEX_RESOURCE0", "DIM", 5, "2D_ARRAY"},
        {"VGT_SHADER_STAGES_EN", "LS_EN", 2, "CS_STAGE_ON"},
        {"VGT_PRIMITIVE_TYPE", "PRIM_TYPE", 1, "POINTLIST"},
        {"TEX_RESOURCE1", "ARRAY_MODE", 2, "1D_TILED_THIN1"},
        {"TEX_RESOURCE4", "NUM_FORMAT_ALL", 1, "INT"},
        {"TEX_RESOURCE4", "FORMAT_COMP_X", 1, "SIGNED"},
        {"TEX_RESOURCE4", "DST_SEL_W", 5, "1"},
        {"TEX_RESOURCE7", "TYPE", 2, "TEXTURE"},
        {"BUF_RESOURCE7", "TYPE", 3, "BUFFER"},
        {"SAMPLER0", "CLAMP_Z", 2, "EDGE"},
        {"SAMPLER0", "XY_MIN_FILTER", 1, "BILINEAR"},
        {"SAMPLER0", "Z_FILTER", 2, "LINEAR"},
        {"SAMPLER0", "BORDER_COLOR_TYPE", 1, "OPAQUE_BLACK"},
    };
    for (size_t i = 0; i < COUNT(values); i++) {
        const char *name = "";
        assert_true(hw_field_value(values[i].reg, values[i].field, values[i].value, &name));
        if (!values[i].name)
            assert_null(name);
        else
            assert_string_equal(name, values[i].name);
    }
    const char *name = "";
    assert_false(hw_field_value("TEX_RESOURCE0", "PITCH", 1, &name));
    assert_null(name);
}

/* A stream that is cut off is printed up to there, not beyond its memory. */
static void broken_streams_end(void **state)
{
    struct r600_cs cs = {0};
    build(&cs);
    for (uint32_t count = 0; count < cs.count; count++) {
        uint32_t *exact = malloc(count * sizeof(*exact) + 1);
        memcpy(exact, cs.dwords, count * sizeof(*exact));
        free(dump_text(exact, count, R600_CS_DUMP_ALL));
        free(exact);
    }
    const uint32_t type0[2] = {0x00001234, 0};
    char *text = dump_text(type0, 2, R600_CS_DUMP_ALL);
    assert_non_null(strstr(text, "no complete type-3 packet"));
    free(text);
    r600_cs_finish(&cs);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, names_are_printed, state_shows_bindings_only,
                     state_shows_what_is_bound, values_are_named, broken_streams_end);
}
