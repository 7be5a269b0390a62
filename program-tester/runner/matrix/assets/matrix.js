// SPDX-License-Identifier: MIT
// matrix.js: the table of answers. The place of an answer is behind the #: API/operation/format/driver?choice, so that it can be sent.
"use strict";

const WORDS = {r: "right", w: "wrong", n: "not offered", ".": "not tried"};
const FEWEST = 3;  // drivers that are named where no row is right on all
const MOST = 4;  // modes that are named where a version changed more
const FUNCTIONS = "built-in", OPERATION = "operation", PREFIXES = {OpenCL: "CL_", Vulkan: "VK_FORMAT_", OpenGL: "GL_"};
const element = (name, text, ...children) => {
    const made = document.createElement(name);
    if (text)
        made.textContent = text;
    made.append(...children);
    return made;
};
const path = (...parts) => "#/" + parts.map(encodeURIComponent).join("/") + choice();
const link = (text, ...parts) => Object.assign(element("a", text), {href: path(...parts)});
const $ = (id) => document.getElementById(id);

/* What is searched, which drivers are chosen, and whether only rows that are right on all of them: as the end of an address. */
function choice() {
    const chosen = new URLSearchParams();
    if ($("search").value.trim())
        chosen.set("search", $("search").value.trim());
    if ($("drivers").value.trim())
        chosen.set("drivers", $("drivers").value.trim());
    if ($("everywhere").checked)
        chosen.set("right", "all");
    return chosen.size ? `?${chosen}` : "";
}

/* The choice of an address, or of a page that was opened. */
function choose(words) {
    const chosen = new URLSearchParams(words);
    $("search").value = chosen.get("search") ?? "";
    $("drivers").value = chosen.get("drivers") ?? "";
    $("everywhere").checked = chosen.get("right") === "all";
}

/* Those of columns that some of the words between commas are in the name of; all where there are none. */
function ofDrivers(columns) {
    const words = $("drivers").value.toLowerCase().split(",").map((word) => word.trim()).filter(Boolean);
    return words.length ? columns.filter((column) => words.some((word) => column.name.toLowerCase().includes(word))) : columns;
}

/* What people search a format by; built-in functions have their own names. */
function named(api, operation, format) {
    if (operation === FUNCTIONS)
        return format;
    return format.split(" ").map((word) => PREFIXES[api] + word).join(" ");
}

/* Of a column: operation -> row -> [{type, mode, letter, group, format}], a row being a format, or a built-in function. It is made once. */
function index(column) {
    if (!column.index) {
        column.index = new Map();
        for (const [group, letters] of Object.entries(column.cells)) {
            const [operation, type, mode] = group.split("|");
            const formats = column.index.get(operation) ?? column.index.set(operation, new Map()).get(operation);
            for (const [at, format] of column.formats.entries()) {
                const [row, kind] = operation === FUNCTIONS ? [type, format] : [format, type];
                if (letters[at] !== ".")
                    (formats.get(row) ?? formats.set(row, []).get(row)).push({type: kind, mode, letter: letters[at], group, format});
            }
        }
    }
    return column.index;
}

const worst = (answers) => ["w", "r", "n"].find((letter) => answers.some((one) => one.letter === letter)) ?? ".";

function counted(column, answers) {
    let bad = 0, all = 0;
    for (const one of answers) {
        const told = column.wrong[one.group]?.[one.format];
        bad += told ? told[0] : 0;
        all += told ? told[1] : 0;
    }
    return `${bad} of ${all}`;
}

const before = (column) => MATRIX.columns.find((one) => one.api === column.api && one.name === column.before);
const behind = (column) => MATRIX.columns.find((one) => one.api === column.api && one.before === column.name);
const modes = (columns, operation, format) => [...new Set(columns.flatMap((column) =>
    [...(index(column).get(operation) ?? [])].filter(([row]) => !format || row === format).flatMap(([, answers]) => answers.map((one) => `${one.type} ${one.mode}`))))].join(" ");
const question = (one) => `${one.type} ${one.mode}`.trim();

