# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What ci/check says at its end: what was not run, a line a step, the count of tests. Sourced by it, at the top of the tree.

python=/usr/bin/python3
logs=build/check
summary=()
missed=() # what was not run, and why: the summary begins with it
took=()   # "SECONDS NAME" of each step
failed=0
tests_passed=0
tests_failed=0
tests_skipped=0

# verdict NAME STATUS COUNTS: keeps a step's line for the summary. A step that counts no tests is one itself; one that says
# nothing, or in which no test passed, has failed whatever its status is.
verdict() {
    local status=$2 word=ok passes=1 fails=0 skips=0
    if [[ $3 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)? ]]; then
        passes=${BASH_REMATCH[1]} fails=${BASH_REMATCH[2]} skips=${BASH_REMATCH[4]:-0}
    fi
    [[ $3 ]] && ((passes > 0 && fails == 0)) || status=1
    if ((status != 0)); then
        word=FAILED
        failed=1
        [[ $3 == *' passed, '* ]] || passes=0
        ((fails > 0)) || fails=1
    fi
    tests_passed=$((tests_passed + passes)) tests_failed=$((tests_failed + fails)) tests_skipped=$((tests_skipped + skips))
    summary+=("$(printf '%-6s %-22s %s' "$word" "$1" "${3:-says nothing of what it did}")")
}

# not_run NAME WHY: a line for a step that cannot be made here.
not_run() {
    echo
    echo "== $1: not run: $2"
    missed+=("$(printf '%-22s %s' "$1" "$2")")
}

# not_run_of NAME JUNIT-FILE: a line for each reason that tests of a step were skipped for.
not_run_of() {
    local line
    while IFS= read -r line; do
        missed+=("$(printf '%-22s %s' "$1" "$line")")
    done < <($python ci/junit-counts --skipped "$2")
}

# at_once STEP...: steps that run beside each other, as one alone leaves processors idle: functions, with their arguments in
# the same word. What the first says is shown as it comes, what others say when all are done; the summary has them in order.
at_once() {
    local said=$logs/at-once at=0 step
    rm -rf "$said"
    mkdir -p "$said"
    trap 'trap - TERM; kill 0' INT TERM # else what runs beside would go on
    for step in "$@"; do
        at=$((at + 1))
        counted "$step" "$said/$at" &
    done
    wait
    trap - INT TERM
    for ((at = 1; at <= $#; at++)); do
        ((at == 1)) || cat "$said/$at"
        # shellcheck disable=SC1090 # counted has written it
        if [[ -e $said/$at.counts ]]; then . "$said/$at.counts"; else verdict "${!at}" 1 "was ended"; fi
    done
}

# counted STEP FILE: runs a step of at_once. FILE gets what it says, but that of the first, and FILE.counts what it counts.
counted() {
    summary=() missed=() took=() failed=0 tests_passed=0 tests_failed=0 tests_skipped=0
    [[ $2 == */1 ]] || exec >"$2" 2>&1
    $1
    {
        echo "summary+=(${summary[*]@Q}) missed+=(${missed[*]@Q}) took+=(${took[*]@Q}) failed=\$((failed | $failed))"
        echo "tests_passed=\$((tests_passed + $tests_passed)) tests_failed=\$((tests_failed + $tests_failed))"
        echo "tests_skipped=\$((tests_skipped + $tests_skipped))"
    } >"$2.part"
    mv "$2.part" "$2.counts"
}

# finish: prints the summary, and ends with what came of all of it. The last line is for programs.
finish() {
    echo
    echo "== summary (logs in $logs)"
    ((${#missed[@]} == 0)) || printf -- '-      %s\n' "not run:" "${missed[@]/#/  }"
    printf '%s\n' "${summary[@]}"
    echo "longest: $(printf '%s\n' "${took[@]}" | sort -rn | head -n 5 | awk '{ printf "%s%s %s s", (NR > 1 ? ", " : ""), $2, $1 }')"
    echo "ci/check: $( ((failed)) && echo FAILED || echo passed) after $SECONDS s"
    echo "$tests_passed passed, $tests_failed failed, $tests_skipped skipped"
    exit "$failed"
}
