import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { payWithCard } from '../../src/lib/contract/finance.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';
import { askInProcess } from './api-door.ts';
import { cardBody, cards } from './card-body.ts';

/**
 * A process that pays one bill and never gets the result: after the bank has charged it notifies its parent, and
 * waits to be killed.
 */
const config = readConfig(process.env);
const { school, api } = await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
const provider = school.ports.payments.provider;
if (!provider) throw new Error('The sandbox is off');
const dying = {
  ...provider,
  async chargeCard(order: Parameters<typeof provider.chargeCard>[0]) {
    if (process.env.DIES === 'after') await provider.chargeCard(order);
    process.send?.('now');
    return new Promise<never>(() => setInterval(() => undefined, 1_000));
  },
};
school.ports.payments = { ...school.ports.payments, provider: dying };
const token = (await school.tokens.issue({ userId: 1, version: 1, scope: 'full' }, new Date())).token;
const bill = Number(process.env.BILL);
const headers = { authorization: `Bearer ${token}`, 'idempotency-key': process.env.KEY ?? randomUUID() };
await askInProcess(api, payWithCard, { params: { id: bill }, body: cardBody(cards.approved) }, headers);
