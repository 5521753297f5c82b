import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as club from '../../src/lib/contract/club.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const HELENA = 7;
const IGOR = 8;
const INPUTS = 200;

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
      limits: noLimits,
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
        await expectWords(await portal.send(call.method, address, init, { as }));
      }),
      inputsOn(engine, INPUTS),
    );
  });
});