/* Questions that the version before a column answers rightly and the column wrongly, and the other way round. */
function changes(column, operation, format) {
    const last = before(column), found = {broke: [], mended: []};
    const earlier = new Map((last && index(last).get(operation)?.get(format) || []).map((one) => [question(one), one.letter]));
    for (const one of index(column).get(operation)?.get(format) ?? []) {
        const pair = (earlier.get(question(one)) ?? "") + one.letter;
        if (pair === "rw" || pair === "wr")
            found[pair === "rw" ? "broke" : "mended"].push(question(one));
    }
    return found;
}

/* What is new in a version, of one cell or several, behind a comma. */
function news(all) {
    const count = (kind) => all.filter((one) => one[kind].length).length;
    return ["broke", "mended"].filter(count).map((kind) => `, ${all.length > 1 ? `${count(kind)} ` : ""}${kind}`).join("");
}

/* Rows of the first table are operations, those of the second one's formats. */
function operationRows(columns) {
    const rows = new Map();
    for (const column of columns)
        for (const [operation] of index(column))
            rows.set(`${column.api}/${operation}`, [column.api, operation]);
    return [...rows.values()].sort().map(([api, operation]) => ({
        link: link(`${operation} (${api})`, api, operation),
        words: `${api} ${operation} ${MATRIX.calls[api]?.[operation] ?? ""} ${modes(columns.filter((one) => one.api === api), operation)} ` + [...new Set(columns.filter((one) => one.api === api)
            .flatMap((one) => [...(index(one).get(operation)?.keys() ?? [])]))].map((format) => named(api, operation, format)).join(" "),
        cells: columns.map((column) => {
            const formats = column.api === api && index(column).get(operation);
            if (!formats)
                return {letter: ".", text: "not tried"};
            const letters = [...formats.values()].map(worst);
            const right = letters.filter((letter) => letter === "r").length, wrong = letters.filter((letter) => letter === "w").length;
            return {letter: wrong ? "w" : right ? "r" : "n", text: (wrong ? `${wrong} of ${right + wrong} wrong` : right ? `${right} right` : "not offered") +
                        news([...formats.keys()].map((format) => changes(column, operation, format))),
                    href: path(api, operation)};
        }),
    }));
}

function formatRows(columns, api, operation) {
    const formats = [...new Set(columns.flatMap((column) => [...(index(column).get(operation)?.keys() ?? [])]))].sort();
    return formats.map((format) => ({
        link: link(named(api, operation, format), api, operation, format),
        words: `${named(api, operation, format)} ${format} ${operation} ${MATRIX.calls[api]?.[operation] ?? ""} ${modes(columns, operation, format)}`,
        cells: columns.map((column) => {
            const answers = index(column).get(operation)?.get(format) ?? [], letter = worst(answers);
            return {letter, text: (letter === "w" ? `wrong: ${counted(column, answers)}` : WORDS[letter]) + news([changes(column, operation, format)]),
                    href: path(api, operation, format, column.name)};
        }),
    }));
}

/* Drivers by how few rows are right on them: where no row is right on all, the first are in the way. */
function inTheWay(columns, rows) {
    const counts = columns.map((column, at) => [rows.filter((row) => row.cells[at].letter === "r").length, column.name]).sort((a, b) => a[0] - b[0]);
    return counts.slice(0, FEWEST).map(([count, name]) => `${name} ${count}`).join(", ");
}

function fill(columns, rows, first) {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const isRight = (row) => row.cells.every((cell) => cell.letter === "r" || (first === OPERATION && cell.letter === "."));
    const shown = rows.filter((row) => words.every((word) => row.words.toLowerCase().includes(word)) && (!$("everywhere").checked || isRight(row)));
    const several = new Set(columns.map((column) => column.api)).size > 1;
    const head = element("tr", "", ...[first, ...columns.map((column) => several ? `${column.name}, ${column.api}` : column.name)].map((text) => Object.assign(element("th", text), {scope: "col"})));
    const lines = shown.map((row) => element("tr", "", Object.assign(element("th", "", row.link), {scope: "row"}), ...row.cells.map((cell) => {
        const box = element("td", "", cell.href && cell.letter !== "." ? Object.assign(element("a", cell.text), {href: cell.href}) : cell.text);
        box.className = cell.letter === "." ? "none" : cell.letter;
        return box;
    })));
    $("matrix").replaceChildren(element("thead", "", head), element("tbody", "", ...lines));
    const none = $("everywhere").checked && !shown.length && rows.length ? `; right by driver: ${inTheWay(columns, rows)}` : "";
    $("count").textContent = `${shown.length} of ${rows.length} rows${none}`;
}

