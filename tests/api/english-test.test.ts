import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;

describe.each(engines)('the level test on %s (TEST-01, TEST-02)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const start = (as?: number) => portal.ops.englishTest.startTest({}, { as });
  const answer = (id: string, item_id: number, resposta: string, as?: number) =>
    portal.ops.englishTest.answerItem({ id, item_id, resposta, tempo_ms: 4_000 }, { as });
  const resume = (id: string, as?: number) => portal.ops.englishTest.resumeTest({ id }, { as });

  const take = (as: number, isRight: boolean) => takeLevelTest(portal, as, isRight);

  it('the level test asks up to thirty different items and returns a level, high and low', async () => {
    const [best, worst] = [(await addAccount(portal)).id, (await addAccount(portal)).id];
    const high = await take(best, true);
    const low = await take(worst, false);
    expect(high.result).toMatchObject({ nivel: 'C1' });
    expect(low.result).toMatchObject({ nivel: 'Pré-A1', pontos: 0, pode_fazer: [], certificado_url: null });
    expect(high.result.pode_fazer.length).toBeGreaterThan(0);
    for (const { shown, result } of [high, low]) {
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(30);
      expect(result.pontos).toBeGreaterThanOrEqual(0);
    }
    expect((await resume(high.id, best)).body.resultado).toEqual(high.result);
  });

  it('no answer of the level test contains key, parameters or level', async () => {
    const { id } = await addAccount(portal);
    const { body } = await start(id);
    const texts = [body, (await resume(body.id, id)).body, (await answer(body.id, body.item.id, 'a', id)).body];
    for (const each of texts) {
      expect(JSON.stringify(each)).not.toMatch(/"(answer|a|b|c|level|skill|script|right|certa)":/);
      expect(JSON.stringify(each)).not.toMatch(/[gvrl]-[abc][12]-\d\d/);
    }
  });

  it('the level test continues where it stopped, also on another device, and restarts the next day', async () => {
    const { id } = await addAccount(portal);
    const first = (await start(id)).body;
    await answer(first.id, first.item.id, 'a', id);
    const again = (await start(id)).body;
    expect(again.id).toBe(first.id);
    expect(again.item.id).not.toBe(first.item.id);
    expect((await resume(first.id, id)).body.progresso).toEqual({ feitos: 1, max: 30 });
    portal.clock.advance(DAY + 1000);
    expect((await start(id)).body.id).not.toBe(first.id);
  });

  it('the level test repeats no item within ninety days', async () => {
    const { id } = await addAccount(portal);
    const one = await take(id, true);
    portal.clock.advance(60 * DAY);
    const two = await take(id, true);
    expect(two.shown.filter((item) => one.shown.includes(item))).toEqual([]);
  });

  it('S4 the level test stores an answer once, however often it is sent', async () => {
    const { id } = await addAccount(portal);
    const { body } = await start(id);
    const sent = await Promise.all(Array.from({ length: 6 }, () => answer(body.id, body.item.id, 'b', id)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await resume(body.id, id)).body.progresso.feitos).toBe(1);
  });

  it('ROLE-08 only its taker reaches a level test', async () => {
    const [mine, other] = [(await addAccount(portal)).id, (await addAccount(portal)).id];
    const { body } = await start(mine);
    for (const as of [other, undefined]) {
      expect((await resume(body.id, as)).status).toBe(404);
      expect((await answer(body.id, body.item.id, 'a', as)).status).toBe(404);
    }
    expect((await resume(body.id, mine)).body.progresso.feitos).toBe(0);
  });

  it('the level test is open to visitors only if the school says so', async () => {
    expect((await start()).status).toBe(401);
  });

  it.each([
    [{ item_id: 0 }, 422],
    [{ item_id: 'x' }, 422],
    [{ item_id: 999_999 }, 409],
    [{ resposta: 'e' }, 400],
    [{ resposta: '' }, 422],
    [{ resposta: 'a'.repeat(200) }, 422],
    [{ tempo_ms: -1 }, 422],
  ])('the level test refuses %j with %i in words, and counts nothing', async (wrong, expected) => {
    const { id } = await addAccount(portal);
    const { body } = await start(id);
    const input = { id: body.id, item_id: body.item.id, resposta: 'a', tempo_ms: 1, ...wrong };
    const { status, body: refusal } = await portal.ops.englishTest.answerItem(input as never, { as: id });
    expect(status).toBe(expected);
    expect(refusal.detail).toMatch(/\S/);
    expect((await resume(body.id, id)).body.progresso.feitos).toBe(0);
  });

  it('the level test limits how many tests a person starts', async () => {
    const { id } = await addAccount(portal);
    const statuses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      await portal.school.db.updateTable('english_tests').set({ offered: null }).where('user_id', '=', id).execute();
      statuses.push((await start(id)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
