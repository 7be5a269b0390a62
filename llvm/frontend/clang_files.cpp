/* SPDX-License-Identifier: MIT */
/* clang_files.cpp: the program and its headers as files, in front of the machine's. */
#include "llvm/frontend/clang_files.h"

#include "driver/compiler.h"
#include "llvm/config.h"
#include "llvm/frontend/activity.h"
#include "llvm/frontend/frontend.h"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace llvm;

namespace
{

/* Clang wants a terminating NUL, which the client's bytes do not have. */
std::unique_ptr<MemoryBuffer> copy_text(StringRef name, const void *text, size_t size)
{
    return MemoryBuffer::getMemBufferCopy(StringRef(static_cast<const char *>(text), size), name);
}

/* That is reading, for a crash. */
clang::Preprocessor *reader;

/* The line of the program that the parser is at, or that includes what it is at. */
unsigned current_line()
{
    auto *lexer = reader ? static_cast<clang::Lexer *>(reader->getCurrentFileLexer()) : nullptr;
    if (!lexer)
        return 0;
    const clang::SourceManager &sources = reader->getSourceManager();
    auto [file, offset] = sources.getDecomposedLoc(lexer->getSourceLocation());
    while (file.isValid() && file != sources.getMainFileID())
        std::tie(file, offset) = sources.getDecomposedIncludedLoc(file);
    return file.isValid() ? sources.getLineNumber(file, offset) : 0;
}

} // namespace

/* Hears of every lookup of a file, and of macros that tell the time. */
class SourceFiles::Watcher : public clang::PPCallbacks
{
  public:
    explicit Watcher(SourceFiles &owner) : files(owner)
    {
    }

    void InclusionDirective(clang::SourceLocation, const clang::Token &, StringRef name, bool,
                            clang::CharSourceRange, clang::OptionalFileEntryRef file, StringRef,
                            StringRef, const clang::Module *, bool,
                            clang::SrcMgr::CharacteristicKind) override
    {
        if (name != FRONTEND_DEFAULT_HEADER)
            files.note_lookup(file);
    }

    void HasInclude(clang::SourceLocation, StringRef, bool, clang::OptionalFileEntryRef file,
                    clang::SrcMgr::CharacteristicKind) override
    {
        files.note_lookup(file);
    }

    void EmbedDirective(clang::SourceLocation, StringRef, bool, clang::OptionalFileEntryRef file,
                        const clang::LexEmbedParametersResult &) override
    {
        files.note_lookup(file);
    }

    void HasEmbed(clang::SourceLocation, StringRef, bool, clang::OptionalFileEntryRef file) override
    {
        files.note_lookup(file);
    }

    void MacroExpands(const clang::Token &token, const clang::MacroDefinition &, clang::SourceRange,
                      const clang::MacroArgs *) override
    {
        StringRef name = token.getIdentifierInfo()->getName();
        if (name == "__DATE__" || name == "__TIME__" || name == "__TIMESTAMP__")
            files.is_timed = true;
    }

  private:
    SourceFiles &files;
};

/* Headers are in a folder of their own for #include <>, and in the current one, where #include ""
 * looks first. */
SourceFiles::SourceFiles(const frontend_source *program)
    : source(program), memory(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>())
{
    auto real = vfs::getRealFileSystem();
    auto here = real->getCurrentWorkingDirectory();
    memory->setCurrentWorkingDirectory(here ? *here : "/");
    for (uint32_t i = 0; i < source->header_count; i++) {
        const compiler_input &header = source->headers[i];
        for (const std::string &path :
             {std::string(header.name), std::string(headers_folder) + "/" + header.name})
            memory->addFile(path, 0, copy_text(path, header.data, header.size));
    }
    memory->addFile(source->name, 0, copy_text(source->name, source->text, source->size));
    if (source->folders)
        confined = makeIntrusiveRefCnt<ConfinedFiles>(real, source->folders, source->folder_count);
    auto overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
        confined ? IntrusiveRefCntPtr<vfs::FileSystem>(confined) : real);
    overlay->pushOverlay(memory);
    files = overlay;
}

void SourceFiles::watch(clang::Preprocessor &preprocessor)
{
    preprocessor.addPPCallbacks(std::make_unique<Watcher>(*this));
    reader = &preprocessor;
    activity_set_line(current_line);
}

SourceFiles::~SourceFiles()
{
    activity_set_line(nullptr);
    reader = nullptr;
}

/* The machine's files are searched behind the program's, so that one of those is always found. */
void SourceFiles::note_lookup(clang::OptionalFileEntryRef file)
{
    if (!file || !memory->exists(file->getName()))
        looked_outside = true;
}

std::string SourceFiles::outside() const
{
    const bool is_known = !is_timed && (confined || !looked_outside);
    return !is_known ? "?\n" : looked_outside ? confined->seen() : "";
}

void SourceFiles::explain(FILE *log) const
{
    if (confined && !confined->refused().empty())
        fprintf(log,
                "note: '%s' is in none of the folders that programs may read: the application's "
                "current one, those of -I, what -D calls by an absolute path, /usr/share and "
                "/usr/include; ROOTLE_SANDBOX=0 lets them read any\n",
                confined->refused().c_str());
}
