import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { giveBonuses } from '../../src/server/club/bonuses.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that gives the points of bonuses without a pause, until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process keeps nothing, so it stores its compiled code now for the next one.
flushCompileCache();
process.send?.('ready');
for (;;) await giveBonuses(school);
