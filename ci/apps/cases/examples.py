# SPDX-License-Identifier: MIT
"""Examples of libraries, which check what they get: StarPU's, Erlang's OpenCL and clFFT's client. And hcxkeys, whose keys
Python's hashlib knows."""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..bench import Bench
from ..case import Case, Finding, WrongError
from .gegl import kind_on

_STARPU = Path("/usr/lib/x86_64-linux-gnu/starpu/examples")
# Each ends with 0 where its results are right. All have OpenCL kernels that Debian's package is complete for.
_TASKS = ("binary", "block", "fblock", "incrementer", "incrementer_cpp", "matvecmult", "variable", "vector_scal")
_ERLANG = Path("/usr/share/doc/erlang-cl/examples")
_INCLUDED = Path("/usr/lib/erlang/lib/cl-1.2.4/include")
# Numbers from 1 to 1024, and what comes of each.
_MODULES: dict[str, Callable[[int], int]] = {"cl_square_float": lambda x: x * x, "cl_map": lambda x: x * x + 1}
_SHOWN = re.compile(r"\d+\.\d+(?:e\d+)?")
# Products of 2, 3 and 5: the client wants sums to be exactly zero, which others are not (docs/applications.md).
_SIZES = {
    "powers": ("-x 1024", "-x 1024 --outPlace", "-x 65536", "-x 8192 --batchSize 3"),
    "planes": ("-x 30 -y 45", "-x 16 -y 16 -z 16"),
    "doubles": ("-x 1024 --double", "-x 300 -y 8 --double --batchSize 4"),
}
_PASSWORDS, _NETWORK = [f"password{n}" for n in range(8)], "network"


def _starpu(name: str, bench: Bench) -> Finding:
    # With no processors, whatever is done is done by OpenCL.
    only = {"STARPU_NCPU": "0", "STARPU_NOPENCL": "1", "STARPU_WORKERS_NOBIND": "1", "STARPU_HOME": str(bench.folder)}
    on_cpu = {"STARPU_OPENCL_ON_CPUS": "1"} if kind_on(bench) == "cpu" else {}
    done = bench.on_driver(_STARPU / name, **only, **on_cpu, ROOTLE_DEBUG="dispatch")
    if bench.is_bundled and "rootle: launch" not in done.text:
        raise WrongError("StarPU launched no kernel")
    return Finding("its own check")


def _erlang(module: str, bench: Bench) -> Finding:
    bench.without_driver("erlc", "-I", _INCLUDED, _ERLANG / f"{module}.erl")
    text = bench.on_driver("erl", "-noshell", "-eval", f'io:format("~p~n", [{module}:test()]).', "-s", "init", "stop").text
    wanted = [float(_MODULES[module](x)) for x in range(1, 1025)]
    shown = [float(number) for number in _SHOWN.findall(text)]
    if shown[-len(wanted) :] != wanted:
        raise WrongError(f"{len(shown)} numbers, which are not those of {module}")
    return Finding("equal")


def _clfft(sizes: tuple[str, ...], bench: Bench) -> Finding:
    for words in sizes:
        if "*****PASS*****" not in bench.on_driver("clFFT-client", *words.split()).text:
            raise WrongError(f"clFFT-client {words}: its test fails")
    return Finding(f"{len(sizes)} sizes")


def _hcxkeys(bench: Bench) -> Finding:
    (bench.folder / "words").write_text("".join(word + "\n" for word in _PASSWORDS))
    bench.on_driver("wlangenpmkocl", "-e", _NETWORK, "-i", "words", "-A", "keys")
    keys = (bench.folder / "keys").read_text().split()
    wanted = [hashlib.pbkdf2_hmac("sha1", word.encode(), _NETWORK.encode(), 4096, 32).hex() + ":" + word for word in _PASSWORDS]
    if keys != wanted:
        raise WrongError(f"{len(set(wanted) - set(keys))} of {len(wanted)} keys are wrong")
    return Finding(f"{len(keys)} keys")


CASES = (
    *(Case(f"starpu/{name}", ("starpu-examples", "clinfo"), partial(_starpu, name), "its own check") for name in _TASKS),
    *(Case(f"erlang/{name}", ("erlang-cl", "erlang-base"), partial(_erlang, name), "its numbers") for name in _MODULES),
    *(Case(f"clfft/{name}", ("clfft-client",), partial(_clfft, sizes), "clFFT's own test") for name, sizes in _SIZES.items()),
    Case("hcxkeys/pmk", ("hcxkeys",), _hcxkeys, "a hash of Python's", is_quick=True),
)
