import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClass } from '../../src/lib/contract/pedagogico.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, nina: 12 };
const ONLINE = 2;

describe.each(engines)('what a lesson gives out on %s', (engine) => {
  let portal: TestSchool;
  let lesson = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { body } = await portal.call(getClass, { params: { id: ONLINE } }, { as: people.ana });
    lesson = body.aulas.find(({ materiais }) => materiais.length > 0)?.id ?? 0;
  });
  afterAll(() => portal.close());
  const ask = (as?: number, id = lesson, n = 1) =>
    portal.send('GET', `/api/v1/portal/lessons/${id}/materials/${n}/`, {}, { as });

  it('a material is listed with recorded lessons, and is served as a download (S9)', async () => {
    const { body } = await portal.call(getClass, { params: { id: ONLINE } }, { as: people.ana });
    const given = body.aulas.filter(({ materiais }) => materiais.length > 0);
    expect(given.length).toBeGreaterThan(2);
    expect(given.every(({ status }) => status === 'gravada')).toBe(true);
    expect(given[0]?.materiais).toMatchObject([{ n: 1, nome: 'resumo-da-aula.pdf', mime: 'application/pdf' }]);
    const answer = await ask(people.ana);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="resumo-da-aula\.pdf"/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.subarray(0, 5).toString(), bytes.byteLength]).toEqual([
      '%PDF-',
      given[0]?.materiais[0]?.tamanho_bytes,
    ]);
  });

  it('a material is for the students of the class alone (ROLE-08, AUTH-26)', async () => {
    const statuses = async (...requested: Promise<Response>[]) =>
      (await Promise.all(requested)).map(({ status }) => status);
    expect(await statuses(ask(people.bruno), ask(people.nina), ask(), ask(people.ana, lesson, 2))).toEqual([
      404, 404, 401, 404,
    ]);
    expect(await statuses(ask(people.ana, 999_999), ask(people.ana, lesson, 0))).toEqual([404, 422]);
  });
});
