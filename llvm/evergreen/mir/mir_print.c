/* SPDX-License-Identifier: MIT */
/* mir_print.c: machine IR as text, for ROOTLE_DEBUG and tests. */
#include "llvm/evergreen/mir/mir.h"

static const char *const kind_names[MIR_KIND_COUNT] = {
#define MIR(name, text, flags) [MIR_##name] = text,
    MIR_KINDS(MIR)
#undef MIR
};

static void print_vreg(const struct mir_function *f, uint32_t v, FILE *out)
{
    if (!v) {
        fputs("_", out);
    } else if (f->vregs[v].gpr != MIR_NO_GPR) {
        fprintf(out, "R%u.%c", f->vregs[v].gpr, "xyzw"[f->vregs[v].assigned_channel]);
    } else {
        fprintf(out, "%%%u", v);
        if (f->vregs[v].tuple)
            fprintf(out, ":t%u", f->vregs[v].tuple);
        if (f->vregs[v].channel != MIR_ANY_CHANNEL)
            fprintf(out, ".%c", "xyzw"[f->vregs[v].channel]);
    }
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
        print_vreg(f, operand->value, out);
        break;
    case MIR_LITERAL:
        fprintf(out, "0x%x", operand->value);
        break;
    case MIR_KCACHE:
        fprintf(out, "KC0[%u].%c", operand->value / 4, "xyzw"[operand->value % 4]);
        break;
    default:
        fprintf(out, "special%u", operand->value);
    }
    fputs(operand->abs ? "|" : "", out);
}

static const char *op_name(const struct mir_inst *inst)
{
    const char *name = "";
    if (inst->kind == MIR_ALU || inst->kind == MIR_DOUBLE || inst->kind == MIR_DOT)
        name = hw_alu_info[inst->op].name;
    else if (inst->kind == MIR_TEX)
        name = hw_tex_name(inst->op);
    else if (inst->kind == MIR_RAT)
        name = hw_rat_name(inst->op);
    else if (inst->kind == MIR_LDS)
        name = hw_lds_find(inst->op)->name;
    return name;
}

static void print_inst(const struct mir_function *f, const struct mir_inst *inst, FILE *out)
{
    static const char *const scales[] = {
        [HW_OMOD_OFF] = "", [HW_OMOD_M2] = " *2", [HW_OMOD_M4] = " *4", [HW_OMOD_D2] = " /2"};
    fputs("    ", out);
    for (unsigned d = 0; d < inst->dst_count; d++) {
        fputs(d ? ", " : "", out);
        print_vreg(f, inst->dst[d], out);
    }
    fprintf(out, "%s%s %s", inst->dst_count ? " = " : "", kind_names[inst->kind], op_name(inst));
    fprintf(out, "%s%s", inst->clamp ? " clamp" : "", scales[inst->omod]);
    for (uint32_t i = 0; i < inst->src_count; i++) {
        fputs(i ? ", " : " ", out);
        print_operand(f, &inst->src[i], out);
    }
    if (inst->kind != MIR_ALU && inst->kind != MIR_PHI && inst->kind != MIR_INPUT)
        fprintf(out, " (resource %u, sampler %u, format %u, offset %u, mask %x)", inst->resource,
                inst->sampler, inst->format, inst->offset, inst->mask);
    fputs("\n", out);
}

static void print_block(const struct mir_function *f, const struct mir_block *block, int indent,
                        FILE *out)
{
    fprintf(out, "%*sblock %u:", indent, "", block->index);
    for (uint32_t i = 0; i < block->pred_count; i++)
        fprintf(out, "%s%u", i ? ", " : " from ", block->preds[i]->index);
    fputs("\n", out);
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
        print_inst(f, inst, out);
    if (block->cond.kind != MIR_NONE) {
        fputs("    choose ", out);
        print_operand(f, &block->cond, out);
        fputs("\n", out);
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
        fprintf(out, "%*s%s%s {\n", indent, "", node->kind == MIR_NODE_IF ? "if" : "loop",
                node->invert ? " not" : "");
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
    print_nodes(f, f->root, 0, out);
}
