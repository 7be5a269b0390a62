// SPDX-License-Identifier: MIT
// buffers.js: what is in the buffers of the launch's arguments, before and behind it, and which of their bytes
// it read and wrote. An element that a recorded work-item stored leads to it.
'use strict';

const PIECE = 256; // elements that are shown at a time,
const ACROSS = 8; // so many in a row
const KINDS = {
    char: [1, (data, at) => data.getInt8(at)],
    uchar: [1, (data, at) => data.getUint8(at)],
    short: [2, (data, at) => data.getInt16(at, true)],
    ushort: [2, (data, at) => data.getUint16(at, true)],
    half: [2, (data, at) => shortFloat(half(data.getUint16(at, true)))],
    int: [4, (data, at) => data.getInt32(at, true)],
    uint: [4, (data, at) => data.getUint32(at, true)],
    float: [4, (data, at) => shortFloat(data.getFloat32(at, true))],
    long: [8, (data, at) => data.getBigInt64(at, true)],
    ulong: [8, (data, at) => data.getBigUint64(at, true)],
    double: [8, (data, at) => String(data.getFloat64(at, true))],
    hex: [4, (data, at) => SHOWN.hex(data.getUint32(at, true))],
};

// Whether a bit a byte is set, of any of `count` bytes from `at` on.
function isMarked(marks, at, count) {
    for (let i = at; i < at + count; i++)
        if (marks[i >> 3] >> (i & 7) & 1)
            return true;
    return false;
}

// A buffer's lines of the trace, joined.
function joinBuffers() {
    const found = new Map();
    for (const line of launch.buffers) {
        const known = found.get(line.buffer) || found.set(line.buffer, {...line, marks: {}}).get(line.buffer);
        if (line.after) {
            known.marks = {read: bytesOf(line.read), written: bytesOf(line.written)};
            known.later = line.bytes;
        }
    }
    return [...found.values()].map((one) => {
        const before = bytesOf(one.bytes);
        const after = one.later ? bytesOf(one.later) : before;
        return {...one, argument: launch.arguments.find(({offset}) => offset === one.buffer),
            before: new DataView(before.buffer), after: new DataView(after.buffer),
            readMarks: one.marks.read || [], writtenMarks: one.marks.written || []};
    });
}

// Goes to the recorded work-item that stored the dword of an element, at the step when it did.
function goToStore(buffer, at, said) {
    const dword = Math.floor((buffer.start + at) / 4);
    for (const wave of waves.values())
        for (const [number, {store, mask}] of wave.steps.entries()) {
            if (!store || store.operation === 'STORE_TYPED' || store.operation === 'scratch')
                continue;
            for (let lane = 0; lane < launch.wave; lane++) {
                const channel = dword - laneValue(store.index[0], lane);
                if (!(mask >> BigInt(lane) & 1n) || channel < 0 || channel > 3 || !(store.mask >> channel & 1))
                    continue;
                chooseItem(wave.group, wave.wave * launch.wave + lane);
                goTo(number);
                said.textContent = `Byte ${at} was written by work-item ${wave.wave * launch.wave + lane} of group ${wave.group}, shown above.`;
                return;
            }
        }
    said.textContent = `No recorded work-item wrote byte ${at}; rootle-explore --groups records others.`;
}

function elementCell(buffer, at, size, show) {
    const read = isMarked(buffer.readMarks, at, size);
    const written = isMarked(buffer.writtenMarks, at, size);
    const [before, after] = [String(show(buffer.before, at)), String(show(buffer.after, at))];
    const did = [read && 'read', written && 'written'].filter(Boolean).join(' and ') || 'not touched';
    return make('td', {class: written ? 'was-written' : read ? 'was-read' : 'untouched', title: `byte ${at}, ${did}`, 'data-at': at},
        before === after ? after : `${before} → ${after}`);
}

function elementRows(buffer, {kind, from}) {
    const [size, show] = KINDS[kind];
    const count = Math.min(Math.floor(buffer.before.byteLength / size), from + PIECE);
    const rows = [];
    for (let first = from; first < count; first += ACROSS) {
        const cells = Array.from({length: Math.min(ACROSS, count - first)}, (_, i) => elementCell(buffer, (first + i) * size, size, show));
        rows.push(make('tr', {}, make('th', {scope: 'row'}, String(first)), ...cells));
    }
    return rows;
}

