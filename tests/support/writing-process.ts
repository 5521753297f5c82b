import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { expandBroadcasts } from '../../src/server/school/broadcasts/expand-broadcasts.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that writes broadcasts, tells its parent when it begins, and continues until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process keeps nothing, so it stores its compiled code now for the next one.
flushCompileCache();
process.send?.('begins');
for (;;) await expandBroadcasts(school);
