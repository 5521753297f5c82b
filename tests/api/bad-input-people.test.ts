import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as people from '../../src/lib/contract/people.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const INPUTS = 200;

const seen = record({ phone: near('19991234567', '', null), cpf: near(null), city: near('Campinas') });
const guardian = record({
  full_name: near('Sandra'),
  cpf: near('27865757379'),
  email: near('s@teste.example'),
  phone: near('19994440000'),
  relation: near('Mãe'),
});
const body = record({
  phone: near('19991234567', '+5519991234567'),
  cep: near('13015904'),
  cpf: near('52998224725', '16899535009'),
  email: near('a@b.example', 'A@B.EXAMPLE'),
  full_name: near('Maria', '\u202eMaria', '<b>'),
  street: near('Rua A'),
  street_number: near('S/N', '0'),
  complement: near('', null),
  district: near('Centro'),
  city: near('Campinas'),
  state: near('sp', null),
  birth_date: near('1990-02-28', '2020-01-01', '0000-01-01', null),
  guardian: fc.oneof(guardian, near(null)),
  vistos: fc.oneof(seen, near(null)),
  code: near('KNN-LIVRO-0009', 'KNN-LIVRO-0001'),
  uuid: near('22222222-2222-4222-8222-222222222222'),
});
const params: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: near(1, 2, 3, 7, 8, 12, 999_999),
  key: near('KNN-LIVRO-0001', '22222222-2222-4222-8222-222222222222', '__proto__'),
};
const query = record({
  user_id: near('7', '999999'),
  alvo: near('user:1', 'user:12', 'user:', 'user:99999999999', 'book:1', '%', "' or 1=1 --"),
  tipo: near('mudancas', 'consultas', 'constructor'),
  limit: near('1', '1000'),
  offset: near('0', '1e9'),
});

describe.each(engines)('bad input to the calls of the panel on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  it.each(Object.entries(people as Record<string, Call>))(
    '%s answers in words, whatever comes',
    async (_name, call) => {
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
      const paths = fc.record(Object.fromEntries(names.map((name) => [name, params[name] ?? anything])));
      const bodies = fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: anything });
      await fc.assert(
        fc.asyncProperty(paths, query, bodies, async (path, search, sent) => {
          const asText = Object.fromEntries(
            Object.entries(search as object).map(([name, value]) => [name, textOf(value)]),
          );
          const address = addressOf(call, {
            params: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, textOf(value)])),
            query: asText,
          });
          const headers = { 'content-type': 'application/json' };
          const init = call.method === 'GET' ? {} : { headers, body: JSON.stringify(sent) ?? 'null' };
          await expectWords(await portal.send(call.method, address, init, { as: HELENA }));
        }),
        inputsOn(engine, INPUTS),
      );
    },
  );
});
