import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { downloadPoints, listRedemptions, listTransactions, redeemReward } from '../../src/lib/contract/club.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addMember, addReward, booksOf, expectBooks, give, redeem, withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, nina: 12 };
const zone = 'America/Sao_Paulo';

describe.each(allEngines)('spending points on %s (API-55, API-56, API-57)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const statement = (as: number, query = {}) => portal.call(listTransactions, { query }, { as });
  const orders = (as?: number) => portal.call(listRedemptions, { query: {} }, { as });
  const stockOf = async (id: number) =>
    (await portal.school.db.selectFrom('rewards').select('estoque').where('id', '=', id).executeTakeFirstOrThrow())
      .estoque;

  it('CLUB-11 a redemption takes the points and one item of the stock, and returns the rest', async () => {
    const reward = await addReward(portal, { pontos: 100, estoque: 3 });
    const id = await addMember(portal, [[250]]);
    const { status, body } = await redeem(portal, id, reward);
    expect([status, body.saldo]).toEqual([200, 150]);
    expect(body.transaction).toMatchObject({ tipo: 'debito', origem: 'resgate', pontos: -100, saldo_apos: 150 });
    expect(body.resgate).toMatchObject({ pontos: 100, status: 'solicitado', pode_cancelar: true });
    expect(body.resgate.codigo_retirada).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(await stockOf(reward)).toBe(2);
    expect((await orders(id)).body.items.map((each) => each.id)).toEqual([body.resgate.id]);
    expect(await expectBooks(portal, id)).toBe(150);
  });

  it.each([
    [{ entrega: 'escola', retirada_dias: 30 }, '2031-06-30'],
    [{ entrega: 'escola', retirada_dias: null }, null],
    // A code is not collected at the counter.
    [{ entrega: 'digital', retirada_dias: 30 }, null],
  ] as const)('a redemption of %j is picked up until %s of the school', async (given, until) => {
    const reward = await addReward(portal, given);
    const id = await addMember(portal, [[100]]);
    const before = portal.clock.now;
    // At this instant the school still has the last day of May.
    portal.clock.now = new Date('2031-06-01T02:30:00Z');
    const { body } = await redeem(portal, id, reward);
    portal.clock.now = before;
    expect(body.resgate.retirar_ate).toBe(until);
    // The redeemed reward stays as it was, whatever the school changes later.
    await portal.school.db.updateTable('rewards').set({ retirada_dias: 7 }).where('id', '=', reward).execute();
    expect((await orders(id)).body.items[0]?.retirar_ate).toBe(until);
  });

  it('16 concurrent requests with one key are one redemption', async () => {
    const reward = await addReward(portal, { pontos: 100, estoque: 9 });
    const id = await addMember(portal, [[900]]);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => redeem(portal, id, reward, key)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect([answers[0]?.status, await stockOf(reward), await expectBooks(portal, id)]).toEqual([200, 8, 800]);
    const other = await addReward(portal);
    expect(await redeem(portal, id, other, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } });
    const bare = { body: { reward_id: reward, quantidade: 1 as const } };
    expect((await portal.call(redeemReward, bare, { caller: { token: await portal.tokenOf(id) } })).status).toBe(400);
    expect((await portal.call(redeemReward, bare, { as: id })).body.saldo).toBe(700);
  });

  it('a reward that is too expensive, sold out, over the limit, ended or of another school is refused', async () => {
    const id = await addMember(portal, [[500]]);
    const dear = await addReward(portal, { pontos: 501 });
    const gone = await addReward(portal, { estoque: 0 });
    const once = await addReward(portal, { limite_por_aluno: 1 });
    const others = await addReward(portal, { escola_id: 3 });
    const archived = await addReward(portal, { ativo: false });
    const day = (days: number) => dayIn(zone, new Date(portal.clock.now.getTime() + days * 86_400_000));
    const over = await addReward(portal, { valido_ate: day(-1) });
    const early = await addReward(portal, { valido_de: day(1) });
    expect(await redeem(portal, id, dear)).toMatchObject({ status: 409, body: { code: 'points_short' } });
    expect(await redeem(portal, id, gone)).toMatchObject({ status: 409, body: { code: 'sold_out' } });
    expect((await redeem(portal, id, once)).status).toBe(200);
    expect(await redeem(portal, id, once)).toMatchObject({ status: 409, body: { code: 'limit' } });
    for (const hidden of [others, archived, over, early, 999_999]) {
      expect((await redeem(portal, id, hidden)).status).toBe(404);
    }
    expect(await expectBooks(portal, id)).toBe(400);
  });

  it('a limit holds for 16 concurrent redemptions of a member', async () => {
    const reward = await addReward(portal, { pontos: 10, limite_por_aluno: 2 });
    const id = await addMember(portal, [[1000]]);
    const answers = await Promise.all(Array.from({ length: 16 }, () => redeem(portal, id, reward)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await expectBooks(portal, id)).toBe(980);
  });

  it('must show: 64 members redeem the last piece at once, and one gets it', async () => {
    const reward = await addReward(portal, { pontos: 100, estoque: 1 });
    const ids = await Promise.all(Array.from({ length: 64 }, () => addMember(portal, [[100]])));
    const answers = await Promise.all(ids.map((id) => redeem(portal, id, reward)));
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, await stockOf(reward)]).toEqual([1, 0]);
    for (const { status, body } of answers.filter((each) => each.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'sold_out']);
    }
    const balances = await Promise.all(ids.map((id) => expectBooks(portal, id)));
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 63 }, () => 100)]);
  });

  it('a cancelled redemption returns points with their expiry days, and the item, once', async () => {
    const reward = await addReward(portal, { pontos: 120, estoque: 1 });
    const id = await addMember(portal, [
      [100, '2190-01-31'],
      [100, '2190-02-28'],
    ]);
    const { body } = await redeem(portal, id, reward);
    const cancel = () => portal.ops.club.cancelRedemption({ id: body.resgate.id }, withKey({ as: id }));
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const done = answers.find(({ status }) => status === 200);
    expect(done?.body).toMatchObject({ saldo: 200, resgate: { status: 'cancelado', codigo_retirada: null } });
    expect(await stockOf(reward)).toBe(1);
    expect(await expectBooks(portal, id)).toBe(200);
    const lots = await portal.school.db
      .selectFrom('point_lots')
      .select(['expira_em', 'restante'])
      .where('user_id', '=', id)
      .where('restante', '>', 0)
      .orderBy('expira_em')
      .orderBy('restante')
      .execute();
    expect(lots).toEqual([
      { expira_em: '2190-01-31', restante: 100 },
      { expira_em: '2190-02-28', restante: 20 },
      { expira_em: '2190-02-28', restante: 80 },
    ]);
    const [last] = (await statement(id)).body.lancamentos.items;
    expect(last).toMatchObject({ origem: 'estorno', pontos: 120, estorno_de: body.transaction.id });
  });

  it('ROLE-08 nobody cancels or sees redemptions of others', async () => {
    const reward = await addReward(portal);
    const id = await addMember(portal, [[100]]);
    const other = await addMember(portal);
    const { body } = await redeem(portal, id, reward);
    const answer = await portal.ops.club.cancelRedemption({ id: body.resgate.id }, withKey({ as: other }));
    expect(answer.status).toBe(404);
    expect((await orders(other)).body).toMatchObject({ total: 0, items: [] });
    expect((await statement(other)).body.lancamentos.total).toBe(0);
    expect(await expectBooks(portal, id)).toBe(0);
  });

  it('CLUB-12 OPEN-06 the statement has pages without gaps, by offset and by the last entry', async () => {
    const id = await addMember(
      portal,
      Array.from({ length: 7 }, (_, index) => [index + 1] as const),
    );
    const whole = (await statement(id)).body;
    expect(whole.lancamentos.items.map(({ pontos }) => pontos)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect([whole.saldo, whole.proximo, whole.lancamentos.total]).toEqual([28, null, 7]);
    const seen: number[] = [];
    let antes_de: number | null | undefined;
    do {
      const { body } = await statement(id, { limit: 3, ...(antes_de && { antes_de }) });
      expect(body.lancamentos.total).toBe(7);
      seen.push(...body.lancamentos.items.map((each) => each.id));
      antes_de = body.proximo;
    } while (antes_de);
    expect(seen).toEqual(whole.lancamentos.items.map((each) => each.id));
    const second = (await statement(id, { limit: 3, offset: 3 })).body.lancamentos;
    expect(second.items.map((each) => each.id)).toEqual(seen.slice(3, 6));
  });

  it('CLUB-12 the statement is filtered by kind and by days of the school', async () => {
    const id = await addMember(portal);
    const at = (iso: string) => portal.school.db.transaction().execute((tx) => give(tx, id, [10], new Date(iso)));
    await at('2026-03-01T02:59:59.000Z');
    await at('2026-03-01T03:00:00.000Z');
    await at('2026-04-01T02:59:59.000Z');
    await at('2026-04-01T03:00:00.000Z');
    const march = (await statement(id, { de: '2026-03-01', ate: '2026-03-31' })).body;
    expect([march.lancamentos.total, march.saldo]).toEqual([2, 40]);
    const months = [
      { mes: '2026-04', soma: 10 },
      { mes: '2026-03', soma: 20 },
      { mes: '2026-02', soma: 10 },
    ];
    expect((await statement(id)).body.meses).toEqual(months);
    expect((await statement(id, { limit: 2 })).body.meses).toEqual(months.slice(0, 2));
    expect((await statement(id, { ate: '2026-01-01' })).body.meses).toEqual([]);
    expect((await statement(id, { tipo: 'debito' })).body.lancamentos.total).toBe(0);
    expect((await statement(id, { tipo: 'credito', de: '2026-04-01' })).body.lancamentos.total).toBe(1);
  });

  it('the demo school: Ana has 20 entries and redemptions in every state that students see', async () => {
    const { body } = await statement(people.ana);
    expect([body.saldo, body.lancamentos.total]).toEqual([2020, 20]);
    expect(await expectBooks(portal, people.ana)).toBe(2020);
    const { items } = (await orders(people.ana)).body;
    expect(items.map(({ status }) => status)).toEqual(['pronto', 'cancelado', 'entregue', 'entregue']);
  });

  it('the statement as a file opens in a spreadsheet and contains no formulas', async () => {
    const id = await addMember(portal, [[100]]);
    await portal.school.db.updateTable('point_entries').set({ descricao: '=1+1' }).where('user_id', '=', id).execute();
    const answer = await portal.send('GET', addressOf(downloadPoints, { query: {} }), {}, { as: id });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^\ufeff?Data;Tipo;Descrição;Pontos;/);
    expect(text).toContain(`;Crédito;'=1+1;100;100;`);
  });

  it.each([
    ['redeemReward', () => redeem(portal, people.bruno, 8)],
    ['cancelRedemption', () => portal.ops.club.cancelRedemption({ id: 1 }, withKey({ as: people.bruno }))],
    ['listTransactions', () => statement(people.bruno)],
    ['listRedemptions', () => orders(people.bruno)],
  ])('ROLE-04 %s is for members', async (_name, send) => {
    expect(await send()).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/clube/) } });
  });

  it.each([redeemReward, listTransactions, listRedemptions, downloadPoints])(
    'a call of the club wants a bearer, and more than a printed code: $path',
    async (call) => {
      const path = addressOf(call, { params: { id: 1 } });
      const init = call.method === 'POST' ? json({ reward_id: 1, quantidade: 1 }) : {};
      expect((await portal.send(call.method, path, init)).status).toBe(401);
      expect((await portal.send(call.method, path, init, { as: people.ana, scope: 'book' })).status).toBe(403);
    },
  );

  it('cancelling a redemption needs a bearer, and more than a printed code', async () => {
    const cancel = (sent: Sent) => portal.ops.club.cancelRedemption({ id: 1 }, withKey(sent));
    expect((await cancel({})).status).toBe(401);
    expect((await cancel({ as: people.ana, scope: 'book' })).status).toBe(403);
  });

  it('API-94 a redemption refuses invalid quantities and ids with a message', async () => {
    for (const body of [{ reward_id: 0, quantidade: 1 }, { reward_id: 1, quantidade: 2 }, { quantidade: 1 }, {}]) {
      const answer = await portal.send('POST', addressOf(redeemReward, {}), json(body), { as: people.ana });
      expect([answer.status, (await answer.json()).detail]).toEqual([422, expect.stringMatching(/\S/)]);
    }
    expect((await statement(people.ana, { limit: 1000 })).status).toBe(422);
    expect((await statement(people.ana, { antes_de: 'x' })).status).toBe(422);
    expect((await statement(people.ana, { de: '2026-02-30' })).status).toBe(422);
  });

  it('only people who ever had points have a balance row', async () => {
    expect(await booksOf(portal, people.bruno)).toEqual({ saldo: 0, lancamentos: 0, entries: [], open: 0 });
    expect((await statement(people.nina)).body).toMatchObject({ saldo: 0, lancamentos: { total: 0 } });
  });
});

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
});
