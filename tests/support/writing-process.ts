import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { expandBroadcasts } from '../../src/server/school/broadcasts/expand-broadcasts.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that writes broadcasts, notifies its parent at the start, and continues until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
process.send?.('begins');
for (;;) await expandBroadcasts(school);
