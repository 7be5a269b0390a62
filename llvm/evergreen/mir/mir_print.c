/* SPDX-License-Identifier: MIT */
/* mir_print.c: machine IR as text, which mir_parse.c reads. */
#include "llvm/evergreen/mir/mir_text.h"

#include <stdlib.h>

static char channel_name(uint32_t channel)
{
    return "xyzw"[channel % 4];
}

/* `defines`: with what only a definition needs. */
static void print_vreg(const struct mir_function *f, uint32_t v, bool defines, FILE *out)
{
    if (!v) {
        fputs("_", out);
        return;
    }
    const struct mir_vreg *vreg = &f->vregs[v];
    fprintf(out, "%%%u", v);
    if (vreg->gpr != MIR_NO_GPR) {
        fprintf(out, "@R%u.%c", vreg->gpr, channel_name(vreg->assigned_channel));
        return;
    }
    if (vreg->tuple)
        fprintf(out, ":t%u", vreg->tuple);
    if (vreg->channel != MIR_ANY_CHANNEL)
        fprintf(out, ".%c", channel_name(vreg->channel));
    if (vreg->pinned != MIR_NO_GPR && defines)
        fprintf(out, "!%u", vreg->pinned);
}

static void print_operand(const struct mir_function *f, const struct mir_operand *operand,
                          FILE *out)
{
    fputs(operand->neg ? "-" : "", out);
    fputs(operand->abs ? "|" : "", out);
    switch (operand->kind) {
    case MIR_NONE:
        fputs("none", out);
        break;
    case MIR_VREG:
        print_vreg(f, operand->value, false, out);
        break;
    case MIR_LITERAL:
        fprintf(out, "0x%x", operand->value);
        break;
    case MIR_KCACHE:
        fprintf(out, "KC0[%u].%c", operand->value / 4, channel_name(operand->value));
        break;
    default:
        fprintf(out, "special%u", operand->value);
    }
    fputs(operand->abs ? "|" : "", out);
}

static void print_fields(const struct mir_field *fields, size_t count, const void *object,
                         FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = mir_field_read(&fields[i], object);
        if (!value)
            continue;
        fprintf(out, "%s%s", any ? " " : " (", fields[i].name);
        if (value != 1)
            fprintf(out, ":%u", value);
        any = true;
    }
    fputs(any ? ")\n" : "\n", out);
}

static void print_inst(const struct mir_function *f, const struct mir_inst *inst, FILE *out)
{
    fputs("    ", out);
    for (unsigned d = 0; d < inst->dst_count; d++) {
        fputs(d ? ", " : "", out);
        print_vreg(f, inst->dst[d], true, out);
    }
    fprintf(out, "%s%s", inst->dst_count ? " = " : "", mir_kind_names[inst->kind]);
    if (mir_has_op(inst->kind))
        fprintf(out, " %s", mir_op_name(inst->kind, inst->op));
    for (uint32_t i = 0; i < inst->src_count; i++) {
        fputs(i ? ", " : " ", out);
        print_operand(f, &inst->src[i], out);
    }
    print_fields(mir_inst_fields, mir_inst_field_count, inst, out);
}

/* The end of what a block ends with. */
static void print_line(const struct mir_block *block, FILE *out)
{
    if (block->line)
        fprintf(out, " line %u", block->line);
    fputs("\n", out);
}

static void print_choice(const struct mir_function *f, const struct mir_block *block, FILE *out)
{
    fprintf(out, "    choose %s", block->uniform ? "uniform " : "");
    if (block->test)
        fprintf(out, "%s ", hw_alu_info[block->test].name);
    print_operand(f, &block->cond, out);
    if (block->test) {
        fputs(", ", out);
        print_operand(f, &block->cond_other, out);
    }
    if (block->succ[0])
        fprintf(out, " then %u", block->succ[0]->index);
    if (block->succ[1])
        fprintf(out, " else %u", block->succ[1]->index);
    print_line(block, out);
}

static void print_block(const struct mir_function *f, const struct mir_block *block, int indent,
                        FILE *out)
{
    fprintf(out, "%*sblock %u", indent, "", block->index);
    for (uint32_t i = 0; i < block->pred_count; i++)
        fprintf(out, "%s%u", i ? ", " : " from ", block->preds[i]->index);
    fputs("\n", out);
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
        print_inst(f, inst, out);
    if (block->cond.kind != MIR_NONE) {
        print_choice(f, block, out);
    } else if (block->succ[0]) {
        fprintf(out, "    goto %u", block->succ[0]->index);
        print_line(block, out);
    }
}

static void print_nodes(const struct mir_function *f, const struct mir_node *node, int indent,
                        FILE *out)
{
    for (; node; node = node->next) {
        if (node->kind == MIR_NODE_BLOCK) {
            print_block(f, node->block, indent, out);
            continue;
        }
        fprintf(out, "%*s%s %u%s {\n", indent, "", node->kind == MIR_NODE_IF ? "if" : "loop",
                node->block->index, node->invert ? " not" : "");
        print_nodes(f, node->body, indent + 2, out);
        if (node->orelse) {
            fprintf(out, "%*s} else {\n", indent, "");
            print_nodes(f, node->orelse, indent + 2, out);
        }
        fprintf(out, "%*s}\n", indent, "");
    }
}

void mir_print(const struct mir_function *f, const char *title, FILE *out)
{
    fprintf(out, "; %s: machine IR after %s\n", f->name, title);
    fprintf(out, "function %s on %s", f->name, f->chip->name);
    print_fields(mir_function_fields, mir_function_field_count, f, out);
    mir_print_lines(f->lines, out);
    for (uint32_t i = 0; i < f->variable_count; i++) {
        fputs("variable ", out);
        mir_print_quoted(f->variables[i].name, out);
        fprintf(out, " at %u size %u\n", f->variables[i].offset, f->variables[i].size);
    }
    print_nodes(f, f->root, 0, out);
}

char *mir_to_text(const struct mir_function *f, const char *title)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    mir_print(f, title, out);
    if (fclose(out))
        abort();
    return text;
}
