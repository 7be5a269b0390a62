/* SPDX-License-Identifier: MIT */
/* clang_files.h: the files that one compile sees, and whether it looked at any. */
#pragma once

#include <clang/Basic/FileEntry.h>
#include <cstdio>
#include <llvm/Support/VirtualFileSystem.h>

#include "llvm/frontend/confined_files.h"

struct frontend_source;
namespace clang
{
class Preprocessor;
}

/* The program itself and the headers that came with it, in memory, in front of the machine's files.
 */
class SourceFiles
{
  public:
    explicit SourceFiles(const frontend_source *program);
    ~SourceFiles();
    /* Returns the file system that the compiler is to take its files from. */
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system() const
    {
        return files;
    }
    /* Where #include <> looks first. */
    static constexpr char headers_folder[] = "/rootle-headers";
    /* Watches the preprocessor: for outside(), and to tell where it is when it crashes. */
    void watch(clang::Preprocessor &preprocessor);
    /* The outcome depends on these beside the program: files that are neither its nor the
     * compiler's own, even if they were looked for in vain, and the time of day
     * (protocol_reply.outside). */
    std::string outside() const;
    /* Where a program asked in vain for a file outside of its folders: a line that says so. */
    void explain(FILE *log) const;

  private:
    void note_lookup(clang::OptionalFileEntryRef file);
    class Watcher;

    const frontend_source *source;
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory;
    llvm::IntrusiveRefCntPtr<ConfinedFiles> confined; /* null: it may read any file */
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
    bool looked_outside = false, is_timed = false;
};
