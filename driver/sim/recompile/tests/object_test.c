/* SPDX-License-Identifier: MIT */
/* object_test.c: objects are loaded and run; damaged ones are refused, or loaded without harm. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/sim/recompile/object.h"

enum { DAMAGES = 20000 };

static unsigned char *read_sample(size_t *size)
{
    FILE *file = fopen(OBJECT_SAMPLE, "rb");
    unsigned char *bytes = malloc(1 << 20);
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    assert_in_range(*size, 64, (1 << 20) - 1);
    return bytes;
}

static void test_runs(void **state)
{
    struct sim_object object;
    const char *why = "";
    size_t size;
    unsigned char *bytes = read_sample(&size);
    unsigned (*run)(unsigned);
    void *function = sim_object_load(&object, bytes, size, "sample_run", &why);
    assert_string_equal(why, "");
    assert_non_null(function);
    memcpy(&run, &function, sizeof(run));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(run(i), 2 * i + 1);
    sim_object_unload(&object);
    assert_null(object.memory);
    sim_object_unload(&object);
    free(bytes);
}

static void must_refuse(const unsigned char *bytes, size_t size, const char *function,
                        const char *reason)
{
    struct sim_object object;
    const char *why = "";
    assert_null(sim_object_load(&object, bytes, size, function, &why));
    assert_string_equal(why, reason);
    assert_null(object.memory);
}

static void test_lacks_a_function(void **state)
{
    size_t size;
    unsigned char *bytes = read_sample(&size);
    must_refuse(bytes, size, "another", "it lacks the function");
    free(bytes);
}

static void test_calls_outside(void **state)
{
    size_t size;
    unsigned char *bytes = read_sample(&size);
    for (size_t i = 0; i + 5 < size; i++)
        if (!memcmp(bytes + i, "rint", 5))
            memcpy(bytes + i, "exec", 5);
    must_refuse(bytes, size, "sample_run", "it calls a function that it must not");
    free(bytes);
}

/* Shorter by each number of bytes; its copy ends where the memory does, for sanitizers to see. */
static void test_cut(void **state)
{
    size_t size;
    unsigned char *bytes = read_sample(&size);
    for (size_t length = 0; length < size; length++) {
        struct sim_object object;
        const char *why = "";
        unsigned char *copy = malloc(length + !length);
        assert_non_null(copy);
        memcpy(copy, bytes, length);
        if (!sim_object_load(&object, copy, length, "sample_run", &why))
            assert_string_not_equal(why, "");
        sim_object_unload(&object);
        free(copy);
    }
    free(bytes);
}

static void test_damaged(void **state)
{
    size_t size;
    unsigned refused = 0;
    unsigned char *bytes = read_sample(&size), *copy = malloc(size);
    assert_non_null(copy);
    srand(1);
    for (unsigned i = 0; i < DAMAGES; i++) {
        struct sim_object object;
        const char *why = "";
        memcpy(copy, bytes, size);
        for (int k = rand() % 4; k >= 0; k--)
            copy[(size_t)rand() % size] = (unsigned char)rand();
        if (!sim_object_load(&object, copy, size, "sample_run", &why)) {
            assert_string_not_equal(why, "");
            refused++;
        }
        sim_object_unload(&object);
    }
    assert_in_range(refused, DAMAGES / 50, DAMAGES - 1);
    free(copy);
    free(bytes);
}

/* A change of the object, and the loader's message about it. */
struct forgery {
    const char *why;
    void (*change)(Elf64_Ehdr *header, Elf64_Shdr *section);
    uint32_t type;  /* of the sections that it is done to */
    uint64_t flags; /* that they have */
};

static void make_writable(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)header;
    section->sh_flags |= SHF_WRITE;
}

static void make_variables(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)header;
    section->sh_type = SHT_NOBITS;
}

static Elf64_Rela *relocations(Elf64_Ehdr *header, const Elf64_Shdr *section)
{
    return (Elf64_Rela *)(void *)((char *)header + section->sh_offset);
}

static void change_kind(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    Elf64_Rela *row = relocations(header, section);
    row->r_info = ELF64_R_INFO(ELF64_R_SYM(row->r_info), 255); /* no host has it */
}

