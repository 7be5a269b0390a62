/* SPDX-License-Identifier: MIT */
/* object.c: sections side by side in one mapping, relocations, and stubs for what lies outside.
 * Facts: the System V ABI, elf(5). */
#include "driver/sim/recompile/object.h"

#include <elf.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/sim/recompile/machine.h"

#if defined(__aarch64__)
static const struct sim_object_machine *const machine = &sim_object_aarch64;
#elif defined(__riscv)
static const struct sim_object_machine *const machine = &sim_object_riscv64;
#else
static const struct sim_object_machine *const machine = &sim_object_x86_64;
#endif

/* The functions that objects may call. */
#define OUTSIDE(function) {#function, (void (*)(void))(function)}
static const struct {
    const char *name;
    void (*function)(void);
} outside[] = {OUTSIDE(fma),   OUTSIDE(fmaf),   OUTSIDE(floorf), OUTSIDE(ceilf), OUTSIDE(rint),
               OUTSIDE(rintf), OUTSIDE(truncf), OUTSIDE(memcpy), OUTSIDE(memset)};

/* A stub is a jump to the address that is stored behind it. */
enum { STUB_ADDRESS = SIM_STUB_CODE_BYTES, STUB_BYTES = STUB_ADDRESS + 8 };

enum { SECTIONS_MAX = 64 };

struct loader {
    const uint8_t *bytes;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *strings;
    size_t string_bytes;
    size_t place[SECTIONS_MAX]; /* of sections that are loaded, in the mapping */
    size_t stubs, used;
    uint8_t *memory;
    const char **why;
};

static bool fail(struct loader *l, const char *why)
{
    *l->why = why;
    return false;
}

static bool has(const struct loader *l, uint64_t offset, uint64_t bytes)
{
    return offset <= l->size && bytes <= l->size - offset;
}

static bool find_symbols(struct loader *l)
{
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_NOBITS && !has(l, s->sh_offset, s->sh_size))
            return fail(l, "a section lies outside of the object");
        if (s->sh_type != SHT_SYMTAB)
            continue;
        if (s->sh_link >= l->header->e_shnum || s->sh_offset % _Alignof(Elf64_Sym))
            return fail(l, "the symbols have no names");
        const Elf64_Shdr *names = &l->sections[s->sh_link];
        if (names->sh_type != SHT_STRTAB || !has(l, names->sh_offset, names->sh_size) ||
            !names->sh_size || l->bytes[names->sh_offset + names->sh_size - 1])
            return fail(l, "the symbols have no names");
        l->symbols = (const Elf64_Sym *)(const void *)(l->bytes + s->sh_offset);
        l->symbol_count = s->sh_size / sizeof(Elf64_Sym);
        l->strings = (const char *)l->bytes + names->sh_offset;
        l->string_bytes = names->sh_size;
    }
    return l->symbols || fail(l, "there are no symbols");
}

static bool read_header(struct loader *l)
{
    const Elf64_Ehdr *h = l->header = (const Elf64_Ehdr *)(const void *)l->bytes;
    if (l->size < sizeof(*h) || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB ||
        h->e_type != ET_REL || h->e_machine != machine->elf || h->e_shentsize != sizeof(Elf64_Shdr))
        return fail(l, "it is no object for this host");
    if (h->e_shnum > SECTIONS_MAX || h->e_shoff % _Alignof(Elf64_Shdr) ||
        !has(l, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)))
        return fail(l, "its sections cannot be read");
    l->sections = (const Elf64_Shdr *)(const void *)(l->bytes + h->e_shoff);
    return find_symbols(l);
}

static bool is_loaded(const Elf64_Shdr *section)
{
    return section->sh_type == SHT_PROGBITS && section->sh_flags & SHF_ALLOC;
}

