import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addTeacher } from '../support/staff.ts';

const [ANA, JULIA] = [1, 9];

describe.each(engines)('the sentences of a teacher on %s', (engine) => {
  let portal: TestSchool;
  let other = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    other = await addTeacher(portal);
  });
  afterAll(() => portal.close());
  const add = (texto: string, as = JULIA) => portal.ops.teaching.addPhrase({ texto }, { as });
  const texts = async (as = JULIA) =>
    (await portal.ops.teaching.listPhrases({}, { as })).body.items.map(({ texto }) => texto);

  it('sentences are stored once each, changed and deleted', async () => {
    const first = await add('Ótimo vocabulário.');
    await add('Releia os verbos no passado.');
    expect((await add(' Ótimo vocabulário. ')).body.id).toBe(first.body.id);
    expect(await texts()).toEqual(['Ótimo vocabulário.', 'Releia os verbos no passado.']);
    const { id } = first.body;
    await portal.ops.teaching.updatePhrase({ id, texto: 'Muito bem.' }, { as: JULIA });
    expect(await texts()).toEqual(['Muito bem.', 'Releia os verbos no passado.']);
    await portal.ops.teaching.updatePhrase({ id, texto: 'Releia os verbos no passado.' }, { as: JULIA });
    expect(await texts()).toEqual(['Releia os verbos no passado.']);
    await portal.ops.teaching.removePhrase({ id }, { as: JULIA });
    expect(await texts()).toEqual([]);
  });

  it('sentences belong to one teacher', async () => {
    const { id } = (await add('Só minha.')).body;
    expect(await texts(other)).toEqual([]);
    const change = await portal.ops.teaching.updatePhrase({ id, texto: 'Tua.' }, { as: other });
    const remove = await portal.ops.teaching.removePhrase({ id }, { as: other });
    expect([change.status, remove.status, await texts()]).toEqual([409, 200, ['Só minha.']]);
    const asks = [add('x', ANA), portal.ops.teaching.listPhrases({}, { as: ANA }), portal.ops.teaching.listPhrases()];
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([403, 403, 401]);
  });

  it.each([
    ['nothing', ' '],
    ['more than a sentence', 'x'.repeat(301)],
  ])('API-94 refuses %s at its field', async (_what, texto) => {
    const { status, body } = await add(texto);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['texto']]);
  });

  it('the number of sentences is limited', async () => {
    for (let n = 0; n < 40; n += 1) expect((await add(`Frase ${n}`, other)).status).toBe(200);
    expect((await add('Mais uma', other)).status).toBe(409);
    expect((await add('Frase 7', other)).status).toBe(200);
    expect(await texts(other)).toHaveLength(40);
  });
});
