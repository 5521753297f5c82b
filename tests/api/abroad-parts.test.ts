import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import * as abroad from '../../src/lib/contract/abroad.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { addStudent, requestBody } from '../support/abroad.ts';
import { expectWords, inputsOn, near, textOf } from '../support/odd-input.ts';
import { executable, pdf, png } from '../support/sample-files.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const INPUTS = 60;

describe.each(engines)('S1 odd parts of what is uploaded for study abroad, on %s', (engine) => {
  let portal: TestSchool;
  let student: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    student = await addStudent(portal);
  });
  afterAll(() => portal.close());

  const uploads = Object.entries(abroad as Record<string, Call>).filter(([, { body }]) => body === 'multipart');
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
        await expectWords(await portal.send(call.method, address, { body }, { as: student }), address, 503);
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
      await expectWords(answer, text);
    },
  );
});
