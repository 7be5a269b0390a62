/* SPDX-License-Identifier: MIT */
/* confined_files.cpp: what a program may include is what is in its folders, on every kernel; where
 * the kernel confines the process too (sandbox.c), it does so behind this. */
#include "llvm/frontend/confined_files.h"

#include <llvm/Support/Path.h>

using namespace llvm;

/* Strikes out dots without a look at what is there: nothing may be shown for such a path. */
static SmallString<256> absolute_name(const vfs::FileSystem &files, const Twine &path)
{
    SmallString<256> name;
    path.toVector(name);
    files.makeAbsolute(name);
    sys::path::remove_dots(name, true);
    return name;
}

ConfinedFiles::ConfinedFiles(IntrusiveRefCntPtr<vfs::FileSystem> files, const char *const *named,
                             size_t count)
    : ProxyFileSystem(files)
{
    for (size_t i = 0; i < count; i++) {
        SmallString<256> real;
        names.emplace_back(absolute_name(*files, named[i]));
        if (!files->getRealPath(named[i], real))
            folders.emplace_back(real);
    }
}

static bool is_inside(StringRef path, const std::vector<std::string> &folders)
{
    for (StringRef folder : folders)
        if (path == folder || folder == "/" ||
            (path.starts_with(folder) && path[folder.size()] == '/'))
            return true;
    return false;
}

/* True when a file that does not exist would be inside. */
bool ConfinedFiles::would_be_inside(const Twine &path)
{
    SmallString<256> name = absolute_name(*this, path), parent;
    return is_inside(name, names) ||
           (!getRealPath(sys::path::parent_path(name), parent) && is_inside(parent, folders));
}

/* A file that is not there, in a folder, is not refused. */
bool ConfinedFiles::is_visible(const Twine &path)
{
    SmallString<256> real;
    bool found = !getRealPath(path, real);
    if (found ? is_inside(real, folders) : would_be_inside(path))
        return found;
    last_refused = path.str();
    return false;
}

ErrorOr<vfs::Status> ConfinedFiles::status(const Twine &path)
{
    ErrorOr<vfs::Status> none = make_error_code(std::errc::no_such_file_or_directory);
    auto found = is_visible(path) ? ProxyFileSystem::status(path) : none;
    if (found && !found->isDirectory() && !found->isRegularFile())
        found = none;
    SmallString<256> name;
    path.toVector(name);
    makeAbsolute(name);
    lines += (!found ? "-" : found->isDirectory() ? "d" : "f") + name.str().str() + "\n";
    return found;
}

bool ConfinedFiles::exists(const Twine &path)
{
    return static_cast<bool>(status(path));
}

ErrorOr<std::unique_ptr<vfs::File>> ConfinedFiles::openFileForRead(const Twine &path)
{
    auto found = status(path);
    if (!found)
        return found.getError();
    return ProxyFileSystem::openFileForRead(path);
}

vfs::directory_iterator ConfinedFiles::dir_begin(const Twine &path, std::error_code &error)
{
    auto found = status(path);
    if (found)
        return ProxyFileSystem::dir_begin(path, error);
    error = found.getError();
    return {};
}
