// SPDX-License-Identifier: MIT
// life.js: a work-item, step by step: what its wavefront issues, its registers, and who takes part.
'use strict';

// ---- steps ----

// Wavefronts that were recorded, by "group:wavefront".
const waves = new Map();

class Reader {
    constructor() {
        this.wave = null;
        this.mask = 0n;
        this.step = null;
    }

    begin(kind, row) {
        this.step = {kind, row, mask: this.mask, writes: []}; // [vector, value, kind, slot]
        this.wave.steps.push(this.step);
    }

    // Operations of a group come one by one: decoders may have changed their order.
    operation([, number, ...writes]) {
        const [word, kind] = launch.ops[number] || [];
        const row = rowOfWord.get(word);
        if (!this.step || this.step.kind !== 'group' || this.step.row !== row)
            this.begin('group', row);
        this.enter(word);
        for (const [vector, value] of writes)
            this.step.writes.push([vector, value, kind, slotBehind.get(`${word}:${vector}`)]);
    }

    // Values that are in registers where a block begins.
    enter(word) {
        for (const [vector, slot] of slotsBefore.get(word) || [])
            this.step.writes.push([vector, null, '', slot]);
    }

    read(entry) {
        const [kind, number] = entry;
        if (kind === 'w')
            this.turnTo(number, entry[2]);
        else if (!this.wave)
            return; // whose step it is nobody said
        else if (kind === 'x')
            this.mask = BigInt(`0x${number}`);
        else if (kind === 'c')
            this.begin('flow', rowOfWord.get(number));
        else if (kind === 'a')
            this.operation(entry);
        else if (kind === 't')
            this.sample = {coordinates: entry[2].slice(1), axes: entry.slice(3)};
        else if (kind === 'f')
            this.fetch(entry);
        else if (kind === 's')
            this.store(entry);
    }

    turnTo(group, wave) {
        const key = `${group}:${wave}`;
        if (!waves.has(key))
            waves.set(key, {group, wave, steps: []});
        this.wave = waves.get(key);
        this.step = null;
        this.mask = 0n;
    }

    fetch([, number, ...writes]) {
        const [word, kind, resource, sampler, normalized] = launch.fetches[number] || [];
        this.begin('fetch', rowOfWord.get(word));
        this.step.fetch = {kind, resource, sampler, normalized, ...this.sample};
        this.enter(word);
        for (const [vector, value] of writes)
            this.step.writes.push([vector, value, 'r', slotBehind.get(`${word}:${vector}`)]);
        this.sample = undefined;
    }

    store([, number, index, data]) {
        const [word, operation, rat, mask] = launch.stores[number] || [];
        this.begin('store', rowOfWord.get(word));
        this.step.store = {operation, rat, mask, index: index.slice(1), data: data.slice(1)};
    }
}

function readSteps() {
    readNames();
    const reader = new Reader();
    for (const entry of launch.steps)
        reader.read(entry);
}

// ---- registers ----

const registers = () => Math.max(2, launch.gprs) * 4;
function nameOfVector(vector) {
    if (vector < launch.gprs * 4)
        return `R${vector >> 2}.${CHANNELS[vector & 3]}`;
    const beyond = vector - registers();
    if (beyond >= 0 && beyond < 16)
        return `R${124 + (beyond >> 2)}.${CHANNELS[beyond & 3]}`;
    return beyond >= 16 && beyond < 20 ? `AR.${CHANNELS[beyond - 16]}` : ''; // others are the simulator's own
}

// Whether an operation's result is a float; undefined: it may be either.
const IS_FLOAT = {f: true, i: false};

// Slots, as the compiler numbers values: [vector, slot]s before a word, and what it writes: "word:vector" -> slot.
const slotsBefore = new Map();
const slotBehind = new Map();
function readNames() {
    for (const [word, slot, vector] of launch.names.before)
        slotsBefore.set(word, [...slotsBefore.get(word) || [], [vector, slot]]);
    for (const [word, slot, vector] of launch.names.after)
        slotBehind.set(`${word}:${vector}`, slot);
}

// The variables that a value is of at the instruction of a row.
function variablesOf(slot, row) {
    const isHere = ([from, to, of]) => of === slot && row.w.some((word) => word >= from && word < to);
    return [...new Set(launch.names.names.filter(isHere).map(([, , , name]) => name))].join(', ');
}

