import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { readConfig } from '../../src/server/config.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { openSchool } from '../../src/server/school.ts';
import { askInProcess } from './api-door.ts';

/** A process that requests a code or a refund from a bank, and is killed before it gets the answer. */
const { school, api } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
if (process.env.WORK === 'refunds') await sendRefunds(school);
else {
  const userId = Number(process.env.PAYER);
  const { token } = await school.tokens.issue({ userId, version: 1, scope: 'full' }, new Date());
  const headers = { authorization: `Bearer ${token}` };
  await askInProcess(api, payWithPix, { params: { id: Number(process.env.BILL) }, query: {} }, headers);
}
