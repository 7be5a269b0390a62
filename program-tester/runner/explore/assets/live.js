// SPDX-License-Identifier: MIT
// live.js: of a page that --serve shows: loads it again when what it is made of was saved.
'use strict';

const EVERY = 500; // milliseconds
async function look() {
    try {
        const version = await (await fetch('/version')).text();
        if (version !== page.version)
            location.reload();
    } catch {
        // The server has ended, or is not there yet.
    }
    setTimeout(look, EVERY);
}
look();
