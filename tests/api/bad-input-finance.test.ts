import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as finance from '../../src/lib/contract/finance.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const INPUTS = 200;

const card = record({
  number: near('4000000000000010', '4000000000001018', '4111'),
  holder_name: near('ANA', '\u202eANA'),
  expiry_month: near(12, 0, 13),
  expiry_year: near(2035, 2001),
  cvv: near('123', '000', '12345'),
});
const body = record({
  card,
  card_token: near(undefined, 'tok_1'),
  cpf: near('529.982.247-25', '52998224726'),
  installments: near(1, 6, 7, 12),
  save_card: near(false),
});
const params: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: near(105, 106, 201, 999_999),
  parcela_id: near(101, 106, 201),
  token: near('a'.repeat(40), 'e30.e30.x'),
  txid: near('A'.repeat(24)),
  provider: near('sandbox', 'http', '__proto__'),
};
const query = record({
  ids: near('105', '105,106', '201', ','),
  com: near('106', '201', '105,105'),
  txid: near('A'.repeat(24)),
  assinatura: near('a'.repeat(40)),
  de: near('2026-01-01', '0000-00-00'),
  ate: near('2026-12-31', '9999-12-31'),
  tipo: near('parcela', 'constructor'),
  forma: near('pix'),
  limit: near('1', '1000'),
  offset: near('0', '1e9'),
});

describe.each(engines)('bad input to the calls of finance on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  it.each(Object.entries(finance as Record<string, Call>))(
    '%s answers in words, whatever comes',
    async (_name, call) => {
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
      const paths = fc.record(Object.fromEntries(names.map((name) => [name, params[name] ?? anything])));
      const bodies = fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: anything });
      await fc.assert(
        fc.asyncProperty(paths, query, bodies, fc.boolean(), async (path, search, sent, isKeyed) => {
          const asText = Object.fromEntries(
            Object.entries(search as object).map(([name, value]) => [name, textOf(value)]),
          );
          const address = addressOf(call, {
            params: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, textOf(value)])),
            query: asText,
          });
          const headers = {
            ...(call.method === 'POST' && { 'content-type': 'application/json' }),
            ...(isKeyed && { 'idempotency-key': randomUUID() }),
          };
          const init = call.method === 'POST' ? { headers, body: JSON.stringify(sent) ?? 'null' } : { headers };
          await expectWords(await portal.send(call.method, address, init, { as: ANA }));
        }),
        inputsOn(engine, INPUTS),
      );
    },
  );
});
