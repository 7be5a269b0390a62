# SPDX-License-Identifier: MIT
"""What command lines with misspelt options are told."""

import pytest

from runner.command_line import Parser


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--drvier", "x"], "unrecognized arguments: --drvier x; did you mean --driver?"),
        (["--jbos=3", "--drivr"], "unrecognized arguments: --jbos=3 --drivr; did you mean --jobs, --driver?"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--driver"], "argument --driver: expected one argument"),
    ],
)
def test_misspelt_options(arguments, message, capsys):
    parser = Parser(prog="p", allow_abbrev=False)
    parser.add_argument("--driver")
    parser.add_argument("--jobs")
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"p: error: {message}\n")