// An element is pointed at: it is said, and where it was written one can go to the step.
function chooseElement(view, cell) {
    if (!cell)
        return;
    view.cell?.classList.remove('now');
    view.cell = cell;
    cell.classList.add('now');
    cell.scrollIntoView({block: 'nearest', inline: 'nearest'});
    view.said.textContent = `${cell.textContent}: ${cell.title}`;
}
function goToElement(view) {
    if (view.cell?.classList.contains('was-written'))
        goToStore(view.buffer, Number(view.cell.dataset.at), view.said);
}
const BY = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS};
function elementKey(view, event) {
    const cells = [...view.body.querySelectorAll('td')];
    if (event.key === 'Enter')
        goToElement(view);
    if (!BY[event.key])
        return;
    event.preventDefault();
    chooseElement(view, cells[view.cell ? Math.max(0, Math.min(cells.length - 1, cells.indexOf(view.cell) + BY[event.key])) : 0]);
}

function kindOf(buffer) {
    const name = (buffer.argument?.type || '').replace(/^(const |volatile |restrict )*/, '').match(/^(u?(char|short|int|long)|half|float|double)/)?.[0];
    return KINDS[name] && buffer.before.byteLength >= KINDS[name][0] ? name : buffer.before.byteLength >= 4 ? 'hex' : 'uchar';
}

function touched(marks, bytes) {
    let count = 0;
    for (let i = 0; i < bytes; i++)
        count += isMarked(marks, i, 1);
    return count;
}

function addBuffer(buffer) {
    const bytes = buffer.before.byteLength;
    const name = buffer.argument ? `${buffer.argument.type} ${buffer.argument.name}` : `what byte ${buffer.buffer} of constant buffer 0 points to`;
    const view = {buffer, kind: kindOf(buffer), from: 0, body: make('tbody'),
        said: make('output', {class: 'texel-value', 'aria-live': 'polite'}, 'A written element leads to the work-item that stored it: by a click, or arrow keys and Enter.')};
    const places = make('span');
    const show = () => {
        view.cell = undefined;
        view.body.replaceChildren(...elementRows(buffer, view));
    };
    const offer = () => {
        const count = Math.max(1, Math.ceil(bytes / KINDS[view.kind][0] / PIECE));
        view.from = 0;
        places.replaceChildren(choice('elements from', [['', Array.from({length: count}, (_, i) => [i * PIECE, String(i * PIECE)])]], 0, (value) => {
            view.from = Number(value);
            show();
        }));
        show();
    };
    const kinds = Object.keys(KINDS).filter((kind) => KINDS[kind][0] <= bytes).map((kind) => [kind, kind]);
    const about = `${counted(buffer.size)} bytes at ${buffer.start} of the pool; of ${bytes < buffer.size ? `the first ${counted(bytes)}, which the trace has, ` : 'them '}` +
        `${counted(touched(buffer.readMarks, bytes))} were read and ${counted(touched(buffer.writtenMarks, bytes))} written.`;
    byId('buffers').append(make('div', {class: 'buffer'}, make('h3', {}, make('code', {}, name)), make('p', {}, about),
        make('div', {class: 'controls'}, choice('as', [['', kinds]], view.kind, (value) => {
            view.kind = value;
            offer();
        }), places),
        make('div', {
            class: 'scroll elements', tabindex: 0, role: 'application', 'aria-label': `Elements of ${name}`, keydown: (event) => elementKey(view, event),
            click: (event) => { chooseElement(view, event.target.closest('td')); goToElement(view); },
        }, make('table', {class: 'plain registers'}, make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, 'from'),
            ...Array.from({length: ACROSS}, (_, i) => make('th', {scope: 'col'}, `+${i}`)))), view.body)),
        view.said));
    offer();
}

function makeBuffers() {
    const buffers = joinBuffers();
    byId('buffers').hidden = !buffers.length;
    buffers.forEach(addBuffer);
}
