// SPDX-License-Identifier: MIT
// describe.cpp: debug information of a kernel as one object of JSON: docs/debugging.md has its
// members. Types, scopes and calls are named by number.
#include "llvm/variables/describe.h"

#include <cinttypes>
#include <map>
#include <vector>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "llvm/types/types.h"

using namespace debug_types;
using namespace llvm;

namespace
{
void print_string(FILE *out, StringRef text)
{
    fputc('"', out);
    for (unsigned char c : text)
        if (c == '"' || c == '\\' || c < 32 || c > 126)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    fputc('"', out);
}

// A location as LLVM's C API has it.
const DILocation *location_of(const void *reference)
{
    auto *metadata = reinterpret_cast<LLVMMetadataRef>(const_cast<void *>(reference));
    return reference ? cast<DILocation>(unwrap(metadata)) : nullptr;
}

// Numbers of nodes, in the order in which they were first named.
template <typename Node> struct numbers {
    std::map<const Node *, int> known;
    std::vector<const Node *> list;

    int of(const Node *node)
    {
        if (!node)
            return -1;
        auto [at, is_new] = known.emplace(node, int(list.size()));
        if (is_new)
            list.push_back(node);
        return at->second;
    }
};

struct description {
    FILE *out;
    numbers<DIType> types;
    numbers<DILocalScope> scopes;
    numbers<DILocation> calls;

    // A list of what is numbered, which may name more while it is printed.
    template <typename Node, typename Print>
    void print_list(const char *name, numbers<Node> &nodes, Print print)
    {
        fprintf(out, ",\"%s\":[", name);
        for (size_t i = 0; i < nodes.list.size(); i++) {
            fputs(i ? ",\n" : "\n", out);
            print(nodes.list[i]);
        }
        fputs("]", out);
    }

    void print_name(StringRef name)
    {
        fputs("\"name\":", out);
        print_string(out, name);
    }

