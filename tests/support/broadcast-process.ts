import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';

/** A process that sends due broadcasts until it is killed or stopped; it reports when none is left. */
const { school, close } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), {
  broadcast: JSON.parse(process.env.SENDING ?? '{}'),
});
// A killed process does not write its compile cache, so it is written now for the next process.
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
