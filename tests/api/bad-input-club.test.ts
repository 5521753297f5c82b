import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#lib/api/client.ts';
import * as club from '#lib/contract/club.ts';
import type { Call } from '#lib/contract/core.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const HELENA = 7;
const IGOR = 8;
const INPUTS = 200;

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 2 }).filter((value) => isWritable(value)),
  fc.constantFrom('', '\u0000', '\ud800', '../..', '1e309', '9'.repeat(30), -1, 0, 1.5, 2 ** 53, null, true, [], {}),
);
/** Parts that look right, so that some inputs get past the first check. */
const near = (...values: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });
const record = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const body = record({
  reward_id: near(1, 8, 999_999),
  quantidade: near(1, 2),
  indicacao_id: near(1, 999_999),
  indicador_user_id: near(1, 2),
  contrato_id: near(1, 999_999),
  nome: near('Paula', '\u202ePaula', '<b>'),
  telefone: near('19982220001', '19991234567'),
  email: near('a@b.example'),
  cpf: near('52998224725', '16899535009'),
  consentimento: near(true),
  canal: near('link', 'formulario'),
  pontos: near(1, -1, 100, 1_000_000),
  motivo: near('Teste'),
  status: near('em_contato', 'recusada', 'pronto', 'cancelado', '__proto__'),
  ativo: near(true, false),
  periodo: near('dia', 'sempre'),
  limite: near(1, null),
  validade_dias: near(1, 3650, null),
  descricao: near('Teste'),
  categoria: near('Casa'),
  estoque: near(null, 0, 5),
  entrega: near('escola', 'digital'),
  regras: near('Nenhuma'),
  valido_de: near('2026-01-01', '0000-01-01', null),
  valido_ate: near('2026-12-31', '9999-12-31', null),
});
const params: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: near(1, 2, 7, 12, 999_999),
  codigo: near('AMZB-4K7Q', 'presenca', 'indicacao', '__proto__'),
  chave: near('a'.repeat(36)),
};
const query = record({
  q: near('ana', '%', '_', '\\'),
  status: near('solicitado', 'enviada', 'constructor'),
  ativo: near('true', '0'),
  meses: near('1', '36', '37'),
  antes_de: near('1', '2147483647'),
  de: near('2026-01-01', '0000-01-01', '0000-00-00'),
  ate: near('2026-12-31', '9999-12-31'),
  tipo: near('credito', 'constructor'),
  limit: near('1', '1000'),
  offset: near('0', '1e9'),
});

describe.each(engines)('bad input to the calls of the club on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: { take: async () => {}, clear: async () => {}, deleteExpired: async () => {} },
    });
  });
  afterAll(() => portal.close());

  it.each(Object.entries(club as Record<string, Call>))('%s answers in words, whatever comes', async (name, call) => {
    const as = name === 'creditReferralEnrolment' ? IGOR : call.path.includes('/manager/') ? HELENA : ANA;
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
          ...(call.method !== 'GET' && { 'content-type': 'application/json' }),
          ...(isKeyed && { 'idempotency-key': randomUUID() }),
        };
        const init = call.method !== 'GET' ? { headers, body: JSON.stringify(sent) ?? 'null' } : { headers };
        const answer = await portal.send(call.method, address, init, { as });
        const text = await answer.text();
        expect(answer.status < 500, `${answer.status} ${text}`).toBe(true);
        if (answer.status >= 400) expect(JSON.parse(text).detail).toMatch(/\S/);
      }),
      { numRuns: INPUTS },
    );
  });
});

/** What can stand in an address: one segment of well-formed text. */
function textOf(value: unknown): string {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
  return ['', '.', '..'].includes(text) ? 'x' : text;
}

function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
