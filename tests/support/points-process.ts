import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import pino from 'pino';
import type { Answered } from '../../src/lib/api/request.ts';
import { redeemReward } from '../../src/lib/contract/club.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';
import { askInProcess, askOperation, operationNamed } from './api-door.ts';

interface Said {
  transaction: { id: number; pontos: number };
  resgate: { id: number };
}

/**
 * A process that moves Ana's points without a pause and reports each answer to its parent, until it is killed: a
 * manager credits points, and Ana redeems and cancels.
 */
const [ANA, HELENA, REWARD] = [1, 7, 8];
const { school, api } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
// A killed process does not write its compile cache, so it is written now for the next process.
flushCompileCache();
const tokenOf = async (userId: number) =>
  (await school.tokens.issue({ userId, version: 1, scope: 'full' }, new Date())).token;
const tokens = { ana: await tokenOf(ANA), helena: await tokenOf(HELENA) };

type ReceivedRequest = 'club.adjustPoints' | 'club.cancelRedemption';

const sentBy = (token: string) => ({ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() });

async function ask<Name extends ReceivedRequest>(name: Name, input: InputOf<Name>, token: string) {
  return saidIn(name, await askOperation(api, operationNamed(name), input, sentBy(token)));
}

function saidIn(name: string, { status, value }: Answered) {
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(value)}`);
  return value as Said;
}

for (let round = 0; ; round += 1) {
  const given = await ask('club.adjustPoints', { id: ANA, pontos: 300, motivo: 'Teste' }, tokens.helena);
  process.send?.({ entry: given.transaction.id, pontos: 300 });
  const body = { reward_id: REWARD, quantidade: 1 };
  const redeemed = await askInProcess(api, redeemReward, { body }, sentBy(tokens.ana));
  const { transaction, resgate } = saidIn(redeemReward.path, redeemed);
  process.send?.({ entry: transaction.id, pontos: transaction.pontos });
  if (round % 2 === 0) continue;
  await ask('club.cancelRedemption', { id: resgate.id }, tokens.ana);
  process.send?.({ cancelled: resgate.id });
}
