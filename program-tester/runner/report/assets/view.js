// SPDX-License-Identifier: MIT
// view.js: which tests are shown. What is chosen stands in the address, so that a view can be sent to
// somebody and the way back leads to the view before.
'use strict';

const byId = (id) => document.getElementById(id);
const SINGLE = REPORT.kind === 'single';

// Names of tests: of a file's tests, only their own parts are in the data.
const names = REPORT.files.flatMap((file, f) => REPORT.own[f].map((own) => (own === null ? file : `${file}::${own}`)));
const messageOf = (i) => REPORT.messages[REPORT.message[i]];

// Verdicts are digits of strings, one string a run; -1: the run has none of this test.
const verdictOf = (run, i) => (REPORT.verdicts[run][i] === '-' ? -1 : Number(REPORT.verdicts[run][i]));
const worst = Uint8Array.from(names, (_, i) => Math.max(0, ...REPORT.verdicts.map((_, run) => verdictOf(run, i))));
const has = (i, statuses) => REPORT.verdicts.some((_, run) => statuses.has(verdictOf(run, i)));
const differs = (i) => REPORT.verdicts.some((column) => column[i] !== REPORT.verdicts[0][i]);

const EVERYTHING = {
    search: '',
    statuses: new Set(), // numbers; empty: all
    part: null, // what a cell of the map chose: pairs of an axis and a value
    group: -1, // a group of what went wrong
    differing: false, // only tests whose verdicts are not the same in all runs
    sort: 'status',
    descending: false,
    test: '', // shown alone
    map: '', // which map: see map.js
};
const view = {...EVERYTHING, shown: [], problem: '', typing: false};

// The parts of a test's name: folders, file, and what stands between slashes in its own name.
const SUFFIX = /\.(cl|program_test)$/;
const partsKnown = [];
function partsOf(i) {
    if (!partsKnown[i]) {
        const [file, ...own] = names[i].split('::');
        const parts = file.replace(SUFFIX, '').split('/');
        partsKnown[i] = own.length ? parts.concat(own.join('::').split('/')) : parts;
    }
    return partsKnown[i];
}

// The value of a test on an axis: a part of the name, "4", or what stands between its dashes, "4.1".
function valueOn(axis, i) {
    const [part, piece] = String(axis).split('.');
    const value = partsOf(i)[part];
    return piece === undefined || value === undefined ? value : value.split('-')[piece];
}

let folded = null; // what is searched
function foldAll() {
    folded ||= names.map((name, i) => `${name}\n${messageOf(i)}`.toLowerCase());
    return folded;
}

// A function that says whether the test of a number matches. Throws what is wrong with a regex.
function matcher(search) {
    const regex = search.match(/^\/(.+?)\/?$/);
    const texts = search.trim() ? foldAll() : null;
    if (regex) {
        const compiled = new RegExp(regex[1], 'i');
        return (i) => compiled.test(texts[i]);
    }
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length ? (i) => words.every((word) => texts[i].includes(word)) : () => true;
}

// All tests in each order, made when it is asked for.
const ORDERS = {
    names: () => names.map((_, i) => i), // the data is in this order
    status: () => names.map((_, i) => i).sort((a, b) => worst[b] - worst[a] || a - b),
    seconds: () => names.map((_, i) => i).sort((a, b) => REPORT.milliseconds[b] - REPORT.milliseconds[a] || a - b),
};
const ordersKnown = {};

let matches = () => true; // as the last search that made sense had it
function select() {
    try {
        matches = matcher(view.search);
        view.problem = '';
    } catch (error) {
        view.problem = `This is no regular expression: ${error.message.split(': ').pop()}.`;
    }
    const order = ordersKnown[view.sort] ||= ORDERS[view.sort]();
    const inGroup = view.group >= 0 ? new Set(REPORT.groups[view.group].tests) : null;
    const found = order.filter((i) => (!view.statuses.size || has(i, view.statuses))
        && (!inGroup || inGroup.has(i))
        && (!view.differing || differs(i))
        && (!view.part || view.part.every(([axis, value]) => valueOn(axis, i) === value))
        && matches(i));
    view.shown = view.descending ? found.reverse() : found;
}

// The address: #q=WORDS&status=fail,crash&part=3:value&group=2&differing=1&sort=seconds&test=NAME&map=...
function address() {
    const found = new URLSearchParams();
    const add = (name, value) => value && found.append(name, value);
    add('q', view.search);
    add('status', [...view.statuses].map((i) => REPORT.statuses[i].name).join());
    for (const [axis, value] of view.part || [])
        add('part', `${axis}:${value}`);
    add('group', view.group >= 0 ? String(view.group) : '');
    add('differing', view.differing ? '1' : '');
    if (view.sort !== 'status' || view.descending)
        add('sort', (view.descending ? '-' : '') + view.sort);
    add('test', view.test);
    add('map', view.map);
    return `#${found}`;
}

function readAddress() {
    const found = new URLSearchParams(location.hash.slice(1));
    const wanted = (found.get('status') || '').split(',');
    const sort = (found.get('sort') || 'status').replace(/^-/, '');
    const parts = found.getAll('part').map((text) => text.match(/^(\d+(?:\.\d+)?):(.*)$/)).filter(Boolean);
    const group = Number(found.get('group') ?? -1);
    Object.assign(view, EVERYTHING, {
        search: found.get('q') || '',
        statuses: new Set(REPORT.statuses.map((_, i) => i).filter((i) => wanted.includes(REPORT.statuses[i].name))),
        part: parts.length ? parts.map(([, axis, value]) => [axis, value]) : null,
        group: REPORT.groups[group] ? group : -1,
        differing: found.get('differing') === '1',
        sort: Object.hasOwn(ORDERS, sort) ? sort : 'status',
        descending: (found.get('sort') || '').startsWith('-'),
        test: found.get('test') || '',
        map: found.get('map') || '',
    });
}

// Changes the view. Each change is a step back of its own, but typing is one step as a whole.
function change(what) {
    const typing = 'search' in what;
    Object.assign(view, what);
    draw();
    if (address() !== (location.hash || '#'))
        history[typing && view.typing ? 'replaceState' : 'pushState'](null, '', address());
    view.typing = typing;
}

function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        made.setAttribute(name, value);
    made.append(...children);
    return made;
}
