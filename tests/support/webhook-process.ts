import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { sendWebhooks } from '../../src/server/operate/sync/send-webhooks.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that tells another system what changed, and is killed before it hears the answer. */
const { school } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process keeps nothing, so it stores its compiled code now for the next one.
flushCompileCache();
await sendWebhooks(school);
