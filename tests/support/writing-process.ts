import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';
import { expandSendings } from '../../src/server/sendings/expand-sendings.ts';

/** A process of its own that writes sendings down, tells its parent when it begins, and goes on until it is killed. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
process.send?.('begins');
for (;;) await expandSendings(school);
