import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { expandBroadcasts } from '../../src/server/broadcasts/expand-broadcasts.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process of its own that writes broadcasts down, tells its parent when it begins, and goes on until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process keeps nothing: what it compiled is laid down for the next one now.
flushCompileCache();
process.send?.('begins');
for (;;) await expandBroadcasts(school);
