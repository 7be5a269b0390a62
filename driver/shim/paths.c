/* SPDX-License-Identifier: MIT */
/* paths.c: the files of /dev and /sys by which Mesa, libdrm and EGL find a PCI card with one render
 * node. */
#include "driver/shim/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/shim/card.h"

#define PCI  "/sys/devices/pci0000:00/0000:00:01.0"
#define NODE PCI "/drm/renderD128"

static const struct shim_node nodes[] = {
    {"/dev/dri", SHIM_FOLDER, NULL},
    {"/dev/dri/renderD128", SHIM_DEVICE, NULL},
    {"/sys/dev/char/226:128", SHIM_LINK, "../../devices/pci0000:00/0000:00:01.0/drm/renderD128"},
    {"/sys/class/drm", SHIM_FOLDER, NULL},
    {"/sys/class/drm/renderD128", SHIM_LINK,
     "../../devices/pci0000:00/0000:00:01.0/drm/renderD128"},
    {"/sys/bus/pci/devices/0000:00:01.0", SHIM_LINK, "../../../devices/pci0000:00/0000:00:01.0"},
    {PCI, SHIM_FOLDER, NULL},
    {PCI "/vendor", SHIM_FILE, "0x1002\n"},
    {PCI "/device", SHIM_FILE, "0x%04x\n"},
    {PCI "/subsystem_vendor", SHIM_FILE, "0x1002\n"},
    {PCI "/subsystem_device", SHIM_FILE, "0x%04x\n"},
    {PCI "/revision", SHIM_FILE, "0x00\n"},
    {PCI "/class", SHIM_FILE, "0x030000\n"},
    {PCI "/uevent", SHIM_FILE,
     "DRIVER=radeon\nPCI_CLASS=30000\nPCI_ID=1002:%04X\nPCI_SUBSYS_ID=1002:%04X\n"
     "PCI_SLOT_NAME=0000:00:01.0\n"},
    {PCI "/subsystem", SHIM_LINK, "../../../bus/pci"},
    {PCI "/driver", SHIM_LINK, "../../../bus/pci/drivers/radeon"},
    {PCI "/drm", SHIM_FOLDER, NULL},
    {NODE, SHIM_FOLDER, NULL},
    {NODE "/dev", SHIM_FILE, "226:128\n"},
    {NODE "/device", SHIM_LINK, "../../../0000:00:01.0"},
    {NODE "/subsystem", SHIM_LINK, "../../../../../class/drm"},
    {NODE "/uevent", SHIM_FILE,
     "MAJOR=226\nMINOR=128\nDEVNAME=dri/renderD128\nDEVTYPE=drm_minor\n"},
};

static const struct shim_node *find_exact(const char *path)
{
    for (size_t i = 0; i < COUNT(nodes); i++)
        if (!strcmp(nodes[i].path, path))
            return &nodes[i];
    return NULL;
}

enum { LINKS_FOLLOWED = 16, NODE_PATH_SIZE = 256 };

/* Appends one part of a path to `at`; false if that gets too long for any node. */
static bool append(char at[NODE_PATH_SIZE], const char *part, size_t length)
{
    const size_t used = strlen(at);
    if (!length || (length == 1 && part[0] == '.'))
        return true;
    if (length == 2 && !memcmp(part, "..", 2)) {
        char *slash = strrchr(at, '/');
        if (slash)
            *slash = '\0';
        return true;
    }
    if (used + length + 2 > NODE_PATH_SIZE)
        return false;
    at[used] = '/';
    memcpy(at + used + 1, part, length);
    at[used + 1 + length] = '\0';
    return true;
}

static bool walk(char at[NODE_PATH_SIZE], const char *path, bool follow, int links);

/* Replaces the link that `at` names by what it points to. */
static bool follow_link(char at[NODE_PATH_SIZE], const struct shim_node *link, int links)
{
    if (!links)
        return false;
    *strrchr(at, '/') = '\0';
    return walk(at, link->text, true, links - 1);
}

