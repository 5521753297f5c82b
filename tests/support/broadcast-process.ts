import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that sends due broadcasts until it is killed or told to stop; it says when nothing waits any more. */
const { school, close } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), {
  broadcast: JSON.parse(process.env.SENDING ?? '{}'),
});
// A killed process keeps nothing, so it stores its compiled code now for the next one.
flushCompileCache();
const look = setInterval(async () => {
  const waiting = await school.db
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', 'na_fila')
    .limit(1)
    .execute();
  if (waiting.length === 0) process.send?.('idle');
}, 50);
process.on('message', async () => {
  clearInterval(look);
  await close();
  process.exit(0);
});
