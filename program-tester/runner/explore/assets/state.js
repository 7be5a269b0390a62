// SPDX-License-Identifier: MIT
// state.js: samplers, arguments, and the command stream by packet and field, each with a word on it.
'use strict';

const PACKETS = {
    NOP: 'carries a relocation: the buffer object whose address the packet before it has',
    DISPATCH_DIRECT: 'starts the work-groups',
    SURFACE_SYNC: 'waits for memory that was written, and empties caches',
    EVENT_WRITE: 'waits, or flushes',
    SET_CONFIG_REG: 'sets registers that hold for all that runs',
    SET_CONTEXT_REG: 'sets registers of this launch',
    SET_LOOP_CONST: 'sets counts of loops',
    SET_RESOURCE: 'describes a buffer or a texture that fetches read',
    SET_SAMPLER: 'describes how textures are read: addressing, filter, border',
};
// By the beginning of a register's name.
const REGISTERS_SAID = [
    ['SQ_PGM_START_LS', 'where the machine code lies'],
    ['SQ_PGM_RESOURCES_LS_2', 'rounding and denormals'],
    ['SQ_PGM_RESOURCES_LS', 'registers and stack entries of a wavefront'],
    ['SQ_LDS_ALLOC', 'local memory of a group, and its wavefronts'],
    ['SQ_LDS_RESOURCE_MGMT', 'local memory that this stage may have'],
    ['SQ_LSTMP_RING', 'private memory that does not fit into registers'],
    ['SQ_ALU_CONST', 'constant buffers: arguments lie in the first'],
    ['SQ_THREAD_RESOURCE', 'wavefronts that each stage may have'],
    ['SQ_STACK_RESOURCE', 'stack entries that each stage may have'],
    ['SQ_GPR_RESOURCE', 'registers that each stage may have'],
    ['SQ_DYN_GPR', 'lets stages share registers'],
    ['SQ_CONFIG', 'modes of the shader engines'],
    ['SPI_COMPUTE_NUM_THREAD', 'work-items of a group along an axis'],
    ['SPI_COMPUTE', 'which ids a work-item gets'],
    ['VGT_COMPUTE_START', 'the first group along an axis'],
    ['VGT_COMPUTE_THREAD_GROUP_SIZE', 'work-items of a group'],
    ['VGT_NUM_INDICES', 'work-items of a group'],
    ['VGT_SHADER_STAGES_EN', 'compute runs in the place of the LS stage'],
    ['VGT_GS_MODE', 'compute mode'],
    ['VGT_PRIMITIVE_TYPE', 'of graphics; compute uses points'],
    ['CB_COLOR_BASE', 'where a RAT lies'],
    ['CB_COLOR_PITCH', 'length of a row of a RAT, in 8 texels'],
    ['CB_COLOR_SLICE', 'size of a slice of a RAT'],
    ['CB_COLOR_VIEW', 'slices of a RAT'],
    ['CB_COLOR_INFO', "a RAT's format, and how it is tiled"],
    ['CB_COLOR_ATTRIB', 'details of the tiling'],
    ['CB_COLOR_DIM', 'width and height of a RAT, less one'],
    ['CB_IMMED', 'where old values of atomics go'],
    ['CB_TARGET_MASK', 'which RATs may be written to'],
    ['TEX_RESOURCE0', 'dimension, tiling, width and row length of a texture'],
    ['TEX_RESOURCE1', 'height, depth and array mode'],
    ['TEX_RESOURCE2', 'where it lies'],
    ['TEX_RESOURCE4', 'what channels mean, and in which order they are delivered'],
    ['TEX_RESOURCE5', 'levels and layers'],
    ['TEX_RESOURCE7', 'its format'],
    ['BUF_RESOURCE0', 'where a buffer lies'],
    ['BUF_RESOURCE1', 'its size in bytes, less one'],
    ['BUF_RESOURCE2', 'stride and format of its elements'],
    ['SAMPLER0', 'addressing modes, filters and the kind of border'],
    ['SAMPLER1', 'levels of detail'],
    ['SAMPLER2', 'bias, and how coordinates are rounded'],
    ['CP_COHER', 'which caches, and which memory'],
    ['DIM_', 'groups along an axis'],
];
const saidOf = (word) => REGISTERS_SAID.find(([name]) => word.startsWith(name))?.[1];
const BORDERS = ['transparent black', 'opaque black', 'opaque white', 'of its registers'];

function wordRow(word) {
    const said = saidOf(word);
    const [name, ...rest] = word.split(' = ');
    return make('li', {}, make('code', {}, rest.length ? `${name} = ${rest.join(' = ')}` : word), said ? make('span', {class: 'calm'}, ` ${said}`) : '');
}
function packetPart({at, name, about, words}) {
    const summary = make('summary', {}, make('b', {}, name), ` at ${at}, ${about}`,
        PACKETS[name] ? make('span', {class: 'calm'}, `: ${PACKETS[name]}`) : '');
    return make('details', {class: 'packet'}, summary, make('ul', {}, ...words.map(wordRow)));
}

function argumentRow({name, type, texture, rat, sampler, offset, bytes}, number) {
    const where = [texture >= 0 && `texture ${texture}`, rat >= 0 && `RAT ${rat}`, sampler >= 0 && `sampler ${sampler}`].filter(Boolean);
    const word = launch.constants.find(([bank, index, channel]) => !bank && index * 16 + channel * 4 === offset);
    const value = word && bytes === 4 && !where.length ? `${SHOWN.auto(word[3])} (${SHOWN.hex(word[3])})` : '';
    return make('tr', {}, make('td', {class: 'number'}, String(number)), make('td', {}, make('code', {}, `${type} ${name}`)),
        make('td', {}, where.join(', ') || `byte ${offset} of constant buffer 0, ${bytes} bytes`), make('td', {}, value));
}
function samplerRow({sampler, clamp, linear, border}) {
    return make('tr', {}, make('td', {class: 'number'}, String(sampler)), make('td', {}, clamp.map((mode) => CLAMPS[mode] || mode).join(', ')),
        make('td', {}, linear.map((on) => (on ? 'linear' : 'nearest')).join(', ')), make('td', {}, BORDERS[border] || String(border)));
}
function table(name, titles, list) {
    return make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name}, make('table', {class: 'plain'},
        make('thead', {}, make('tr', {}, ...titles.map((title) => make('th', {scope: 'col'}, title)))), make('tbody', {}, ...list)));
}

function makeState() {
    const section = byId('state');
    section.hidden = false;
    if (launch.arguments.length)
        section.append(make('h3', {}, 'Arguments'), table('Arguments', ['number', 'name', 'where', 'value'], launch.arguments.map(argumentRow)));
    if (launch.samplers.length)
        section.append(make('h3', {}, 'Samplers'),
            table('Samplers', ['slot', 'addressing of x, y, z', 'filter of x, y, z', 'border'], launch.samplers.map(samplerRow)));
    section.append(make('h3', {}, 'Command stream'));
    if (!launch.packets.length)
        section.append(make('p', {class: 'calm'}, 'The trace has none: another driver made it.'));
    section.append(...launch.packets.filter(({name}) => name !== 'NOP').map(packetPart));
}