/* A finding that a rule is of, with its report, and whether newer sources have it mended. */
function finding(told) {
    const name = told.report ?? told.name, words = told.state === "mended" ? `, mended since${told.known ? ` (${told.known})` : ""}` : "";
    const shown = told.report && MATRIX.reports ? Object.assign(element("a", name), {href: `${MATRIX.reports}${encodeURIComponent(name)}.html`}) : element("span", name);
    return element("dd", told.report ? "the report: " : "the finding: ", shown, words);
}

/* All versions of a column's driver, the oldest first. */
function versions(column) {
    const found = [column];
    for (let one = before(column); one; one = before(one))
        found.unshift(one);
    for (let one = behind(column); one; one = behind(one))
        found.push(one);
    return found;
}

/* A cell of all versions of a column's driver, with what broke or was mended in each. */
function pastOf(column, operation, format) {
    const own = versions(column);
    const told = (modes, kind) => modes.length ? `; ${kind}: ${modes.slice(0, MOST).join(", ")}${modes.length > MOST ? ` and ${modes.length - MOST} more` : ""}` : "";
    const items = own.map((one) => {
        const {broke, mended} = changes(one, operation, format);
        const word = WORDS[worst(index(one).get(operation)?.get(format) ?? [])];
        return element("li", "", link(one.name, one.api, operation, format, one.name), `: ${word}${told(broke, "broke")}${told(mended, "mended")}`);
    });
    return own.length > 1 ? [element("h3", "Its versions"), Object.assign(element("ul", "", ...items), {id: "versions"})] : [];
}

/* The modes of one answer, those that are wrong first, with the rules and tests that say so. */
function answer(column, operation, format) {
    const answers = [...(index(column).get(operation)?.get(format) ?? [])].sort((a, b) => (b.letter === "w") - (a.letter === "w"));
    const rules = new Map();
    const items = answers.map((one) => {
        const told = column.wrong[one.group]?.[one.format];
        if (told && column.rules[told[2]])
            rules.set(told[2], column.rules[told[2]]);
        return element("li", question(one) + `: ${WORDS[one.letter]}` + (told ? `, ${told[0]} of ${told[1]} tests` : ""));
    });
    const told = [...rules.values()].map((rule) => element("dl", "", element("dt", rule.what), element("dd", `where ${rule.where}`),
        ...(rule.as_if ?? []).map((one) => element("dd", `as if: ${one}`)),
        element("dd", rule.section), element("dd", "", "the smallest test: ", element("code", rule.test)),
        ...(rule.findings ?? []).map(finding)));
    return [element("h2", `${named(column.api, operation, format)}, ${operation}, on ${column.name}`),
            element("p", `${column.device}, driver ${column.driver}, ${column.date}: ${column.tests} tests of the set ${column.set}.`),
            element("ul", "", ...items), ...pastOf(column, operation, format), ...(told.length ? [element("h3", "Rules of what fails"), ...told] : [])];
}

function show() {
    const [api, operation, format, driver] = location.hash.split("?")[0].slice(2).split("/").filter(Boolean).map(decodeURIComponent);
    const columns = ofDrivers(MATRIX.columns.filter((column) => !api || column.api === api));
    $("trail").replaceChildren(link("all operations"), ...(operation ? [link(`${operation} (${api})`, api, operation)] : []));
    if (operation)
        fill(columns, formatRows(columns, api, operation), operation === FUNCTIONS ? "function" : "format");
    else
        fill(columns, operationRows(columns), OPERATION);
    const chosen = format ? columns.filter((column) => !driver || column.name === driver) : [];
    $("answer").replaceChildren(...chosen.flatMap((column) => answer(column, operation, format)));
    if (format)
        $("answer").scrollIntoView();
}

/* The address has what is chosen; opening another one chooses anew. */
function chosen() {
    history.replaceState(null, "", location.hash.split("?")[0] + (choice() && (location.hash ? "" : "#/") + choice()));
    show();
}

function opened() {
    choose(location.hash.split("?")[1] ?? "");
    show();
}

addEventListener("hashchange", opened);
$("search").addEventListener("input", chosen);
$("drivers").addEventListener("input", chosen);
$("everywhere").addEventListener("change", chosen);
opened();
