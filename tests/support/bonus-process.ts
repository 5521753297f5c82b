import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { giveBonuses } from '../../src/server/club/bonuses.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that credits bonus points without a pause, until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
process.send?.('ready');
for (;;) await giveBonuses(school);
