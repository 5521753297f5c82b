import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as broadcasts from '../../src/lib/contract/broadcasts.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { addBroadcast, audience, HELENA } from '../support/broadcasts.ts';
import { anything, expectWords, inputsOn, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const INPUTS = 200;

/** Parts that look right, so that some inputs get past the first check. */
const near = (...values: unknown[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });
const body = fc.record(
  {
    id: near(1, 2, 3, 999_999),
    version: near(1, 2),
    nome: near('Modelo'),
    title: near('Oi, {primeiro_nome}', '{x}', '{{}}', '\u202e', '😀'.repeat(30)),
    body: near('Texto', '{turma}'.repeat(25)),
    link: near('/', '/pedidos', '/\u202e', '//x', 'https://x.example'),
    category: near('aviso', 'aula', '__proto__'),
    icon_url: near(null, '/icone.png', 'https://x.example/i.png', 'http://x.example'),
    image_url: near(null, '/foto.png'),
    audience: near(
      audience({ all: true }),
      audience(),
      audience({ user_ids: [1], not_studied_days: 365 }),
      audience({ brand: 'phenom', has_overdue: false, device_type: 'desktop' }),
      audience({ company_ids: [103] }),
    ),
    scheduled_at: near(null, '2999-12-31T23:59:59Z', '9999-12-31T23:59:59.999999999Z', '0000-01-01T00:00:00Z'),
    repeat: near(null, 'diaria', 'mensal'),
    repeat_until: near(null, '9999-12-31', '0000-01-01'),
    respect_quiet_hours: near(true, false),
    ttl_s: near(0, 2_419_200),
    urgency: near('normal', 'high'),
    test: near(true, false),
    only_failed_of: near(1, 2),
  },
  { requiredKeys: ['title', 'body', 'link', 'category', 'audience', 'respect_quiet_hours', 'ttl_s', 'urgency'] },
);
const list = near('1', '1,2,3', '2147483648', '9999999999', '0', '1,,2');
const query = fc.record(
  {
    id: near('1', '2147483648'),
    status: near('rascunho', 'constructor'),
    state: near('na_fila', 'constructor'),
    limit: near('1', '1000'),
    offset: near('0', '1e9'),
    all: near('true', '0'),
    company_ids: list,
    turma_ids: list,
    livro_ids: list,
    user_ids: list,
    exclude_user_ids: list,
    brand: near('knn', 'x'),
    is_club: near('true', 'x'),
    has_overdue: near('true', '0'),
    pwa_installed: near('1'),
    not_studied_days: near('1', '365', '366', '1e2'),
    device_type: near('mobile', 'x'),
    category: near('aviso', 'x'),
  },
  { requiredKeys: [] },
);

describe.each(engines)('bad input to the calls of broadcasts on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    for (let count = 0; count < 3; count += 1) await addBroadcast(portal);
  });
  afterAll(() => portal.close());

  it.each(Object.entries(broadcasts as Record<string, Call>))(
    '%s answers in words, whatever comes',
    async (_name, call) => {
      const bodies = fc.oneof({ weight: 6, arbitrary: body }, { weight: 1, arbitrary: anything });
      await fc.assert(
        fc.asyncProperty(near(1, 2, 999_999), query, bodies, fc.boolean(), async (id, search, sent, isKeyed) => {
          const asText = Object.entries(search as object).map(([name, value]) => [name, textOf(value)]);
          const address = addressOf(call, { params: { id: textOf(id) }, query: Object.fromEntries(asText) });
          const headers = {
            ...(call.method !== 'GET' && { 'content-type': 'application/json' }),
            ...(isKeyed && { 'idempotency-key': randomUUID() }),
          };
          const init = call.method !== 'GET' ? { headers, body: JSON.stringify(sent) ?? 'null' } : { headers };
          await expectWords(await portal.send(call.method, address, init, { as: HELENA }));
        }),
        inputsOn(engine, INPUTS),
      );
    },
  );

  it('input that was let in can be worked on', async () => {
    await portal.worker.runOnce();
    portal.clock.advance(400 * 86_400_000);
    await portal.worker.runOnce();
  });
});
