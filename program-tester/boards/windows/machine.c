/* SPDX-License-Identifier: MIT */
/* machine.c: what the machine is, random numbers, and libraries that are loaded. */
#include "program-tester/boards/windows/inside.h"

#include <psapi.h>

/* RtlGenRandom, which no header of MinGW declares. */
BOOLEAN NTAPI SystemFunction036(void *bytes, ULONG size);

int statvfs(const char *path, struct statvfs *disk)
{
    ULARGE_INTEGER free_bytes;

    if (!GetDiskFreeSpaceExA(path, &free_bytes, NULL, NULL))
        return windows_error();
    *disk = (struct statvfs){free_bytes.QuadPart, 1};
    return 0;
}

int uname(struct utsname *name)
{
    SYSTEM_INFO info;

    GetNativeSystemInfo(&info);
    snprintf(name->machine, sizeof(name->machine), "%s-windows",
             info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64 ? "aarch64" : "x86_64");
    return 0;
}

long sysconf(int name)
{
    SYSTEM_INFO info;
    MEMORYSTATUSEX memory = {.dwLength = sizeof(memory)};

    GetNativeSystemInfo(&info);
    switch (name) {
    case _SC_PAGESIZE:
        return (long)info.dwPageSize;
    case _SC_NPROCESSORS_ONLN:
        return (long)info.dwNumberOfProcessors;
    case _SC_OPEN_MAX:
        return 1024;
    case _SC_PHYS_PAGES:
        return GlobalMemoryStatusEx(&memory) ? (long)(memory.ullTotalPhys / info.dwPageSize) : -1;
    default:
        errno = EINVAL;
        return -1;
    }
}

int64_t getrandom(void *bytes, size_t size, unsigned flags)
{
    struct replay *replay = &windows_replay;

    (void)flags;
    if (windows_is_replaying && size == replay->random_size) {
        memcpy(bytes, replay->random, size);
        return (int64_t)size;
    }
    if (!SystemFunction036(bytes, (ULONG)size))
        return windows_error();
    if (size <= REPLAY_BYTES) {
        memcpy(replay->random, bytes, size);
        replay->random_size = (unsigned)size;
    }
    return (int64_t)size;
}

static char error_text[256];

static void *library_error(const char *name)
{
    DWORD error = GetLastError();
    char why[160] = "";

    FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0, why,
                   sizeof(why), NULL);
    why[strcspn(why, "\r\n")] = '\0';
    snprintf(error_text, sizeof(error_text), "%s: %s (error %lu of Windows)", name, why, error);
    return NULL;
}

void *dlopen(const char *name, int flags)
{
    HMODULE library = LoadLibraryA(name);

    (void)flags;
    return library ? (void *)library : library_error(name);
}

void *dlsym(void *library, const char *name)
{
    return (void *)GetProcAddress(library, name);
}

int dlclose(void *library)
{
    return FreeLibrary(library) ? 0 : -1;
}

char *dlerror(void)
{
    return error_text;
}

int dl_iterate_phdr(int (*each)(struct dl_phdr_info *info, size_t size, void *data), void *data)
{
    HMODULE modules[1024];
    DWORD size;

    if (!EnumProcessModules(GetCurrentProcess(), modules, sizeof(modules), &size))
        return 0;
    for (DWORD i = 0; i < size / sizeof(modules[0]) && i < 1024; i++) {
        char path[MAX_PATH];
        struct dl_phdr_info info = {path};

        if (!GetModuleFileNameA(modules[i], path, MAX_PATH))
            continue;
        for (char *at = path; (at = strchr(at, '\\')); at++)
            *at = '/';
        int result = each(&info, sizeof(info), data);
        if (result)
            return result;
    }
    return 0;
}
