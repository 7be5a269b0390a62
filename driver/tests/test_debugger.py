# SPDX-License-Identifier: MIT
"""The driver's end of a debugger's conversation: commands, odd ones among them, and peers that go away. Run by hand or by
ctest: test_debugger.py TESTER ICD."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SECONDS = 60
KERNEL = """\
/*!
[config]
name: twice
kernel_name: twice
[test]
arg_out: 0 buffer int[128] repeat 2
global_size: 128 0 0
local_size: 64 0 0
!*/
kernel void twice(global int *out)
{
    out[get_global_id(0)] = 2;
}
"""


class Peer:
    """A debugger that says what it likes."""

    def __init__(self, tester: str, icd: str, folder: str) -> None:
        path = Path(folder) / "socket"
        file = Path(folder) / "twice.cl"
        file.write_text(KERNEL, encoding="utf-8")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(SECONDS)
        environment = {**os.environ, "OCL_ICD_VENDORS": icd, "ROOTLE_DEBUGGER": str(path)}
        self.child = subprocess.Popen([tester, "--text", str(file)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.socket, _ = listener.accept()
        listener.close()
        self.socket.settimeout(SECONDS)
        self.stream = self.socket.makefile("rb")

    def receive(self) -> dict:
        line = self.stream.readline()
        assert line, "the program has closed the connection"
        message = json.loads(line)
        assert isinstance(message, dict)
        return message

    def until(self, *keys: str) -> dict:
        while True:
            message = self.receive()
            if any(key in message for key in keys):
                return message

    def ask(self, line: str) -> dict:
        self.socket.sendall(line.encode("latin-1") + b"\n")
        return self.receive()

    def end(self) -> str:
        """What the program says when it is let go; it has to end by itself."""
        self.stream.close()
        self.socket.close()
        said, _ = self.child.communicate(timeout=SECONDS)
        return said


@contextlib.contextmanager
def peer(tester: str, icd: str) -> Iterator[Peer]:
    with tempfile.TemporaryDirectory() as folder:
        made = Peer(tester, icd, folder)
        try:
            assert made.receive()["hello"] == 1
            assert made.until("stopped")["stopped"] == "launch"
            yield made
        finally:
            made.child.kill()
            made.child.communicate()


def test_runs_and_steps(tester: str, icd: str) -> None:
    with peer(tester, icd) as p:
        p.socket.sendall(b"step\n")
        first = p.until("stopped")
        assert (first["stopped"], first["step"], first["index"]) == ("step", 1, 0)
        assert int(first["live"], 16) == 2**64 - 1
        assert p.ask("stops" + " 1" * 5000) == {"ok": True}  # as many as the words of a long kernel
        assert p.ask("stops") == {"ok": True}
        steps = [first["step"]]
        for _ in range(3):
            p.socket.sendall(b"step\n")
            steps.append(p.until("stopped")["step"])
        assert steps == [1, 2, 3, 4]
        p.socket.sendall(b"back 2\n")
        assert p.until("stopped")["step"] == 2
        assert p.ask("hold end") == {"ok": True}
        p.socket.sendall(b"go\n")
        assert p.until("stopped")["stopped"] == "end"
        p.socket.sendall(b"back 1\n")
        assert p.until("stopped")["step"] == 1
        assert "1 pass" in p.end()


ODD = [
    "", " ", "nonsense", "stops x", "stops 99999999", "follow 1", "follow a b c", "hold what", "memory", "memory global 0 -1 0",
    "memory global 0 99999999999 0", "memory global 0 4 64", "memory private 0 4 0", "memory input 4294967295 4 0",
    "registers 0 999", "registers 200 1", "values 0", "values 99999999999999999999", "set-register 0 9 0 0", "set-value 0 0 0",
    "write global 0 0 256", "write input 0 0 1", "before 0 0 0 0 0", "after 1", "watch global", "watch local 0 0", "watch global 1 99999",
    "watch texture", "watch texture 9999 0 0 0 reads", "watch rat 0 0 0 0 both", "watch global 0 4 0 what",
    "wave 9", "wave", "back", "back 0", "back x", "back-to-stop", "\xff\xfe", "stops " + "1 " * 5000 + "x",
]  # fmt: skip


def test_odd_commands(tester: str, icd: str) -> None:
    for begun in (False, True):
        with peer(tester, icd) as p:
            if begun:
                p.socket.sendall(b"step\n")
                p.until("stopped")
            for line in ODD:
                answer = p.ask(line)
                assert "error" in answer or "ok" in answer or "bytes" in answer or "values" in answer, (line, answer)
            p.socket.sendall(b"go\n")
            assert p.until("stopped")["stopped"] == "ended"
            assert "1 pass" in p.end()


def test_random_commands(tester: str, icd: str) -> None:
    """Nothing that a peer says breaks the program. What goes on is not said."""
    words = ["stops", "follow", "memory", "registers", "values", "watch", "wave", "waves", "images", "global", "local", "private", "input", "texture", "reads", "both", "hold", "ping"]
    choose = random.Random(7)
    with peer(tester, icd) as p:
        p.socket.sendall(b"step\n")
        p.until("stopped")
        for _ in range(400):
            line = " ".join([choose.choice(words[:10]), *(choose.choice([*words[9:16], str(choose.choice([0, 1, 63, 64, 4096, 2**32 - 1, 2**64]))]) for _ in range(choose.randrange(5)))])
            p.socket.sendall(line.encode() + b"\nping\n")
            while "ok" not in p.receive():
                pass
            if line.split()[0] in ("stops", "follow", "hold", "watch", "images", "wave"):
                p.socket.settimeout(0.02)
                with contextlib.suppress(TimeoutError, OSError):
                    p.socket.recv(1 << 16, socket.MSG_PEEK)
                p.socket.settimeout(SECONDS)
        assert p.child.poll() is None


def test_long_line_ends_the_conversation(tester: str, icd: str) -> None:
    with peer(tester, icd) as p:
        with contextlib.suppress(OSError):
            p.socket.sendall(b"x" * 200000)
        assert "1 pass" in p.end()


def test_goes_away(tester: str, icd: str) -> None:
    """At each place in a conversation: the program runs on, and passes."""
    for commands in ([], [b"step\n"], [b"step\n", b"step\n"], [b"step\n", b"ba"], [b"detach\n"], [b"back 3\n"]):
        with peer(tester, icd) as p:
            for command in commands:
                p.socket.sendall(command)
                if command == b"step\n":
                    p.until("stopped")
            said = p.end()
            assert "1 pass" in said, (commands, said)


def test_killed_programs_end(tester: str, icd: str) -> None:
    with peer(tester, icd) as p:
        p.child.send_signal(signal.SIGKILL)
        assert p.stream.read() == b""


def test_nobody_listens(tester: str, icd: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "twice.cl"
        file.write_text(KERNEL, encoding="utf-8")
        for path in (f"{folder}/nothing", "/" + "x" * 200):
            environment = {**os.environ, "OCL_ICD_VENDORS": icd, "ROOTLE_DEBUGGER": path}
            done = subprocess.run([tester, "--text", str(file)], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
            assert "1 pass" in done.stdout and "launches run without a debugger" in done.stdout + done.stderr, done


def main(arguments: list[str]) -> int:
    tester, icd = arguments
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            print(name, flush=True)
            test(tester, icd)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
