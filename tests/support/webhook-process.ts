import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { sendWebhooks } from '../../src/server/operate/sync/send-webhooks.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that sends changes to another system, and is killed before it gets the answer. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
await sendWebhooks(school);
