# SPDX-License-Identifier: MIT
"""Ways to a machine: how a command that is to run there is started here."""

import dataclasses
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from ..prepare import PrepareError

CONNECT_SECONDS = 20.0
COMMAND_SECONDS = 120.0  # for a command that moves no files
_SSH = re.compile(r"ssh://(?!-)(?:(?P<user>[\w.-]+)@)?(?!-)(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::(?P<port>\d{1,5}))?(?P<folder>/.*)?")
_HERE = re.compile(r"localhost|127\.[\d.]+|::1")

_ADB = re.compile(r"adb:(?P<serial>(?!-)[\w.:\[\]-]+)(?P<folder>/.*)?")
ADB_FOLDER = "/data/local/tmp"  # where Android lets its shell write


class TargetError(PrepareError):
    """A target that cannot be used; the message is for people."""


class Unreachable(TargetError):
    """A target that does not answer now, and may later."""


@dataclasses.dataclass
class Answer:
    """What a command there has printed, and its exit status."""

    status: int
    out: bytes
    errors: str


class Transport:
    """A way to a machine. `name` is the target as it was given."""

    is_windows = False  # it runs programs of Windows
    folder = "/"  # of our files there; that of all: what is here is there, under the same path

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def shares_files(self) -> bool:
        return self.folder == "/"

    def connect(self, is_first: bool) -> None:
        """Unreachable: not now."""

    def close(self) -> None:
        """May be called again, and before connect()."""

    def command(self, words: list[str]) -> list[str]:
        """The command here that runs these words there, with its three standard streams."""
        raise NotImplementedError

    def run(self, words: list[str], data: bytes = b"", seconds: float = COMMAND_SECONDS) -> Answer:
        """Runs a command there, and waits for it. Unreachable: it did not answer."""
        return self._answer(self.command(words), data, seconds)

    def _answer(self, command: list[str], data: bytes, seconds: float) -> Answer:
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise Unreachable(f"target {self.name}: no answer within {seconds:g} s") from None
        except OSError as error:
            raise TargetError(f"target {self.name}: {error.strerror}: {error.filename}") from None
        return Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").strip())

    def is_lost(self, answer: Answer) -> bool:
        """Whether it is the way's answer, and none of the command."""
        return answer.status == 255


class Wrapper(Transport):
    """exec:COMMAND, in which {} stands for what is to run; without one it comes last."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        try:
            self._words = shlex.split(name.removeprefix("exec:"))
        except ValueError as error:
            raise TargetError(f"target {name}: {error}") from None
        if not self._words:
            raise TargetError(f"target {name}: there is no command")
        # Wine runs programs of this system, too, as if it were not there.
        self.is_windows = Path(self._words[0]).name.startswith("wine")
        if not any("{}" in word for word in self._words):
            self._words.append("{}")

    def command(self, words: list[str]) -> list[str]:
        found: list[str] = []
        for word in self._words:
            found += words if word == "{}" else [word.replace("{}", shlex.join(words))]
        return found


def keys_of(host: str) -> list[str]:
    """Options of the exchange of keys. Nobody records what stays on this machine, for the quantum computers to come: what is safe
    from them takes ssh and sshd 0.09 s of processor time."""
    return ["-o", "KexAlgorithms=^curve25519-sha256"] if _HERE.fullmatch(host) else []


class Ssh(Transport):
    """ssh://user@host:port/dir: all commands go through one connection, which only this run uses."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        match = _SSH.fullmatch(name)
        if not match:
            raise TargetError(f"target {name}: not like ssh://user@host:port/dir, in which only the host must be")
        host = match["host"].strip("[]")
        self._keys = keys_of(host)
        self._to = [*(["-p", match["port"]] if match["port"] else []), f"{match['user']}@{host}" if match["user"] else host]
        self.folder = f"{(match['folder'] or '').rstrip('/')}/rootle-board".removeprefix("" if match["folder"] else "/")
        self._kept = Path(tempfile.mkdtemp(prefix="rootle-ssh-"))  # short: sockets have short paths
        self._socket = self._kept / "s"
        self._master: subprocess.Popen[bytes] | None = None

    def _ssh(self, *options: str) -> list[str]:
        return ["ssh", "-S", str(self._socket), *options, *self._to]

    def connect(self, is_first: bool) -> None:
        self._end_master()
        keep = ["-C", *self._keys, "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3", "-o", f"ConnectTimeout={CONNECT_SECONDS:.0f}"]
        ask = [] if is_first else ["-o", "BatchMode=yes"]
        log = self._kept / "log"
        with open(log, "wb") as errors:
            try:
                self._master = subprocess.Popen(self._ssh("-M", "-N", "-T", *keep, *ask), stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=errors, start_new_session=not is_first)  # fmt: skip
            except OSError as error:
                raise TargetError(f"target {self.name}: {error.strerror}: {error.filename}") from None
        while not self._socket.exists():
            if self._master.poll() is not None:
                said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                raise Unreachable(f"target {self.name}: {said[-1] if said else 'ssh ended'}")
            time.sleep(0.02)

    def command(self, words: list[str]) -> list[str]:
        # Without its connection ssh would make another one, and ask for passwords.
        return [*self._ssh("-T", "-o", "ControlMaster=no", "-o", "BatchMode=yes", "-o", "ProxyCommand=false"), shlex.join(words)]

    def _end_master(self) -> None:
        if self._master is not None:
            self._master.kill()
            self._master.wait()
            self._master = None
        self._socket.unlink(missing_ok=True)

    def close(self) -> None:
        self._end_master()
        shutil.rmtree(self._kept, ignore_errors=True)


class Adb(Transport):
    """adb:SERIAL/dir: by the shell of Android's debug bridge in its second version, which has three streams and an exit status."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        match = _ADB.fullmatch(name)
        if not match:
            raise TargetError(f"target {name}: not like adb:SERIAL/dir, in which only the serial number must be")
        self._serial = match["serial"]
        self.folder = f"{(match['folder'] or ADB_FOLDER).rstrip('/')}/rootle-board"

    def connect(self, is_first: bool) -> None:
        said = ""
        if ":" in self._serial:  # an address, which is to be connected to
            if not is_first:
                self._adb("disconnect", self._serial)
            said = self._adb("connect", self._serial).out.decode("utf-8", "replace").strip()
        answer = self._adb("-s", self._serial, "features")
        if answer.status:
            raise Unreachable(f"target {self.name}: {answer.errors or said}")
        if b"shell_v2" not in answer.out.split():
            raise TargetError(f"target {self.name}: its adbd is too old: it has no shell_v2")

    def _adb(self, *words: str) -> Answer:
        return self._answer(["adb", *words], b"", CONNECT_SECONDS)

    def command(self, words: list[str]) -> list[str]:
        return ["adb", "-s", self._serial, "shell", "-T", shlex.join(words)]

    def is_lost(self, answer: Answer) -> bool:
        return super().is_lost(answer) or (answer.status == 1 and answer.errors.startswith(("error: ", "adb: ")))


_KINDS: dict[str, type[Transport]] = {"exec:": Wrapper, "ssh://": Ssh, "adb:": Adb}


def transport(name: str) -> Transport:
    """The way to a target, by how its name begins."""
    for prefix, kind in _KINDS.items():
        if name.startswith(prefix):
            return kind(name)
    raise TargetError(f"target {name}: not like ssh://user@host, adb:SERIAL or exec:COMMAND")
