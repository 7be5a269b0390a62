# SPDX-License-Identifier: MIT
# Has the kernel give another processor's programs to an emulator, as long as the mount namespace that calls it is there.
# give_programs_to EMULATOR: EMULATOR is the path of qemu-PROCESSOR-static.
give_programs_to() {
    local processor=${1##*/qemu-} row
    # Debian's row has what the first bytes of such a program are. F: the emulator is opened now, and need not be below the root.
    row=$(</usr/lib/binfmt.d/"qemu-${processor%-static}.conf")
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    printf '%s:%s:F' "${row%:*:*}" "$1" >/proc/sys/fs/binfmt_misc/register
}
