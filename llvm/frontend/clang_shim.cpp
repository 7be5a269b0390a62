/* SPDX-License-Identifier: MIT */
/* clang_shim.cpp: Clang's OpenCL C front end as one C function. */
#include "llvm/ir/shim.h"

#include "llvm/frontend/clang_files.h"
#include "llvm/frontend/frontend.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace
{

void print(FILE *log, const std::string &text)
{
    fwrite(text.data(), 1, text.size(), log);
}

/* Has the compiler take its files from `files`, and the program. */
void install(clang::CompilerInstance &compiler, const SourceFiles &files,
             const frontend_source *source)
{
    compiler.createFileManager(files.system());
    auto &paths = compiler.getHeaderSearchOpts().UserEntries;
    if (source->header_count)
        paths.insert(paths.begin(),
                     {SourceFiles::headers_folder, clang::frontend::Angled, false, true});
    /* By name: Clang takes it for granted that an #embed is in a file. */
    auto &inputs = compiler.getFrontendOpts().Inputs;
    inputs.clear();
    inputs.emplace_back(source->name, clang::InputKind(clang::Language::OpenCL));
}

class CompileAction : public clang::EmitLLVMOnlyAction
{
  public:
    CompileAction(llvm::LLVMContext *context, SourceFiles &sources)
        : EmitLLVMOnlyAction(context), files(sources)
    {
    }

  protected:
    bool BeginSourceFileAction(clang::CompilerInstance &compiler) override
    {
        files.watch(compiler.getPreprocessor());
        return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
    }

  private:
    SourceFiles &files;
};

} // namespace

LLVMModuleRef shim_compile_opencl(LLVMContextRef context, const frontend_source *source,
                                  const char *const *arguments, size_t argument_count, FILE *log)
{
    std::string text;
    llvm::raw_string_ostream stream(text);
    auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    auto *printer = new clang::TextDiagnosticPrinter(stream, options.get());

    clang::CompilerInstance compiler;
    compiler.createDiagnostics(printer);
    bool parsed = clang::CompilerInvocation::CreateFromArgs(
        compiler.getInvocation(), llvm::ArrayRef(arguments, argument_count),
        compiler.getDiagnostics(), "rootle-cc");
    if (!parsed) {
        print(log, text);
        return nullptr;
    }
    /* The invocation's own diagnostic options (-w, -Werror, -W...) replace those of the argument
     * parser. */
    auto *final_printer =
        new clang::TextDiagnosticPrinter(stream, &compiler.getInvocation().getDiagnosticOpts());
    compiler.createDiagnostics(final_printer);
    compiler.setVerboseOutputStream(stream);

    SourceFiles files(source);
    install(compiler, files, source);
    compiler.getFrontendOpts().DisableFree = false;

    CompileAction action(llvm::unwrap(context), files);
    bool ok = compiler.ExecuteAction(action);
    if (source->outside)
        *source->outside = strdup(files.outside().c_str());
    std::unique_ptr<llvm::Module> module = ok ? action.takeModule() : nullptr;
    print(log, text);
    if (!module)
        files.explain(log);
    return llvm::wrap(module.release());
}
