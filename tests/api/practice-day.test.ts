import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBookContents } from '../../src/lib/contract/practice.ts';
import { readersOf } from '../support/readers.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { bruno: 2 };
const DAY = 86_400_000;

describe.each(engines)('the words of a day on %s (PED-03)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const { newReader, unitOf, at, rated, review } = readersOf(() => portal);

  it('the words of a day end once answered, and are due again from the next day', async () => {
    const as = await newReader();
    const words = (await unitOf(as)).vocabulario.slice(0, 4).map(({ id }) => id);
    const dayOf = async () => (await portal.ops.practice.getWordsOfDay({}, { as })).body;
    const listed = async (adiante = false) =>
      (await portal.ops.practice.listDueReviews({ adiante }, { as })).body.map(({ id }) => id);
    await review(
      as,
      words.map((id) => rated(id, 1, at(-2 * DAY))),
    );
    expect(await dayOf()).toEqual({ words: 4, words_done: 0, words_tomorrow: 0 });
    await review(as, [rated(words[0] ?? 0, 1), rated(words[1] ?? 0, 3), rated(words[2] ?? 0, 4)]);
    expect(await listed()).toEqual([words[3]]);
    const [waiting] = (await portal.ops.practice.listDueReviews({}, { as })).body;
    expect(waiting?.unidade, 'its unit, for the drawing').toEqual({ numero: 1, titulo: (await unitOf(as)).titulo });
    await review(as, [rated(words[3] ?? 0, 3)]);
    portal.clock.advance(20 * 60_000);
    const ended = await dayOf();
    expect(ended).toMatchObject({ words: 0, words_done: 4 });
    expect(ended.words_tomorrow).toBeGreaterThan(0);
    expect(await listed()).toEqual([]);
    expect(await listed(true)).toHaveLength(4);
    expect((await portal.ops.pedagogico.getToday({}, { as })).body).toMatchObject(ended);
    portal.clock.advance(DAY);
    expect(await listed()).toHaveLength(ended.words_tomorrow);
    expect(await dayOf()).toMatchObject({ words: ended.words_tomorrow, words_done: 0 });
    expect((await portal.ops.practice.getWordsOfDay({}, {})).status).toBe(401);
    expect((await portal.ops.practice.getWordsOfDay({}, { as: people.bruno })).body).toMatchObject({ words: 0 });
  });

  it('a day has at most sixty words, also after a long absence', async () => {
    const as = await newReader();
    const { body } = await portal.call(listBookContents, { params: { id: as }, query: {} }, { as });
    const words = body.flatMap(({ unidades }) => unidades).flatMap(({ vocabulario }) => vocabulario);
    expect(words.length).toBeGreaterThan(70);
    await review(
      as,
      words.slice(0, 70).map(({ id }) => rated(id, 1, at(-2 * DAY))),
    );
    const due = await portal.ops.practice.listDueReviews({}, { as });
    expect(due.body).toHaveLength(60);
    await review(
      as,
      due.body.map(({ id }) => rated(id, 4)),
    );
    expect((await portal.ops.practice.getWordsOfDay({}, { as })).body).toEqual({
      ...{ words: 0, words_done: 60, words_tomorrow: 10 },
    });
  });

  it('new words do not reduce the plan, and the next day has at most sixty words too', async () => {
    const as = await newReader();
    const { body } = await portal.call(listBookContents, { params: { id: as }, query: {} }, { as });
    const words = body.flatMap(({ unidades }) => unidades).flatMap(({ vocabulario }) => vocabulario);
    const [due, fresh] = [words.slice(0, 3), words.slice(3, 73)];
    await review(
      as,
      due.map(({ id }) => rated(id, 1, at(-2 * DAY))),
    );
    await review(
      as,
      fresh.map(({ id }) => rated(id, 1)),
    );
    expect((await portal.ops.practice.getWordsOfDay({}, { as })).body).toEqual({
      ...{ words: 3, words_done: 70, words_tomorrow: 60 },
    });
    expect(await portal.ops.practice.listDueReviews({}, { as })).toMatchObject({ body: { length: 3 } });
  });

  it('a session of a book code counts only words of its book', async () => {
    const as = await newReader();
    const other = await portal.school.db
      .selectFrom('palavras')
      .innerJoin('unidades', 'unidades.id', 'palavras.unidade_id')
      .select(['palavras.id', 'unidades.livro_id'])
      .where('unidades.livro_id', '<>', 1)
      .executeTakeFirstOrThrow();
    const [first] = (await unitOf(as)).vocabulario;
    await portal.school.db
      .insertInto('user_books')
      .values({
        ...{ uuid: 'bbbbbbbb-0000-4000-8000-000000000001', code: 'OUTRO-LIVRO', livro_id: other.livro_id },
        ...{ user_id: as, linked_at: at(), expires_at: null },
      })
      .execute();
    await review(
      as,
      [first?.id ?? 0, other.id].map((id) => rated(id, 1, at(-2 * DAY))),
    );
    const wordsOf = async (scope: 'full' | 'book') =>
      (await portal.ops.practice.getWordsOfDay({}, { as, scope })).body.words;
    expect([await wordsOf('full'), await wordsOf('book')]).toEqual([2, 1]);
  });
});