// Registers of a lane behind step `last`: vector -> {value, isFloat, step}.
function registersAt(wave, last, lane) {
    const found = new Map();
    const size = launch.local;
    const item = wave.wave * launch.wave + lane;
    const local = [item % size[0], Math.floor(item / size[0]) % size[1], Math.floor(item / size[0] / size[1])];
    const groups = groupOf(wave.group);
    for (let c = 0; c < 3; c++) {
        found.set(c, {value: local[c], isFloat: false, step: -1});
        found.set(4 + c, {value: groups[c], isFloat: false, step: -1});
    }
    const bit = 1n << BigInt(lane);
    for (let step = 0; step <= last; step++)
        if (wave.steps[step].writes.length && wave.steps[step].mask & bit)
            for (const [vector, value, kind, slot] of wave.steps[step].writes)
                if (value !== null)
                    found.set(vector, {value: laneValue(value, lane), isFloat: IS_FLOAT[kind], step, slot});
                else if (found.has(vector))
                    found.get(vector).slot = slot;
    return found;
}

function groupOf(number) {
    const [x, y] = launch.groups;
    const at = [number % x, Math.floor(number / x) % y, Math.floor(number / x / y)];
    return at.map((value, c) => value + launch.start[c]);
}

// ---- the view ----

const life = {key: '', lane: 0, step: 0, format: 'auto'};
const currentWave = () => waves.get(life.key);

function shownRegisters(wave, row) {
    const now = registersAt(wave, life.step, life.lane);
    const byRegister = new Map();
    for (const [vector, state] of now) {
        const name = nameOfVector(vector);
        if (!name)
            continue;
        const [register, channel] = name.split('.');
        if (!byRegister.has(register))
            byRegister.set(register, {});
        byRegister.get(register)[channel] = state;
    }
    const names = [...byRegister.keys()].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
    const cell = (state) => {
        const isNew = state?.step === life.step;
        const text = state ? SHOWN[life.format](state.value, state.isFloat) : '';
        const name = state && row ? variablesOf(state.slot, row) : '';
        return make('td', {class: isNew ? 'written number' : 'number', title: state && SHOWN.hex(state.value)},
            name ? make('span', {class: 'variable'}, `${name} `) : null, text,
            isNew ? make('span', {class: 'unseen'}, ', just written') : null);
    };
    return names.map((name) => make('tr', {}, make('th', {scope: 'row'}, name),
        ...[...CHANNELS].map((channel) => cell(byRegister.get(name)[channel]))));
}

function maskPicture(mask) {
    const shape = drawing('svg', {viewBox: '0 0 32 2', class: 'mask', 'aria-hidden': 'true'});
    for (let lane = 0; lane < launch.wave; lane++)
        shape.append(drawing('rect', {
            x: lane % 32 + 0.08, y: Math.floor(lane / 32) + 0.08, width: 0.84, height: 0.84,
            class: `${mask >> BigInt(lane) & 1n ? 'on' : 'off'}${lane === life.lane ? ' mine' : ''}`,
        }));
    return shape;
}
const bitCount = (mask) => mask.toString(2).replaceAll('0', '').length;

function storeWords({operation, rat, mask, index, data}) {
    const at = index.map((value) => laneValue(value, life.lane));
    const values = data.map((value) => laneValue(value, life.lane));
    const isTyped = operation === 'STORE_TYPED';
    const where = isTyped ? `texel (${at.map((value) => value | 0).join(', ')}) of ${nameOfRat(rat)}` : `index 0x${at[0].toString(16)} of ${nameOfRat(rat)}`;
    const shown = values.filter((_, c) => isTyped || mask >> c & 1).map((value) => SHOWN[life.format](value));
    return `${operation} to ${where}: ${shown.join(', ')}`;
}
function nameOfRat(rat) {
    const argument = launch.arguments.find((one) => one.rat === rat);
    return argument ? `'${argument.name}' (RAT ${rat})` : `RAT ${rat}`;
}
function nameOfTexture(slot) {
    const argument = launch.arguments.find((one) => one.texture === slot);
    return argument ? `'${argument.name}' (texture ${slot})` : `texture ${slot}`;
}

function showStep() {
    const wave = currentWave();
    const step = wave.steps[life.step];
    const row = rows[step.row];
    const isActive = step.mask >> BigInt(life.lane) & 1n;
    byId('step').value = life.step;
    byId('step-number').textContent = `step ${life.step + 1} of ${wave.steps.length}`;
    byId('step-text').textContent = row ? textOfRow(row) : '';
    byId('step-mask').replaceChildren(maskPicture(step.mask), make('p', {},
        `${bitCount(step.mask)} of ${launch.wave} lanes take part; lane ${life.lane} ${isActive ? 'does' : 'does not'}.`));
    byId('step-registers').replaceChildren(...shownRegisters(wave, row));
    const told = [];
    if (step.store && isActive)
        told.push(make('p', {}, storeWords(step.store)));
    if (step.fetch && isActive)
        told.push(...fetchPath(step, life.lane));
    byId('step-memory').replaceChildren(...told);
    markStep(step, row);
}

