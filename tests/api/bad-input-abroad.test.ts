import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as abroad from '../../src/lib/contract/abroad.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { addStudent, requestBody } from '../support/abroad.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { executable, pdf, png } from '../support/sample-files.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const INPUTS = 60;

const ids = near(1, 2, 3, 2_147_483_647, 2_147_483_648, '1');

const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createUsaPayment: record({ request_id: ids, forma: near('pix', 'boleto', 'cambio'), parcelas: near(1, 3, 24, 25) }),
  updateUsaPayment: record({ id: ids, forma: near('pix', 'cartao', 'cambio'), parcelas: near(1, 12, 0) }),
  saveDraft: record({
    valores: record({
      cpf: near('529', '52998224725'),
      birth_date: near('1998-02-30', '2999-01-01', '0000-00-00', '1998-04-02'),
      passaporte_validade: near('x', '2030-01-01', '99999-01-01'),
      turma_id: near('1', '2', 'NaN', '999999999999'),
      forma: near('pix', 'boleto'),
      parcelas: near('1', '-1', '1e9'),
      resp_cpf: near('278.657.573-79'),
    }),
  }),
  sendDraft: record({ aceite_termos: near(true), consentimento_dados: near(true) }),
  giveConsent: record({ token: near('x'.repeat(40), 'x'), cpf: near('27865757379'), aceite: near(true) }),
  reviewDocument: record({ resultado: near('aceito', 'recusado'), motivo: near('Cortado', 'x'.repeat(301)) }),
  decideRequest: record({ resultado: near('em_analise', 'aprovada', 'recusada'), motivo: near('Fora do prazo') }),
};

describe.each(engines)('bad input to the calls of study abroad on %s (S1)', (engine) => {
  let portal: TestSchool;
  let student: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    student = await addStudent(portal);
  });
  afterAll(() => portal.close());

  const calls = Object.entries(abroad as Record<string, Call>);
  const json = calls.filter(([, { body }]) => body !== 'multipart');
  it.each(json)('%s answers in words, whatever comes', async (name, call) => {
    const inputs = fc.tuple(near('1', '0', 'abc', '2147483648'), bodies[name] ?? anything, fc.uuid());
    await fc.assert(
      fc.asyncProperty(inputs, async ([id, body, key]) => {
        const text = textOf(id);
        const init =
          call.method === 'GET' || call.method === 'DELETE'
            ? {}
            : {
                body: JSON.stringify(body) ?? 'null',
                headers: { 'content-type': 'application/json', 'idempotency-key': key },
              };
        const address = addressOf(call, { params: { id: text, tipo: text, token: text } });
        await expectWords(
          await portal.send(call.method, address, init, { as: /School|review|decide/.test(name) ? HELENA : student }),
          503,
        );
      }),
      inputsOn(engine, INPUTS),
    );
  });

  const uploads = calls.filter(([, { body }]) => body === 'multipart');
  it.each(uploads)('%s takes odd parts in words', async (_name, call) => {
    const file = fc.constantFrom(pdf(), png, executable, Buffer.alloc(0));
    const parts = fc.array(fc.tuple(fc.constantFrom('file', 'foto', '2', 'p', '', 'knn_usa_request_in'), file), {
      maxLength: 4,
    });
    const documentos = near([{ tipo: 'passaporte', arquivo: 'p' }], [{ tipo: 'x', arquivo: 'p' }], []);
    await fc.assert(
      fc.asyncProperty(parts, documentos, fc.boolean(), near('1', 'foto', 'x'), async (files, named, hasJson, id) => {
        const body = new FormData();
        if (hasJson) {
          body.append('knn_usa_request_in', JSON.stringify({ ...requestBody(portal), documentos: named }));
        }
        for (const [name, bytes] of files) body.append(name, new File([new Uint8Array(bytes)], 'a.pdf'));
        const address = addressOf(call, { params: { id: textOf(id), tipo: textOf(id) } });
        await expectWords(await portal.send(call.method, address, { body }, { as: student }), 503);
      }),
      inputsOn(engine, INPUTS),
    );
  });

  it.each(['', '{', '[]', 'null', '{"a":1,"a":2}', '"\\u0000"'])(
    'the JSON part %j is refused in words',
    async (text) => {
      const body = new FormData();
      body.append('knn_usa_request_in', text);
      const { method, path } = abroad.createRequest;
      const answer = await portal.send(method, `/api/v1/${path}`, { body }, { as: student });
      expect(answer.status).toBe(422);
      await expectWords(answer);
    },
  );
});