    void print_members(const DICompositeType *type)
    {
        bool any = false;
        fputs(",\"members\":[", out);
        each_member(type, [&](const DIDerivedType *member) {
            fputs(any ? ",[" : "[", out);
            print_string(out, member->getName());
            fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%d,%d]", member->getOffsetInBits(),
                    member->getSizeInBits(), types.of(member->getBaseType()), member->isBitField());
            any = true;
        });
        fputs("]", out);
    }

    void print_counts(const DICompositeType *type)
    {
        bool any = false;
        fprintf(out, ",\"of\":%d,\"counts\":[", types.of(type->getBaseType()));
        for (uint64_t count : counts_of(type)) {
            fprintf(out, "%s%" PRId64, any ? "," : "", static_cast<int64_t>(count));
            any = true;
        }
        fputs("]", out);
    }

    void print_enumerators(const DICompositeType *type)
    {
        bool any = false;
        fputs(",\"values\":[", out);
        for (const DINode *element : type->getElements())
            if (auto *value = dyn_cast_or_null<DIEnumerator>(element)) {
                fputs(any ? ",[" : "[", out);
                print_string(out, value->getName());
                fprintf(out, ",%" PRId64 "]", value->getValue().getSExtValue());
                any = true;
            }
        fputs("]", out);
    }

    void print_composite(const DICompositeType *type)
    {
        switch (type->getTag()) {
        case dwarf::DW_TAG_array_type:
            fprintf(out, ",\"kind\":\"%s\"", type->isVector() ? "vector" : "array");
            print_counts(type);
            break;
        case dwarf::DW_TAG_enumeration_type:
            fputs(",\"kind\":\"enum\"", out);
            print_enumerators(type);
            break;
        default:
            fprintf(out, ",\"kind\":\"%s\"",
                    type->getTag() == dwarf::DW_TAG_union_type ? "union" : "struct");
            print_members(type);
        }
    }

    void print_derived(const DIDerivedType *type)
    {
        const char *kind = "alias";
        if (type->getTag() == dwarf::DW_TAG_pointer_type)
            kind = "pointer";
        else if (type->getTag() == dwarf::DW_TAG_const_type)
            kind = "const";
        else if (type->getTag() == dwarf::DW_TAG_volatile_type)
            kind = "volatile";
        fprintf(out, ",\"kind\":\"%s\",\"of\":%d", kind, types.of(type->getBaseType()));
        if (auto space = type->getDWARFAddressSpace())
            fprintf(out, ",\"space\":%u", *space);
    }

    void print_basic(const DIBasicType *type)
    {
        const char *kind = "unsigned";
        if (type->getEncoding() == dwarf::DW_ATE_float)
            kind = "float";
        else if (type->getEncoding() == dwarf::DW_ATE_boolean)
            kind = "bool";
        else if (type->getEncoding() == dwarf::DW_ATE_signed ||
                 type->getEncoding() == dwarf::DW_ATE_signed_char)
            kind = "signed";
        fprintf(out, ",\"kind\":\"%s\"", kind);
    }

    void print_type(const DIType *type)
    {
        fputs("{", out);
        print_name(type->getName());
        fprintf(out, ",\"bits\":%" PRIu64, type->getSizeInBits());
        if (auto *basic = dyn_cast<DIBasicType>(type))
            print_basic(basic);
        else if (auto *derived = dyn_cast<DIDerivedType>(type))
            print_derived(derived);
        else if (auto *composite = dyn_cast<DICompositeType>(type))
            print_composite(composite);
        else
            fputs(",\"kind\":\"other\"", out);
        fputs("}", out);
    }

    // A function has its name and file, a block in it the scope around.
    void print_scope(const DILocalScope *scope)
    {
        fputs("{", out);
        if (auto *function = dyn_cast<DISubprogram>(scope)) {
            print_name(function->getName());
            fputs(",\"file\":", out);
            print_string(out, function->getFilename());
            fprintf(out, ",\"line\":%u}", function->getLine());
            return;
        }
        auto *block = cast<DILexicalBlockBase>(scope);
        auto *lexical = dyn_cast<DILexicalBlock>(scope);
        fprintf(out, "\"in\":%d,\"line\":%u", scopes.of(block->getScope()),
                lexical ? lexical->getLine() : 0);
        if (block->getFile() != block->getSubprogram()->getFile()) { // of #line or an inclusion
            fputs(",\"file\":", out);
            print_string(out, block->getFilename());
        }
        fputs("}", out);
    }

    void print_call(const DILocation *call)
    {
        fprintf(out, "[%u,%u,%d,%d]", call->getLine(), call->getColumn(),
                scopes.of(call->getScope()), calls.of(call->getInlinedAt()));
    }

    void print_variable(const ir_placed_variable &from, const ir_places *places)
    {
        auto *variable = static_cast<const DILocalVariable *>(from.variable);
        fputs("{", out);
        print_name(variable->getName());
        fprintf(out, ",\"line\":%u,\"arg\":%u,\"type\":%d,\"scope\":%d,\"call\":%d",
                variable->getLine(), variable->getArg(), types.of(variable->getType()),
                scopes.of(variable->getScope()),
                calls.of(static_cast<const DILocation *>(from.inlined_at)));
        if (from.fragment_bits)
            fprintf(out, ",\"part\":[%u,%u]", from.fragment_start, from.fragment_bits);
        fputs(",\"at\":[", out);
        for (uint32_t i = 0; i < from.range_count; i++) {
            const ir_place_range &range = from.ranges[i];
            fprintf(out, "%s[%u,%u,", i ? "," : "", range.from, range.to);
            if (range.why)
                print_string(out, range.why);
            else
                fprintf(out, "%u", range.place);
            fputs("]", out);
        }
        fputs("]}", out);
        (void)places;
    }

    void print_place(const ir_place &place)
    {
        static const char kinds[] = {'l', 'i', 's'};
        const ir_word *word = place.words;
        fprintf(out, "{\"address\":%s,\"values\":[", place.record->is_address ? "true" : "false");
        for (uint32_t v = 0; v < place.record->value_count; v++) {
            fputs(v ? ",[" : "[", out);
            for (uint32_t i = 0; i < place.counts[v]; i++, word++)
                fprintf(out, "%s[\"%c\",%u,%u]", i ? "," : "", kinds[word->kind], word->bits,
                        word->value);
            fputs("]", out);
        }
        fputs("],\"does\":[", out);
        bool any = false;
        const uint64_t *at = place.record->expression, *end = at + place.record->expression_length;
        for (DIExpression::ExprOperand op(at); at < end; at += op.getSize()) {
            op = DIExpression::ExprOperand(at);
            fprintf(out, "%s[\"%s\"", any ? "," : "",
                    dwarf::OperationEncodingString(unsigned(op.getOp())).str().c_str());
            for (unsigned i = 0; i < op.getNumArgs(); i++)
                fprintf(out, ",%" PRIu64, op.getArg(i));
            fputs("]", out);
            any = true;
        }
        fputs("]}", out);
    }

    // [word, order, block, point, moved, line, column, scope, call] of each instruction.
    void print_words(const ir_places *places)
    {
        bool any = false;
        fputs("\"words\":[", out);
        for (uint32_t word = 0; word < places->words; word++) {
            auto *location = location_of(places->locations[word]);
            if (!places->order[word])
                continue;
            fprintf(out, "%s[%u,%u,%u,%u,%u,%u,%u,%d,%d]", any ? "," : "", word,
                    places->order[word], places->block[word], places->points[word],
                    places->moved[word], location ? location->getLine() : 0,
                    location ? location->getColumn() : 0,
                    location ? scopes.of(location->getScope()) : -1,
                    location ? calls.of(location->getInlinedAt()) : -1);
            any = true;
        }
        fputs("]", out);
    }

    void print_captures(const ir_places *places, bool before)
    {
        bool any = false;
        fprintf(out, ",\"%s\":[", before ? "before" : "after");
        for (uint32_t i = 0; i < places->capture_count; i++) {
            const ir_capture &c = places->captures[i];
            if (c.before != before)
                continue;
            fprintf(out, "%s[%u,%u,%u,%u]", any ? "," : "", c.word, c.slot, c.gpr, c.channel);
            any = true;
        }
        fputs("]", out);
    }

    // Variables of the program and of its groups, which lie where the binary says.
    void print_globals(const Module &module)
    {
        bool any = false;
        fputs(",\"globals\":[", out);
        if (auto *units = module.getNamedMetadata("llvm.dbg.cu"))
            for (auto *unit : units->operands())
                for (auto *global : cast<DICompileUnit>(unit)->getGlobalVariables()) {
                    auto *variable = global->getVariable();
                    auto *scope = dyn_cast_or_null<DILocalScope>(variable->getScope());
                    fputs(any ? ",\n{" : "\n{", out);
                    print_name(variable->getName());
                    fprintf(out, ",\"type\":%d,\"line\":%u,\"scope\":%d}",
                            types.of(variable->getType()), variable->getLine(), scopes.of(scope));
                    any = true;
                }
        fputs("]", out);
    }
};
} // namespace

void variables_print_string(FILE *out, const char *text, size_t size)
{
    print_string(out, StringRef(text, size));
}

void variables_print(LLVMValueRef kernel, const ir_places *places, FILE *out)
{
    description d = {out, {}, {}, {}};
    fputs("{", out);
    d.print_words(places);
    fputs(",\"variables\":[", out);
    for (uint32_t i = 0; i < places->variable_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        d.print_variable(places->variables[i], places);
    }
    fputs("],\"places\":[", out);
    for (uint32_t i = 0; i < places->place_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        d.print_place(places->places[i]);
    }
    fputs("]", out);
    d.print_captures(places, true);
    d.print_captures(places, false);
    variables_print_names(places, out);
    d.print_globals(*unwrap<Function>(kernel)->getParent());
    d.print_list("calls", d.calls, [&](const DILocation *call) { d.print_call(call); });
    d.print_list("scopes", d.scopes, [&](const DILocalScope *scope) { d.print_scope(scope); });
    d.print_list("types", d.types, [&](const DIType *type) { d.print_type(type); });
    fputs("}", out);
}
