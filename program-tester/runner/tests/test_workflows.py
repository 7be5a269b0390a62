# SPDX-License-Identifier: MIT
"""The workflow files of ci/workflows: what their jobs say is run in a checkout whose scripts are the
real ones, over mock tests instead of the suite. Building and installing packages is left out."""

import glob
import os
import re
import subprocess
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[3]
MOCK = Path(__file__).resolve().parent / "mock_tester.py"
NOTHING = "0" * 40  # what both services call the commit before the first

GATE = f"""exec {ROOT}/ci/gate "$@" --build='mkdir -p build/t && cp deeds build/t/a.cl' \\
    --driver=system --tests=build/t --tester={MOCK} --retries=0"""
RUN = f"""case $1 in
-*) exec {ROOT}/run-tests "$@" --tester={MOCK} --expectations=tests tests ;;
*) exec {ROOT}/run-tests "$@" ;;
esac"""
NO_ARGUMENTS = "exit $#"
SCRIPTS = {
    "ci/setup": NO_ARGUMENTS,
    "ci/build": NO_ARGUMENTS,
    "ci/check": NO_ARGUMENTS,
    "ci/gate": GATE,
    "run-tests": RUN,
}


class Checkout:
    """A repository of two commits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.tools = folder / "tools"
        for name, text in SCRIPTS.items():
            assert os.access(ROOT / name, os.X_OK), f"{name} is no script any more"
            self._script(self.folder / name, text)
        self._script(self.tools / "apt-get", "exit 0")
        for number in range(8):
            file = self.folder / "tests" / f"{number}.cl"
            file.parent.mkdir(exist_ok=True)
            file.write_text("one passes\ntwo passes\n")
        self.run("git init -q -b main && git config user.name A && git config user.email a@b.c")
        for deed in ("skips", "passes"):
            (self.folder / "deeds").write_text(f"one {deed}\n")
            self.run("git add -A && git commit -q -m change")

    @staticmethod
    def _script(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def run(self, script: str, **variables: str) -> str:
        environment = {**os.environ, "HOME": str(self.tools), **variables}
        environment["PATH"] = f"{self.tools}:{environment['PATH']}"
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}"
        return done.stdout

    def check_artifacts(self, patterns: list[str]) -> None:
        for pattern in patterns:
            assert glob.glob(str(self.folder / pattern)), f"no {pattern}"


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def workflow(name):
    return yaml.safe_load((ROOT / "ci" / "workflows" / name).read_text(encoding="utf-8"))


def with_inputs(text: str, marks: str, declared: dict, given: dict) -> str:
    """The text with the values of inputs, each of which has a word that explains it, a value, and a use."""
    assert all(one["description"] for one in declared.values()) and given.keys() <= declared.keys()
    found = re.compile(marks.replace("NAME", r" *inputs\.(\w+) *"))
    assert set(found.findall(text)) == declared.keys()
    values = {name: given[name] if name in given else one["default"] for name, one in declared.items()}
    return found.sub(lambda match: values[match[1]], text)


def run_github_job(checkout, job, values):
    """Its steps in order. An expression that is not among the values is an error."""

    def filled(text):
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: values[match[1]], text)

    assert job["runs-on"] and job["container"] and job["steps"]
    output = ""
    for step in job["steps"]:
        if "run" in step:
            variables = {name: filled(text) for name, text in step.get("env", {}).items()}
            output += checkout.run(filled(step["run"]), **variables)
        elif step["uses"].startswith("actions/upload-artifact@"):
            checkout.check_artifacts(filled(step["with"]["path"]).split())
        else:
            assert step["uses"].startswith("actions/checkout@")
    return output


@pytest.mark.parametrize("base", ["HEAD~1", NOTHING])
def test_github_gate(checkout, base):
    job = workflow("github-actions.yml")["jobs"]["gate"]
    values = {"github.event.pull_request.base.sha || github.event.before": base}
    assert "a.cl::one: skip -> pass" in run_github_job(checkout, job, values)


def test_github_other_jobs(checkout):
    jobs = workflow("github-actions.yml")["jobs"]
    assert sorted(jobs) == ["check", "gate", "pocl"]
    run_github_job(checkout, jobs["check"], {})
    for shard in jobs["pocl"]["strategy"]["matrix"]["shard"]:
        output = run_github_job(checkout, jobs["pocl"], {"matrix.shard": str(shard)})
        assert output.endswith("4 passed, 0 failed, 0 skipped\n")


def run_gitlab_job(checkout, document, name, **variables):
    """One job; all of its lines are one script."""
    job = document[name]
    lines = [*job.get("before_script", document["before_script"]), *job["script"]]
    defaults = {"CI_PROJECT_DIR": str(checkout.folder), "CI_COMMIT_BEFORE_SHA": NOTHING}
    output = checkout.run("\n".join(lines), **defaults, **variables)
    checkout.check_artifacts(job.get("artifacts", {}).get("paths", []))
    return output


@pytest.mark.parametrize("base", ["HEAD~1", NOTHING])
def test_gitlab_gate(checkout, base):
    document = workflow("gitlab-ci.yml")
    output = run_gitlab_job(checkout, document, "gate", CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
    assert "a.cl::one: skip -> pass" in output


def test_gitlab_other_jobs(checkout):
    document = workflow("gitlab-ci.yml")
    run_gitlab_job(checkout, document, "check")
    parts = document["pocl"]["parallel"]
    for index in range(1, parts + 1):
        run_gitlab_job(
            checkout, document, "pocl", CI_NODE_INDEX=str(index), CI_NODE_TOTAL=str(parts)
        )
    assert document["pocl-merged"]["needs"] == ["pocl"]
    output = run_gitlab_job(checkout, document, "pocl-merged")
    assert "16 results of 4 runs" in output and "16 pass" in output


class DriverProject(Checkout):
    """The project of a driver, whose build and whose clone of Rootle do nothing; what is installed is the
    real runner over the mock tester."""

    variables = {"ICD": "my.icd", "TESTS": "tests"}

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._script(self.folder / "build-driver", "touch my.icd")
        self._script(self.tools / "git", NO_ARGUMENTS.replace("$#", "0"))
        words = f"--tester={MOCK} --expectations=tests --retries=0"
        self._script(self.tools / "rootle-run-tests", f'exec {ROOT}/run-tests "$@" {words}')
        self._script(self.tools / "install-tester", NO_ARGUMENTS)

    def step(self, script: str, **variables: str) -> tuple[int, str]:
        script = script.replace("/opt/rootle/ci/install-tester", "install-tester")
        try:
            return 0, self.run(script, **variables, GITHUB_STEP_SUMMARY=str(self.tools / "summary"))
        except AssertionError as error:
            return 1, str(error)


def check_gate(project: DriverProject, run_push, run_change) -> None:
    """A push makes the baseline; a change that is worse is refused, one that is not passes."""
    assert run_push()[0] == 0 and (project.folder / "kept" / "results.jsonl").exists()
    (project.folder / "tests" / "3.cl").write_text("one passes\ntwo fails\n")
    status, said = run_change()
    assert status == 1 and "3.cl::two: pass -> fail" in said
    project.check_artifacts(["gate/summary.md", "gate/badge.svg", "gate/junit.xml", "gate/report/index.html"])
    assert run_push()[0] == 1, "a push that is worse must not become the baseline"
    (project.folder / "tests" / "3.cl").write_text("one passes\ntwo passes\n")
    assert run_change()[0] == 0


def test_github_of_a_driver(tmp_path):
    project, document = DriverProject(tmp_path), workflow("driver-github-actions.yml")
    steps = document["jobs"]["gate"]["steps"]
    assert set(project.variables) < set(document["env"])

    def run(event: str) -> tuple[int, str]:
        said = ""
        for step in (step for step in steps if "run" in step):
            values = {**document["env"], **project.variables, "GITHUB_EVENT_NAME": event}
            status, more = project.step(step["run"], **values)
            said += more
            if status:
                return status, said
        return 0, said

    check_gate(project, lambda: run("push"), lambda: run("pull_request"))
    assert "3.cl::two" in (tmp_path / "tools" / "summary").read_text(encoding="utf-8")
    paths = [step["with"]["path"] for step in steps if "cache" in step.get("uses", "")]
    assert paths == ["kept", "kept"]


def test_gitlab_of_a_driver(tmp_path):
    project, document = DriverProject(tmp_path), workflow("driver-gitlab-ci.yml")
    template = document[".rootle"]

    def run(name: str) -> tuple[int, str]:
        job = {**template, **document[name]}
        assert job["extends"] == ".rootle" and job["cache"]["paths"] == ["kept"]
        values = {**document["variables"], "UPDATE": "", **job.get("variables", {}), **project.variables}
        return project.step("\n".join([*job["before_script"], *job["script"]]), **values)

    check_gate(project, lambda: run("rootle-main"), lambda: run("rootle-change"))
    assert document["rootle-change"]["cache"]["policy"] == "pull"


@pytest.mark.parametrize("packages", ["", "./rootle.deb"])
def test_the_action_of_github(tmp_path, packages):
    """The steps of the composite action, as those of a workflow."""
    project = DriverProject(tmp_path)
    (project.folder / "my.icd").touch()
    path = ROOT / "ci" / "workflows" / "gate" / "action.yml"
    assert (path.parents[2] / "install-tester").exists(), "the action calls it by its place"
    declared = workflow("gate/action.yml")["inputs"]
    given = {"driver": "my.icd", "tests": "tests", "packages": packages}
    document = yaml.safe_load(with_inputs(path.read_text(encoding="utf-8"), r"\$\{\{NAME\}\}", declared, given))
    assert document["name"] and document["description"] and document["runs"]["using"] == "composite"
    steps = document["runs"]["steps"]
    assert all(step["shell"] == "bash" if "run" in step else "@v" in step["uses"] for step in steps)
    project._script(project.tools / "apt-get", 'echo "apt-get $*"')
    project._script(project.tools / "sudo", '"$@"')

    def run(event: str) -> tuple[int, str]:
        said = ""
        for step in (step for step in steps if "run" in step):
            values = {"GITHUB_EVENT_NAME": event, "GITHUB_ACTION_PATH": str(project.tools / "a" / "b"), **step["env"]}
            status, more = project.step(step["run"], **values)
            said += more
            if status:
                return status, said
        assert (f"apt-get install -y --no-install-recommends {packages}" in said) == bool(packages)
        return 0, said

    (project.tools / "a" / "b").mkdir(parents=True)
    check_gate(project, lambda: run("push"), lambda: run("pull_request"))


@pytest.mark.parametrize("packages", ["", "./rootle.deb"])
def test_the_component_of_gitlab(tmp_path, packages):
    project = DriverProject(tmp_path)
    text = (ROOT / "templates" / "gate" / "template.yml").read_text(encoding="utf-8")
    head, body = text.split("\n---\n")
    given = {"driver": "my.icd", "tests": "tests", "packages": packages}
    filled = yaml.safe_load(with_inputs(body, r"\$\[\[NAME\]\]", yaml.safe_load(head)["spec"]["inputs"], given))
    same = workflow("driver-gitlab-ci.yml")
    assert {name: filled[name] for name in same if name.startswith("rootle-")} == {name: same[name] for name in same if name.startswith("rootle-")}

    def run(name: str) -> tuple[int, str]:
        job = {**filled[".rootle"], **filled[name]}
        values = {"UPDATE": "", **filled[".rootle"]["variables"], **filled[name].get("variables", {})}
        return project.step("\n".join([*job["before_script"], *job["script"]]), **values)

    check_gate(project, lambda: run("rootle-main"), lambda: run("rootle-change"))