/* Places the sections one behind the other, and behind them a stub for each symbol. */
static bool place_sections(struct loader *l)
{
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        const uint64_t align = s->sh_addralign ? s->sh_addralign : 1;
        l->place[i] = SIZE_MAX;
        if (s->sh_type == SHT_NOBITS && s->sh_size)
            return fail(l, "it has variables");
        if (!is_loaded(s))
            continue;
        if (s->sh_flags & SHF_WRITE && s->sh_size)
            return fail(l, "it has variables");
        if (align & (align - 1) || align > 4096 || l->used > INT_MAX / 2)
            return fail(l, "a section is misaligned");
        l->used = (l->used + align - 1) & ~(align - 1);
        l->place[i] = l->used;
        l->used += s->sh_size;
    }
    l->stubs = (l->used + STUB_BYTES - 1) & ~(size_t)(STUB_BYTES - 1);
    l->used = l->stubs + l->symbol_count * STUB_BYTES;
    return l->used <= INT_MAX / 2 || fail(l, "it is too large");
}

static bool make_stub(struct loader *l, size_t symbol, uint64_t *address)
{
    const uint32_t name = l->symbols[symbol].st_name;
    uint8_t *stub = l->memory + l->stubs + symbol * STUB_BYTES;
    for (size_t i = 0; name < l->string_bytes && i < COUNT(outside); i++)
        if (!strcmp(l->strings + name, outside[i].name)) {
            memcpy(stub, machine->stub_code, SIM_STUB_CODE_BYTES);
            memcpy(stub + STUB_ADDRESS, &outside[i].function, sizeof(outside[i].function));
            *address = (uint64_t)(uintptr_t)stub;
            return true;
        }
    return fail(l, "it calls a function that it must not");
}

static bool resolve(struct loader *l, uint64_t symbol, uint64_t *address)
{
    if (symbol >= l->symbol_count)
        return fail(l, "a relocation names no symbol");
    const Elf64_Sym *s = &l->symbols[symbol];
    if (s->st_shndx == SHN_UNDEF)
        return make_stub(l, symbol, address);
    if (s->st_shndx >= l->header->e_shnum || l->place[s->st_shndx] == SIZE_MAX ||
        s->st_value > l->sections[s->st_shndx].sh_size)
        return fail(l, "a symbol lies outside of its section");
    *address = (uint64_t)(uintptr_t)l->memory + l->place[s->st_shndx] + s->st_value;
    return true;
}

/* The relocations of one section. */
struct relocations {
    const Elf64_Rela *list;
    size_t count;
    unsigned section;
};

static int compare_offset(const void *offset, const void *relocation)
{
    const uint64_t wanted = *(const uint64_t *)offset,
                   there = ((const Elf64_Rela *)relocation)->r_offset;
    return (wanted > there) - (wanted < there);
}

/* Goes from a relocation's symbol, which is the address of an instruction, to that instruction's
 * own relocation: to its place, and what it is to reach. LLVM writes them in order. */
static bool find_high(struct loader *l, const struct relocations *all, uint64_t *place,
                      uint64_t *value)
{
    const uint64_t offset = *value - ((uint64_t)(uintptr_t)l->memory + l->place[all->section]);
    const Elf64_Rela *high =
        bsearch(&offset, all->list, all->count, sizeof(*all->list), compare_offset);
    if (!high || machine->is_low(ELF64_R_TYPE(high->r_info)))
        return fail(l, "a relocation lacks the one that it goes on");
    *place = *value;
    if (!resolve(l, ELF64_R_SYM(high->r_info), value))
        return false;
    *value += (uint64_t)high->r_addend;
    return true;
}

