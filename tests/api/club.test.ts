import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateClub } from '../../src/lib/contract/account.ts';
import { listRewards } from '../../src/lib/contract/club.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount } from '../support/accounts.ts';
import { addMember, expectBooks, take } from '../support/points.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, nina: 12 };
const zone = 'America/Sao_Paulo';

describe.each(engines)('the club on %s (API-54)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = (as: number, sent: Sent = {}) => portal.call(listRewards, {}, { as, ...sent });
  const dayFromNow = (days: number) => dayIn(zone, new Date(portal.clock.now.getTime() + days * 86_400_000));

  const newMember = (credits?: Parameters<typeof addMember>[1]) => addMember(portal, credits);
  async function withReward<T>(given: Partial<Insertable<Schema['rewards']>>, run: (id: number) => Promise<T>) {
    const { id } = await portal.school.db
      .insertInto('rewards')
      .values({
        nome: 'Prêmio',
        descricao: 'Teste',
        imagem_url: '/brand/recompensas/1.svg',
        categoria: 'Teste',
        pontos: 700,
        estoque: null,
        limite_por_aluno: null,
        entrega: 'digital',
        regras: 'Nenhuma',
        ativo: true,
        valido_ate: null,
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const result = await run(id);
    await portal.school.db.deleteFrom('rewards').where('id', '=', id).execute();
    return result;
  }

  it('CLUB-10 the catalogue of rewards shows a member the balance and what it buys, the cheapest first', async () => {
    const { body } = await read(people.ana);
    expect(body).toMatchObject({ saldo: 2020, pendente: 3000, a_expirar: 600, a_expirar_em: dayFromNow(20) });
    expect(body.rewards.map(({ pontos }) => pontos)).toEqual([300, 450, 900, 1200, 1500, 1800, 2400, 3200]);
    expect(body.rewards.map(({ falta_pontos }) => falta_pontos)).toEqual([0, 0, 0, 0, 0, 0, 380, 1180]);
    expect(body.rewards[0]).toEqual({
      id: 8,
      nome: 'Café da manhã',
      descricao: 'Vale para a cafeteria parceira.',
      imagem_url: '/brand/recompensas/8.svg',
      categoria: 'Lazer',
      pontos: 300,
      estoque: 20,
      limite_por_aluno: null,
      disponivel: true,
      falta_pontos: 0,
      entrega: 'digital',
      regras: 'Pontos usados não voltam depois da entrega.',
      desconto_centavos: null,
      retirada_dias: null,
      valido_ate: null,
    });
  });

  it('CLUB-14 points that expire first are spent first, and an expiry within a month is announced', async () => {
    const [soon, sooner, far] = [dayFromNow(20), dayFromNow(10), dayFromNow(40)];
    const id = await newMember([
      [100, far],
      [100, soon],
      [100, sooner],
    ]);
    await portal.school.db.transaction().execute((tx) => take(tx, id, 130, portal.clock.now));
    expect((await read(id)).body).toMatchObject({ saldo: 170, pendente: 0, a_expirar: 70, a_expirar_em: soon });
    await expectBooks(portal, id);
  });

  it('a new member has a balance of zero', async () => {
    const { body } = await read(people.nina);
    expect(body).toMatchObject({ saldo: 0, pendente: 0, a_expirar: 0, a_expirar_em: null });
    expect(body.rewards.every(({ falta_pontos, pontos }) => falta_pontos === pontos)).toBe(true);
  });

  it.each<[string, Partial<Insertable<Schema['rewards']>>, boolean]>([
    ['in stock', { estoque: 1 }, true],
    ['without a count', { estoque: null }, true],
    ['sold out', { estoque: 0 }, false],
  ])('a reward %s', async (_what, given, disponivel) => {
    const rewards = await withReward(given, async (id) =>
      (await read(people.ana)).body.rewards.filter((each) => each.id === id),
    );
    expect(rewards.map((each) => each.disponivel)).toEqual([disponivel]);
  });

  it('the catalogue hides archived and ended rewards; the last day still counts', async () => {
    const isShown = (given: Partial<Insertable<Schema['rewards']>>) =>
      withReward(given, async (id) => (await read(people.ana)).body.rewards.some((each) => each.id === id));
    expect(await isShown({ ativo: false })).toBe(false);
    expect(await isShown({ valido_ate: dayFromNow(-1) })).toBe(false);
    expect(await isShown({ valido_ate: dayFromNow(0) })).toBe(true);
  });

  it('ROLE-04 the club is for members, from the moment of joining until that of leaving', async () => {
    const { id } = await addAccount(portal);
    const put = (is_club: boolean) =>
      portal.call(updateClub, { body: { is_club, accepted_rules_version: '2026-01' } }, { as: id });
    const refused = { status: 403, body: { detail: 'Participe do clube para ver as recompensas.' } };
    expect(await read(id)).toMatchObject(refused);
    await put(true);
    expect((await read(id)).status).toBe(200);
    await put(false);
    expect(await read(id)).toMatchObject(refused);
    expect(await read(people.bruno)).toMatchObject(refused);
  });

  it('ROLE-08 nobody sees the points of another', async () => {
    expect((await read(people.helena)).body.saldo).toBe(0);
  });

  it('the club needs more than a printed code', async () => {
    const answer = await read(people.ana, { scope: 'book' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'password_required' } });
  });

  it('AUTH-26 the club needs a bearer', async () => {
    const answer = await portal.call(listRewards, {});
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } });
  });
});
