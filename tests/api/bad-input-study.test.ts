import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as absences from '../../src/lib/contract/absences.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as inbox from '../../src/lib/contract/inbox.ts';
import * as pedagogico from '../../src/lib/contract/pedagogico.ts';
import * as practice from '../../src/lib/contract/practice.ts';
import { anything, expectWords, inputsOn, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const INPUTS = 200;

/** Parts that look right, so that some inputs get past the first check. */
const near: Readonly<Record<string, readonly unknown[]>> = {
  kind: ['pontos_vencem', '__proto__'],
  enabled: [true, false],
  aula: [true, false],
  quiet: [{ de: '21:00', ate: '08:00' }, { de: '21:00' }],
  id: [1, 2, 101, 204, 2041, 401],
  a: [1, 2],
  b: ['U4', 'U4A2', 'KNN-LIVRO-0001'],
  n: [1, 2],
  unidade_id: [204, 304],
  posicao_s: [0, 3.5],
  ouvido: [true, false],
  nota: [1, 4],
  palavra_id: [20_401, 30_101],
  tempo_ms: [0, 900],
  feita_em: ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.123456Z'],
  iniciada_em: ['2026-01-01T10:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'],
  questao_id: [20_401, 20_402],
  resposta: ['a', ['a', 'b'], ['a:1']],
  refazer: [true, false],
  dias_por_semana: [1, 7],
  presente: [true],
};
const fieldOf = (name: string) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(near[name] ?? [1])) }, { weight: 1, arbitrary: anything });
const recordOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, fieldOf(name)])), { requiredKeys: [] });

const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  saveAudioPosition: recordOf(['posicao_s', 'ouvido']),
  saveReviews: fc.array(recordOf(['palavra_id', 'nota', 'tempo_ms', 'feita_em']), { maxLength: 4 }),
  submitPracticeTest: fc.record({
    respostas: fc.array(recordOf(['questao_id', 'resposta']), { maxLength: 4 }),
    iniciada_em: fieldOf('iniciada_em'),
    refazer: fieldOf('refazer'),
  }),
  updateWeeklyGoal: recordOf(['dias_por_semana']),
  confirmPresence: recordOf(['presente', 'codigo']),
  updateNoticePreferences: recordOf(['aula', 'quiet']),
  updateNoticeKind: recordOf(['enabled']),
};

describe.each(engines)('bad input to the calls of study and notices on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const calls = Object.entries({ ...practice, ...pedagogico, ...absences, ...inbox } as Record<string, Call>);
  it.each(calls)('%s answers in words, whatever comes', async (name, call) => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
    const inputs = fc.tuple(recordOf(names), bodies[name] ?? anything);
    await fc.assert(
      fc.asyncProperty(inputs, async ([given, body]) => {
        const params = Object.fromEntries(names.map((param) => [param, textOf(given[param] ?? near[param]?.[0])]));
        const init =
          call.method === 'GET' || call.method === 'DELETE'
            ? {}
            : { body: JSON.stringify(body) ?? 'null', headers: { 'content-type': 'application/json' } };
        await expectWords(await portal.send(call.method, addressOf(call, { params }), init, { as: ANA }), 501);
      }),
      inputsOn(engine, INPUTS),
    );
  });
});
