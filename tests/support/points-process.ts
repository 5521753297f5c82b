import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { adjustPoints, cancelRedemption, redeemReward } from '../../src/lib/contract/club.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';
import { askInProcess } from './api-door.ts';

interface Said {
  transaction: { id: number; pontos: number };
  resgate: { id: number };
}

/**
 * A process that moves Ana's points without a pause and reports each answer to its parent, until it is killed: a
 * manager gives points, she redeems, and takes some back.
 */
const [ANA, HELENA, REWARD] = [1, 7, 8];
const { school, api } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process keeps nothing, so it stores its compiled code now for the next one.
flushCompileCache();
const tokenOf = async (userId: number) =>
  (await school.tokens.issue({ userId, version: 1, scope: 'full' }, new Date())).token;
const tokens = { ana: await tokenOf(ANA), helena: await tokenOf(HELENA) };

async function send(call: Call, id: number, body: unknown, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const { status, value } = await askInProcess(api, call, { params: { id }, body }, headers);
  if (status !== 200) throw new Error(`${call.path}: ${status} ${JSON.stringify(value)}`);
  return value as Said;
}

for (let turn = 0; ; turn += 1) {
  const given = await send(adjustPoints, ANA, { pontos: 300, motivo: 'Teste' }, tokens.helena);
  process.send?.({ entry: given.transaction.id, pontos: 300 });
  const { transaction, resgate } = await send(redeemReward, 0, { reward_id: REWARD, quantidade: 1 }, tokens.ana);
  process.send?.({ entry: transaction.id, pontos: transaction.pontos });
  if (turn % 2 === 0) continue;
  await send(cancelRedemption, resgate.id, {}, tokens.ana);
  process.send?.({ cancelled: resgate.id });
}