static bool relocate(struct loader *l, const struct relocations *all, const Elf64_Rela *r)
{
    const uint64_t type = ELF64_R_TYPE(r->r_info);
    const unsigned bytes = machine->field_bytes(type);
    const Elf64_Shdr *section = &l->sections[all->section];
    uint64_t value;
    if (r->r_offset > section->sh_size || bytes > section->sh_size - r->r_offset)
        return fail(l, "a relocation lies outside of its section");
    if (!resolve(l, ELF64_R_SYM(r->r_info), &value))
        return false;
    if (!bytes)
        return fail(l, "it has a relocation of a kind that is not known");
    uint8_t *at = l->memory + l->place[all->section] + r->r_offset;
    uint64_t place = (uint64_t)(uintptr_t)at;
    value += (uint64_t)r->r_addend;
    if (machine->is_low && machine->is_low(type) && !find_high(l, all, &place, &value))
        return false;
    return machine->relocate(at, type, place, value) || fail(l, "a relocation reaches too far");
}

static bool relocate_sections(struct loader *l)
{
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type == SHT_REL)
            return fail(l, "it has relocations without addends");
        if (s->sh_type != SHT_RELA)
            continue;
        if (s->sh_info >= l->header->e_shnum || s->sh_offset % _Alignof(Elf64_Rela))
            return fail(l, "relocations are of no section");
        if (l->place[s->sh_info] == SIZE_MAX)
            continue; /* of one that is not loaded */
        const struct relocations all = {(const Elf64_Rela *)(const void *)(l->bytes + s->sh_offset),
                                        s->sh_size / sizeof(Elf64_Rela), s->sh_info};
        for (size_t k = 0; k < all.count; k++)
            if (!relocate(l, &all, &all.list[k]))
                return false;
    }
    return true;
}

static bool fill(struct loader *l, struct sim_object *object)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    object->size = (l->used + page - 1) / page * page;
    object->memory =
        mmap(NULL, object->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (object->memory == MAP_FAILED) {
        object->memory = NULL;
        return fail(l, "out of memory");
    }
    l->memory = object->memory;
    for (unsigned i = 0; i < l->header->e_shnum; i++)
        if (l->place[i] != SIZE_MAX)
            memcpy(l->memory + l->place[i], l->bytes + l->sections[i].sh_offset,
                   l->sections[i].sh_size);
    if (!relocate_sections(l))
        return false;
    /* Some processors read instructions past what was just written. */
    __builtin___clear_cache((char *)l->memory, (char *)l->memory + l->used);
    return !mprotect(object->memory, object->size, PROT_READ | PROT_EXEC) ||
           fail(l, "the system does not let it run");
}

/* The function of that name, in the mapping. */
static void *find_function(const struct loader *l, const char *name)
{
    for (size_t i = 0; i < l->symbol_count; i++) {
        const Elf64_Sym *s = &l->symbols[i];
        if (ELF64_ST_TYPE(s->st_info) == STT_FUNC && s->st_shndx < l->header->e_shnum &&
            s->st_shndx != SHN_UNDEF && l->place[s->st_shndx] != SIZE_MAX &&
            s->st_name < l->string_bytes && !strcmp(l->strings + s->st_name, name) &&
            l->sections[s->st_shndx].sh_flags & SHF_EXECINSTR &&
            s->st_value < l->sections[s->st_shndx].sh_size)
            return l->memory + l->place[s->st_shndx] + s->st_value;
    }
    return NULL;
}

void *sim_object_load(struct sim_object *object, const void *bytes, size_t size, const char *name,
                      const char **why)
{
    struct loader l = {.bytes = bytes, .size = size, .why = why};
    *object = (struct sim_object){0};
    if ((uintptr_t)bytes % _Alignof(Elf64_Ehdr)) {
        *why = "it is misaligned";
        return NULL;
    }
    void *function = NULL;
    if (read_header(&l) && place_sections(&l) && fill(&l, object) &&
        !(function = find_function(&l, name)))
        *why = "it lacks the function";
    if (!function)
        sim_object_unload(object);
    return function;
}

void sim_object_unload(struct sim_object *object)
{
    if (object->memory)
        munmap(object->memory, object->size);
    *object = (struct sim_object){0};
}