static void move_outside(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    relocations(header, section)->r_offset = UINT64_MAX - 1;
}

static void move_far(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    relocations(header, section)->r_addend = INT64_MAX;
}

static void name_no_symbol(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    Elf64_Rela *row = relocations(header, section);
    row->r_info = ELF64_R_INFO(0xffffff, ELF64_R_TYPE(row->r_info));
}

#if defined(__riscv)
/* Lower halves of a distance, whose symbols name no upper half. */
static void part_halves(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    Elf64_Rela *rows = relocations(header, section);
    for (size_t i = 1; i < section->sh_size / sizeof(*rows); i++)
        if (ELF64_R_TYPE(rows[i].r_info) == R_RISCV_PCREL_LO12_I)
            rows[i].r_info = ELF64_R_INFO(ELF64_R_SYM(rows[i - 1].r_info), R_RISCV_PCREL_LO12_I);
}
#endif

static void drop_addends(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)header;
    section->sh_type = SHT_REL;
}

static void lie_about_size(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)header;
    section->sh_size = UINT64_MAX / 2;
}

static void misalign(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)header;
    section->sh_addralign = 3;
}

static void change_machine(Elf64_Ehdr *header, Elf64_Shdr *section)
{
    (void)section;
    header->e_machine = EM_386;
}

static const struct forgery forgeries[] = {
    {"it has variables", make_writable, SHT_PROGBITS, SHF_EXECINSTR},
    {"it has variables", make_variables, SHT_PROGBITS, SHF_EXECINSTR},
    {"it has a relocation of a kind that is not known", change_kind, SHT_RELA, 0},
    {"a relocation lies outside of its section", move_outside, SHT_RELA, 0},
    {"a relocation reaches too far", move_far, SHT_RELA, 0},
    {"a relocation names no symbol", name_no_symbol, SHT_RELA, 0},
#if defined(__riscv)
    {"a relocation lacks the one that it goes on", part_halves, SHT_RELA, 0},
#endif
    {"it has relocations without addends", drop_addends, SHT_RELA, 0},
    {"a section lies outside of the object", lie_about_size, SHT_PROGBITS, SHF_EXECINSTR},
    {"a section is misaligned", misalign, SHT_PROGBITS, SHF_EXECINSTR},
    {"it is no object for this host", change_machine, SHT_SYMTAB, 0},
};

static void forge(unsigned char *bytes, const struct forgery *forgery)
{
    Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)bytes;
    Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(bytes + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == forgery->type && sections[i].sh_size &&
            (sections[i].sh_flags & forgery->flags) == forgery->flags)
            forgery->change(header, &sections[i]);
}

static void test_forged(void **state)
{
    for (size_t i = 0; i < COUNT(forgeries); i++) {
        struct sim_object object;
        const char *why = "";
        size_t size;
        unsigned char *bytes = read_sample(&size);
        forge(bytes, &forgeries[i]);
        assert_null(sim_object_load(&object, bytes, size, "sample_run", &why));
        assert_string_equal(why, forgeries[i].why);
        assert_null(object.memory);
        free(bytes);
    }
}

/* No page of a loaded object can be both written to and executed, nor written to at all. */
static void test_protection(void **state)
{
    struct sim_object object;
    const char *why = "";
    char line[256], rights[5] = "";
    size_t size;
    unsigned long start, end;
    unsigned char *bytes = read_sample(&size);
    assert_non_null(sim_object_load(&object, bytes, size, "sample_run", &why));
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    bool found = false;
    while (fgets(line, sizeof(line), maps)) {
        if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) != 3)
            continue;
        assert_false(rights[1] == 'w' && rights[2] == 'x');
        if (start <= (uintptr_t)object.memory && (uintptr_t)object.memory < end) {
            assert_string_equal(rights, "r-xp");
            found = true;
        }
    }
    assert_true(found);
    fclose(maps);
    sim_object_unload(&object);
    free(bytes);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_runs, test_lacks_a_function, test_calls_outside,
                     test_cut, test_damaged, test_forged, test_protection);
}