// The row that the step is of, in the panes.
function markStep(step, row) {
    const pane = panes.find(({name}) => name === 'asm');
    pane.list.querySelector('.now')?.classList.remove('now');
    const element = pane.list.querySelector(`[data-row="${step.row}"]`);
    if (element) {
        element.classList.add('now');
        scrollInto(pane.list, element);
    }
    if (row?.l[0])
        selectLine(row.l[0], pane);
}

function goTo(step) {
    life.step = Math.max(0, Math.min(currentWave().steps.length - 1, step));
    showStep();
}

// Chooses a work-item by its number in the group.
function chooseItem(group, item) {
    const key = `${group}:${Math.floor(item / launch.wave)}`;
    if (!waves.has(key))
        return false;
    const isOther = key !== life.key;
    life.key = key;
    life.lane = item % launch.wave;
    byId('item').value = item;
    byId('group').value = group;
    const wave = currentWave();
    byId('step').max = wave.steps.length - 1;
    goTo(isOther ? Math.min(life.step, wave.steps.length - 1) : life.step);
    return true;
}

function itemControls() {
    const groups = [...new Set([...waves.values()].map(({group}) => group))];
    const size = launch.local[0] * launch.local[1] * launch.local[2];
    const chosen = () => chooseItem(Number(byId('group').value), Math.max(0, Math.min(size - 1, Number(byId('item').value) || 0)));
    const group = choice('work-group', [['', groups.map((number) => [number, `${number} (${groupOf(number).join(', ')})`])]], groups[0], chosen);
    group.querySelector('select').id = 'group';
    return [
        group,
        make('label', {}, make('span', {class: 'label'}, 'work-item'),
            make('input', {id: 'item', type: 'number', min: 0, max: size - 1, value: 0, change: chosen})),
        choice('numbers as', [['', Object.keys(SHOWN).map((name) => [name, name])]], 'auto', (value) => { life.format = value; showStep(); }),
    ];
}

function stepControls() {
    const button = (text, to) => make('button', {type: 'button', click: () => goTo(to())}, text);
    return [
        button('First', () => 0), button('Back', () => life.step - 1), button('Forward', () => life.step + 1),
        button('Last', () => 1e9),
        make('label', {class: 'slide'}, make('span', {class: 'label'}, 'step'),
            make('input', {id: 'step', type: 'range', min: 0, max: 0, value: 0, input: () => goTo(Number(byId('step').value))})),
        make('output', {id: 'step-number', for: 'step'}),
    ];
}

function constantsTable() {
    const shown = launch.constants.map(([bank, index, channel, value]) => [`KC${bank}[${index}].${CHANNELS[channel]}`, value]);
    return make('details', {}, make('summary', {}, `Constants that the kernel reads: ${shown.length}`),
        facts(shown.map(([name, value]) => [name, `${SHOWN.auto(value)} (${SHOWN.hex(value)})`])));
}

function makeLife() {
    readSteps();
    const section = byId('life');
    section.hidden = false;
    if (!waves.size) {
        section.append(make('p', {class: 'calm'}, 'None was recorded: ROOTLE_TRACE_GROUPS chose no group of this launch.'));
        return;
    }
    const table = make('table', {class: 'plain registers'}, make('thead', {}, make('tr', {}, ...['register', ...CHANNELS].map((name) => make('th', {scope: 'col'}, name)))),
        make('tbody', {id: 'step-registers'}));
    section.append(
        make('div', {class: 'controls'}, ...itemControls()), make('div', {class: 'controls'}, ...stepControls()),
        launch.cut ? make('p', {class: 'note'}, 'The trace had no room for all steps: these are the first ones.') : '',
        make('pre', {id: 'step-text', 'aria-live': 'polite', tabindex: 0, role: 'region', 'aria-label': 'Instruction'}),
        make('div', {id: 'step-mask'}), make('div', {class: 'two'},
            make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Registers'}, table), make('div', {id: 'step-memory'})),
        constantsTable());
    const first = [...waves.values()][0];
    chooseItem(first.group, first.wave * launch.wave);
}
