/* SPDX-License-Identifier: MIT */
/* kernel_code_elf.c: the ELF reader. The kernel is the function symbol of its name; .AMDGPU.config
 * holds pairs of a register's address and its value (LLVM AMDGPUAsmPrinter). */
#include "kernel_code.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/registers.h"

enum { R_AMDGPU_ABS32 = 6 };

struct file {
    uint8_t *bytes;
    size_t size;
    const Elf32_Shdr *sections;
    unsigned count;
    const char *names;
};

static int is_inside(const struct file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

static int find_sections(struct file *file)
{
    const Elf32_Ehdr *header = (const Elf32_Ehdr *)file->bytes;
    if (file->size < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_ident[EI_CLASS] != ELFCLASS32 || header->e_shentsize != sizeof(Elf32_Shdr) ||
        !is_inside(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf32_Shdr)) ||
        header->e_shstrndx >= header->e_shnum)
        return -1;
    file->sections = (const Elf32_Shdr *)(file->bytes + header->e_shoff);
    file->count = header->e_shnum;
    for (unsigned i = 0; i < file->count; i++)
        if (file->sections[i].sh_type != SHT_NOBITS &&
            !is_inside(file, file->sections[i].sh_offset, file->sections[i].sh_size))
            return -1;
    file->names = (const char *)file->bytes + file->sections[header->e_shstrndx].sh_offset;
    return 0;
}

static const Elf32_Shdr *find_section(const struct file *file, const char *name, unsigned type)
{
    for (unsigned i = 0; i < file->count; i++)
        if ((!name || !strcmp(file->names + file->sections[i].sh_name, name)) &&
            (!type || file->sections[i].sh_type == type))
            return &file->sections[i];
    return NULL;
}

static const Elf32_Sym *find_function(const struct file *file, const char *name)
{
    const Elf32_Shdr *table = find_section(file, NULL, SHT_SYMTAB);
    if (!table || table->sh_link >= file->count)
        return NULL;
    const Elf32_Sym *symbols = (const Elf32_Sym *)(file->bytes + table->sh_offset);
    const char *names = (const char *)file->bytes + file->sections[table->sh_link].sh_offset;
    for (size_t i = 0; i < table->sh_size / sizeof(*symbols); i++)
        if (ELF32_ST_TYPE(symbols[i].st_info) == STT_FUNC && symbols[i].st_shndx < file->count &&
            !strcmp(names + symbols[i].st_name, name))
            return &symbols[i];
    return NULL;
}

/* Adds the symbols' values where the section refers to them: constants' places in it. */
static int relocate(const struct file *file, unsigned section, uint8_t *bytes, size_t size)
{
    const Elf32_Shdr *list = NULL, *table = find_section(file, NULL, SHT_SYMTAB);
    for (unsigned i = 0; i < file->count; i++)
        if (file->sections[i].sh_type == SHT_REL && file->sections[i].sh_info == section)
            list = &file->sections[i];
    if (!list)
        return 0;
    const Elf32_Rel *rows = (const Elf32_Rel *)(file->bytes + list->sh_offset);
    const Elf32_Sym *symbols = (const Elf32_Sym *)(file->bytes + table->sh_offset);
    for (size_t i = 0; i < list->sh_size / sizeof(*rows); i++) {
        uint32_t symbol = ELF32_R_SYM(rows[i].r_info), value;
        if (ELF32_R_TYPE(rows[i].r_info) != R_AMDGPU_ABS32 || rows[i].r_offset + 4 > size ||
            symbol >= table->sh_size / sizeof(*symbols) || symbols[symbol].st_shndx != section)
            return -1;
        memcpy(&value, bytes + rows[i].r_offset, sizeof(value));
        value += symbols[symbol].st_value;
        memcpy(bytes + rows[i].r_offset, &value, sizeof(value));
    }
    return 0;
}

static int take_code(const struct file *file, const char *kernel, struct kernel_code *code)
{
    const Elf32_Sym *symbol = find_function(file, kernel);
    if (!symbol)
        return -1;
    const Elf32_Shdr *text = &file->sections[symbol->st_shndx];
    if (symbol->st_value > text->sh_size || symbol->st_size > text->sh_size - symbol->st_value)
        return -1;
    code->constant_bytes = text->sh_size;
    code->constants = malloc(text->sh_size);
    code->count = symbol->st_size / sizeof(uint32_t);
    code->dwords = malloc(symbol->st_size);
    if (!code->constants || !code->dwords)
        return -1;
    memcpy(code->constants, file->bytes + text->sh_offset, text->sh_size);
    if (relocate(file, symbol->st_shndx, code->constants, code->constant_bytes))
        return -1;
    memcpy(code->dwords, (uint8_t *)code->constants + symbol->st_value, symbol->st_size);
    return 0;
}

static int take_config(const struct file *file, struct kernel_code *code)
{
    const Elf32_Shdr *config = find_section(file, ".AMDGPU.config", 0);
    if (!config)
        return -1;
    const uint32_t *pairs = (const uint32_t *)(file->bytes + config->sh_offset);
    for (size_t i = 0; i + 1 < config->sh_size / sizeof(*pairs); i += 2) {
        if (pairs[i] == HW_R_SQ_PGM_RESOURCES_LS) {
            code->gprs = REG_GET(pairs[i + 1], SQ_PGM_RESOURCES_LS, NUM_GPRS);
            code->stack_entries = REG_GET(pairs[i + 1], SQ_PGM_RESOURCES_LS, STACK_SIZE);
        } else if (pairs[i] == HW_R_SQ_LDS_ALLOC) {
            code->lds_bytes = 4 * REG_GET(pairs[i + 1], SQ_LDS_ALLOC, SIZE);
        }
    }
    return code->gprs ? 0 : -1;
}

int kernel_code_from_elf(const char *path, const char *kernel, struct kernel_code *code,
                         char *error, size_t error_size)
{
    struct file file = {0};
    const char *fault = NULL;
    *code = (struct kernel_code){.llvm_abi = true};
    file.bytes = kernel_code_load(path, &file.size);
    if (!file.bytes)
        fault = "cannot be read";
    else if (find_sections(&file))
        fault = "is no object file of 32 bits";
    else if (take_code(&file, kernel, code))
        fault = "does not hold the kernel";
    else if (take_config(&file, code))
        fault = "does not say its registers";
    free(file.bytes);
    if (!fault)
        return 0;
    kernel_code_finish(code);
    snprintf(error, error_size, "%s %s", path, fault);
    return -1;
}
