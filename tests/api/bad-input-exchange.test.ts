import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as exchange from '../../src/lib/contract/exchange.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const INPUTS = 200;

const endereco = record({
  cep: near('13010-100', '13010100'),
  street: near('Rua A'),
  street_number: near('1', 'S/N'),
  complement: near('', null, 'casa'),
  district: near('Centro'),
  city: near('Campinas'),
  state: near('sp', 'SP'),
});
const pagador = record({
  full_name: near('Ana', '𝔸na\u202e'),
  cpf: near('123.456.789-09', '12345678909'),
  email: near('ana@example.com'),
  phone: near('+55 19 99123-4567', '1932345678'),
  birth_date: near('1998-04-02', '0001-01-01', '9999-12-31', '2000-02-29'),
  endereco: fc.oneof({ weight: 4, arbitrary: endereco }, { weight: 1, arbitrary: anything }),
});
const quotes = (known: string[]) => near(...known, randomUUID());
const requests = near(undefined, 1, 2_147_483_647);

describe.each(engines)('bad input to the calls of exchange on %s (S1)', (engine) => {
  let portal: TestSchool;
  const known: string[] = [];
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    for (const forma of ['pix', 'cartao', 'boleto'] as const) {
      const body = { moeda: 'USD', valor_minor: 1_000, forma } as const;
      known.push((await portal.call(exchange.simulateExchange, { body }, { as: ANA })).body.quote_id);
    }
  });
  afterAll(() => portal.close());

  const bodies = (): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
    simulateExchange: record({
      valor_minor: near(1, 100_000, 100_000_000, 100_000_001),
      valor_centavos: near(undefined, undefined, 1, 2_506, 1_000_000_000),
      moeda: near('USD', 'GBP', 'EUR'),
      forma: near('pix', 'boleto', 'cartao'),
      installments: near(undefined, 1, 12, 13),
    }),
    createExchangePayment: record({
      quote_id: quotes(known),
      request_id: requests,
      forma: near('pix', 'boleto'),
      pagador,
    }),
    payExchangeWithCard: record({
      quote_id: quotes(known),
      request_id: requests,
      installments: near(1, 12, 13),
      card_token: near(undefined, 'tok'),
      card: near(undefined, {
        number: '4111111111111111',
        holder_name: 'ANA',
        expiry_month: 1,
        expiry_year: 2030,
        cvv: '123',
      }),
      pagador,
    }),
  });

  const calls = Object.entries(exchange as Record<string, Call>);
  it.each(calls)('%s answers in words, whatever comes', async (name, call) => {
    const keys = fc.oneof(fc.uuid(), fc.constantFrom('', 'short', 'x'.repeat(65), 'one-and-the-same'));
    const inputs = fc.tuple(near('1', '0', 'abc', '2147483648'), near('1', '-1'), bodies()[name] ?? anything, keys);
    await fc.assert(
      fc.asyncProperty(inputs, async ([id, limit, body, key]) => {
        const query = name.startsWith('list') ? { limit: textOf(limit), offset: textOf(id) } : undefined;
        const headers = { 'content-type': 'application/json', 'idempotency-key': key };
        const init = call.method === 'GET' ? {} : { body: JSON.stringify(body) ?? 'null', headers };
        const address = addressOf(call, { params: { id: textOf(id) }, query });
        // Only a service of somebody else may be out of reach.
        await expectWords(await portal.send(call.method, address, init, { as: ANA }), 503);
      }),
      inputsOn(engine, INPUTS),
    );
  });
});
