/* SPDX-License-Identifier: MIT */
/* about.c: says what machine this is. */
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "program-tester/boards/boards.h"
#include "rootle_version.h"

/* Another one after each start of the machine; "" where /proc is not mounted. */
static void read_boot(char *boot, size_t size)
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

    boot[0] = '\0';
    if (!file)
        return;
    if (!fgets(boot, (int)size, file))
        boot[0] = '\0';
    boot[strspn(boot, "0123456789abcdef-")] = '\0';
    fclose(file);
}

int pt_board_about(const char *folder)
{
    struct utsname name;
    struct statvfs disk;
    char boot[64];
    long long free_mib = -1;

    read_boot(boot, sizeof(boot));
    if (uname(&name))
        strcpy(name.machine, "unknown");
    if (!statvfs(folder, &disk))
        free_mib = (long long)((unsigned long long)disk.f_bavail * disk.f_frsize >> 20);
    long long memory_mib = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20;
    printf("{\"version\":\"%s\",\"machine\":\"%s\",\"boot\":\"%s\",\"processors\":%ld,"
           "\"memory\":%lld,\"free\":%lld}\n",
           ROOTLE_VERSION, name.machine, boot, sysconf(_SC_NPROCESSORS_ONLN), memory_mib, free_mib);
    return fflush(stdout) ? PT_BOARD_CANNOT : PT_BOARD_DONE;
}