static bool walk(char at[NODE_PATH_SIZE], const char *path, bool follow, int links)
{
    while (*path) {
        const size_t length = strcspn(path, "/");
        if (!append(at, path, length))
            return false;
        path += length + strspn(path + length, "/");
        const struct shim_node *node = find_exact(at);
        if (node && node->kind == SHIM_LINK && (*path || follow) && !follow_link(at, node, links))
            return false;
    }
    return true;
}

const struct shim_node *shim_node_find(const char *path, bool follow)
{
    char at[NODE_PATH_SIZE] = "";
    return walk(at, path, follow, LINKS_FOLLOWED) ? find_exact(at) : NULL;
}

const struct shim_node *shim_node_entry(const struct shim_node *folder, size_t index)
{
    const size_t length = strlen(folder->path);
    for (size_t i = 0; i < COUNT(nodes); i++)
        if (!strncmp(nodes[i].path, folder->path, length) && nodes[i].path[length] == '/' &&
            !strchr(nodes[i].path + length + 1, '/') && !index--)
            return &nodes[i];
    return NULL;
}

const char *shim_node_name(const struct shim_node *node)
{
    return strrchr(node->path, '/') + 1;
}

uint64_t shim_node_inode(const struct shim_node *node)
{
    return (uint64_t)(node - nodes) + 1;
}

void shim_node_stat(const struct shim_node *node, struct stat *stat)
{
    static const mode_t modes[] = {
        [SHIM_FOLDER] = S_IFDIR | 0755,
        [SHIM_DEVICE] = S_IFCHR | 0666,
        [SHIM_FILE] = S_IFREG | 0444,
        [SHIM_LINK] = S_IFLNK | 0777,
    };
    *stat = (struct stat){.st_dev = makedev(0, SHIM_MAJOR),
                          .st_ino = shim_node_inode(node),
                          .st_nlink = 1,
                          .st_mode = modes[node->kind],
                          .st_blksize = 4096};
    if (node->kind == SHIM_DEVICE)
        stat->st_rdev = makedev(SHIM_MAJOR, SHIM_MINOR);
    if (node->kind == SHIM_LINK)
        stat->st_size = (off_t)strlen(node->text);
    if (node->kind == SHIM_FILE)
        stat->st_size = 4096; /* as sysfs says of every attribute */
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static int print_content(const struct shim_node *node, char content[SHIM_PATH_SIZE])
{
    const uint32_t device = shim_card_pci_id();
    return snprintf(content, SHIM_PATH_SIZE, node->text, device, device);
}
#pragma GCC diagnostic pop

int shim_node_read(const struct shim_node *node)
{
    char content[SHIM_PATH_SIZE];
    const int length = print_content(node, content);
    const int fd = memfd_create(shim_node_name(node), MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    if (write(fd, content, (size_t)length) != length || lseek(fd, 0, SEEK_SET)) {
        close(fd);
        errno = EIO;
        return -1;
    }
    return fd;
}

/* Whether `path` lies at or below `from`, whose length is given. */
static bool lies_below(const char *path, const char *from, size_t length)
{
    return length && !strncmp(path, from, length) && (!path[length] || path[length] == '/');
}

const char *shim_redirect_by(const char *rule, const char *path, char buffer[SHIM_PATH_SIZE])
{
    while (*rule) {
        const size_t length = strcspn(rule, ":"), from = strcspn(rule, "=:");
        if (rule[from] == '=' && lies_below(path, rule, from)) {
            const int printed = snprintf(buffer, SHIM_PATH_SIZE, "%.*s%s", (int)(length - from - 1),
                                         rule + from + 1, path + from);
            return printed < SHIM_PATH_SIZE ? buffer : path;
        }
        rule += length + (rule[length] == ':');
    }
    return path;
}
