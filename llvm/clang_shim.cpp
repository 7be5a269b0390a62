/* SPDX-License-Identifier: MIT */
/* clang_shim.cpp: Clang's OpenCL C front end as one C function. */
#include "llvm/shim.h"

#include "driver/compiler.h"
#include "llvm/frontend.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace
{

void print(FILE *log, const std::string &text)
{
    fwrite(text.data(), 1, text.size(), log);
}

/* The buffer has no terminating NUL of its own to offer: Clang wants one, so it gets a copy. */
std::unique_ptr<llvm::MemoryBuffer> copy_text(const char *name, const void *text, size_t size)
{
    return llvm::MemoryBuffer::getMemBufferCopy(
        llvm::StringRef(static_cast<const char *>(text), size), name);
}

constexpr char headers_folder[] = "/rootle-headers";

/* The machine's files, with the headers in front: in a folder of their own for #include <>, and in
 * the current one, where #include "" looks first. */
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with(const frontend_source *source)
{
    auto real = llvm::vfs::getRealFileSystem();
    if (!source->header_count)
        return real;
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    if (auto here = real->getCurrentWorkingDirectory())
        memory->setCurrentWorkingDirectory(*here);
    for (uint32_t i = 0; i < source->header_count; i++) {
        const compiler_input &header = source->headers[i];
        for (std::string path :
             {std::string(header.name), std::string(headers_folder) + "/" + header.name})
            memory->addFile(path, 0, copy_text(path.c_str(), header.data, header.size));
    }
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
    files->pushOverlay(memory);
    return files;
}

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

    auto files = files_with(source);
    compiler.createFileManager(files);
    if (source->header_count) {
        auto &paths = compiler.getHeaderSearchOpts().UserEntries;
        paths.insert(paths.begin(), {headers_folder, clang::frontend::Angled, false, true});
    }
    std::unique_ptr<llvm::MemoryBuffer> buffer =
        copy_text(source->name, source->text, source->size);
    compiler.getFrontendOpts().Inputs.clear();
    compiler.getFrontendOpts().Inputs.emplace_back(buffer->getMemBufferRef(),
                                                   clang::InputKind(clang::Language::OpenCL));
    compiler.getFrontendOpts().DisableFree = false;

    clang::EmitLLVMOnlyAction action(llvm::unwrap(context));
    bool ok = compiler.ExecuteAction(action);
    std::unique_ptr<llvm::Module> module = ok ? action.takeModule() : nullptr;
    print(log, text);
    return llvm::wrap(module.release());
}
