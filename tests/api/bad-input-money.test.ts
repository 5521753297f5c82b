import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as orders from '../../src/lib/contract/orders.ts';
import { anything, expectWords, inputsOn, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const INPUTS = 120;

/** Parts that look right, so that some inputs get past the first check. */
const near: Readonly<Record<string, readonly unknown[]>> = {
  id: [1, 9, 101],
  code: ['WAY-2', 'REACH-2'],
  name: ['MATERIAL10', 'CAFE5'],
  usado: [true, false],
  codigo_produto: ['WAY-2', 'REACH-1'],
  quantidade: [1, 6, 99],
  turma_aluno_id: [101, 102],
  cupom: ['MATERIAL10', 'CAFE5', 'NADA'],
  parcelas: [1, 6, 12],
  aceite_termos: [true],
  motivo: ['Pedi o livro errado'],
  status_id: [-2, 1, 4, 8],
  nota: ['Saiu hoje'],
  tipo: ['escola', 'endereco'],
  state: ['SP', 'AC'],
  cep: ['13015904'],
  street: ['Rua A'],
  street_number: ['1'],
  district: ['Centro'],
  city: ['Campinas'],
};
const fieldOf = (name: string) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(near[name] ?? [1])) }, { weight: 1, arbitrary: anything });
const recordOf = (names: readonly string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...Object.fromEntries(names.map((name) => [name, fieldOf(name)])), ...more });

const itens = fc.array(recordOf(['codigo_produto', 'quantidade']), { maxLength: 3 });
const entrega = fc.oneof(
  fc.constant({ tipo: 'escola' }),
  recordOf(['tipo'], { endereco: recordOf(['cep', 'street', 'street_number', 'district', 'city', 'state']) }),
);
const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  updateCoupon: recordOf(['name', 'usado']),
  createOrder: recordOf(['parcelas', 'aceite_termos'], {
    itens,
    entrega,
    cupom: fc.option(fieldOf('cupom'), { nil: undefined }),
    turma_aluno_id: fc.option(fieldOf('turma_aluno_id'), { nil: undefined }),
  }),
  quoteOrder: recordOf([], { itens, entrega, cupom: fc.option(fieldOf('cupom'), { nil: undefined }) }),
  prepareOrder: recordOf(['turma_aluno_id', 'codigo_produto']),
  cancelOrder: recordOf(['motivo']),
  updateOrderStatus: recordOf(['status_id', 'nota']),
};

describe.each(engines)('bad input to the calls of money on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const calls = Object.entries(orders as Record<string, Call>);
  it.each(calls)('%s answers in words, whatever comes', { timeout: 40_000 }, async (name, call) => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
    const inputs = fc.tuple(recordOf(names), bodies[name] ?? anything);
    await fc.assert(
      fc.asyncProperty(inputs, async ([given, body]) => {
        const params = Object.fromEntries(names.map((param) => [param, textOf(given[param])]));
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
        const init = call.method === 'GET' ? {} : { body: JSON.stringify(body) ?? 'null', headers };
        await expectWords(await portal.send(call.method, addressOf(call, { params }), init, { as: HELENA }));
      }),
      inputsOn(engine, INPUTS),
    );
  });

  it.each(['', 'short', 'x'.repeat(65), 'a blank within it'])('S4 a call of money refuses the key %j', async (key) => {
    const body = { itens: [{ codigo_produto: 'WAY-2', quantidade: 1 }], parcelas: 1, entrega: { tipo: 'escola' } };
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const init = { body: JSON.stringify({ ...body, aceite_termos: true }), headers };
    const answer = await portal.send('POST', addressOf(orders.createOrder), init, { as: HELENA });
    expect(answer.status).toBe(400);
    expect((await answer.json()).detail).toMatch(/Idempotency-Key/);
  });
});
