import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRedemptions } from '../../src/lib/contract/club.ts';
import { MINUTE_MS } from '../../src/lib/rules/time/spans.ts';
import { deliverCodes } from '../../src/server/club/hand-code-over.ts';
import { addMember, addReward, expectBooks, moveRedemptions, redeem } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;

describe.each(allEngines)('codes of digital rewards on %s', (engine) => {
  let portal: TestSchool;
  let reward: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
  });
  afterAll(() => portal.close());

  const digital = () => addReward(portal, { nome: 'Cinema', entrega: 'digital' });
  const add = (codigos: string, as = HELENA, id = reward) => portal.ops.club.addRewardCodes({ id, codigos }, { as });
  const counts = async () => {
    const { items } = (await portal.ops.club.listManagedRewards({ limit: 100 }, { as: HELENA })).body;
    return items.find(({ id }) => id === reward)?.codigos;
  };
  const own = async (as: number) => (await portal.call(listRedemptions, { query: {} }, { as })).body.items;
  const mailOf = async (id: number) => {
    const { email } = await portal.school.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return portal.mails(email);
  };

  it('new codes are stored, repeated lines are named, and unused codes are counted', async () => {
    reward = await digital();
    expect((await add('codigo\nAA-1\nAA-2\nAA-1')).body).toEqual({
      ...{ novos: 2, repetidos: [4], livres: 2 },
      detail: '2 códigos novos. Já existiam e ficaram de fora: linha 4.',
    });
    expect((await add('AA-2;x\nAA-3;x')).body).toMatchObject({ novos: 1, repetidos: [1], livres: 3 });
    expect(await counts()).toEqual({ livres: 3, usados: 0 });
    for (const wrong of ['codigo', `A\n${'x'.repeat(201)}`]) {
      const { status, body } = await add(wrong);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['codigos']]);
    }
    const shirt = await addReward(portal, { nome: 'Camiseta' });
    expect((await add('AA-9', HELENA, shirt)).body.code).toBe('not_digital');
  });

  it('a member gets the code at once, by mail and in the list, and no log or answer to others has it', async () => {
    const member = await addMember(portal, [[500]]);
    const { resgate } = (await redeem(portal, member, reward)).body;
    expect(resgate).toMatchObject({ status: 'entregue', codigo_digital: 'AA-1', pode_cancelar: false });
    expect((await own(member))[0]).toMatchObject({ id: resgate.id, codigo_digital: 'AA-1' });
    const mails = await mailOf(member);
    expect(mails.map(({ subject }) => subject)).toEqual(['Seu código: Cinema']);
    expect(mails[0]?.text).toContain('AA-1');
    const log = await portal.school.db.selectFrom('audit_log').select(['action', 'data']).execute();
    expect(log.filter(({ action }) => action === 'reward-codes').map(({ data }) => data)).toEqual([
      '{"antes":{"livres":0},"depois":{"livres":2}}',
      '{"antes":{"livres":2},"depois":{"livres":3}}',
    ]);
    expect(log.some(({ data }) => data?.includes('AA-'))).toBe(false);
    expect(await expectBooks(portal, member)).toBe(400);
  });

  it('a redemption without a code waits; new codes go to the oldest waiting redemption first', async () => {
    expect((await portal.ops.club.discardRewardCodes({ id: reward }, { as: HELENA })).body).toEqual({
      descartados: 2,
    });
    const [first, second] = [await addMember(portal, [[500]]), await addMember(portal, [[500]])];
    for (const each of [first, second])
      expect((await redeem(portal, each, reward)).body.resgate.status).toBe('solicitado');
    await add('BB-1');
    await Promise.all([deliverCodes(portal.school), deliverCodes(portal.school)]);
    expect([(await own(first))[0]?.codigo_digital, (await own(second))[0]?.codigo_digital]).toEqual(['BB-1', null]);
    expect(await mailOf(first)).toHaveLength(1);
    const [waiting] = await own(second);
    const hand = (body: { status: 'entregue'; codigo?: string }) => moveRedemptions(portal, [waiting?.id ?? 0], body);
    expect((await hand({ status: 'entregue' })).body.fields).toEqual({ codigo: 'Informe o código' });
    await portal.school.db.insertInto('reward_codes').values(free('BB-2')).execute();
    expect((await hand({ status: 'entregue' })).status).toBe(200);
    expect((await own(second))[0]?.codigo_digital).toBe('BB-2');
    // A used code is not added again.
    expect((await add('BB-2')).body).toMatchObject({ novos: 0, repetidos: [1] });
  });

  it('a typed code is given once, and is marked as used in the stock', async () => {
    reward = await digital();
    await add('DD-1\nDD-2');
    await portal.school.db.deleteFrom('reward_codes').where('codigo', '=', 'DD-1').execute();
    await portal.school.db
      .updateTable('reward_codes')
      .set({ usado_em: '2026-01-01T00:00:00.000Z' })
      .where('codigo', '=', 'DD-2')
      .execute();
    const wait = async () => {
      const member = await addMember(portal, [[500]]);
      return { member, id: (await redeem(portal, member, reward)).body.resgate.id };
    };
    const [first, second, third] = [await wait(), await wait(), await wait()];
    const type = (id: number, codigo: string) => moveRedemptions(portal, [id], { status: 'entregue', codigo });
    expect((await type(first.id, 'DD-2')).body.fields?.codigo).toContain('já foi entregue');
    expect((await type(first.id, ' EE-1 ')).status).toBe(200);
    expect((await own(first.member))[0]?.codigo_digital).toBe('EE-1');
    expect((await type(second.id, 'EE-1')).body.fields?.codigo).toContain('já foi entregue');
    expect((await add('EE-1\nEE-2')).body).toMatchObject({ novos: 1, repetidos: [1] });
    await portal.school.db.deleteFrom('reward_codes').where('codigo', '=', 'EE-1').execute();
    expect((await add('EE-1')).body).toMatchObject({ novos: 0, repetidos: [1] });
    const both = await Promise.all([type(second.id, 'EE-2'), type(third.id, 'EE-2')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await counts()).toMatchObject({ livres: 0 });
  });

  it('stored answers contain no code, and a repeated call of the member reads it anew', async () => {
    reward = await digital();
    await add('FF-1');
    const member = await addMember(portal, [[500]]);
    const buy = () => redeem(portal, member, reward, 'stored-answer');
    expect((await buy()).body.resgate.codigo_digital).toBe('FF-1');
    expect((await buy()).body.resgate.codigo_digital).toBe('FF-1');
    const waiting = (await redeem(portal, await addMember(portal, [[500]]), reward)).body.resgate.id;
    const given = { status: 'entregue', codigo: 'FF-2' } as const;
    const give = () => moveRedemptions(portal, [waiting], given, { as: HELENA, key: 'stored-status' });
    expect([(await give()).status, (await give()).status]).toEqual([200, 200]);
    const rows = await portal.school.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(rows.some(({ answer }) => answer?.includes('FF-'))).toBe(false);
  });

  it('a member without an address is notified of the code in the portal only', async () => {
    reward = await digital();
    const member = await addMember(portal, [[500]]);
    await portal.school.db.updateTable('users').set({ email: '', email_key: '' }).where('id', '=', member).execute();
    await add('GG-1');
    await redeem(portal, member, reward);
    const notified = await portal.school.db
      .selectFrom('notices')
      .select('body')
      .where('user_id', '=', member)
      .execute();
    expect(notified.map(({ body }) => body)).toContainEqual('Cinema. Ele está em Trocas, no clube.');
    expect(notified.some(({ body }) => body.includes('e-mail'))).toBe(false);
  });

  const free = (codigo: string) => ({
    reward_id: reward,
    codigo,
    adicionado_em: '2026-01-01T00:00:00.000Z',
    usado_em: null,
    redemption_id: null,
  });

  it('64 concurrent deliveries take 64 different codes, and the staff is notified once that few are left', async () => {
    reward = await digital();
    const members = await Promise.all(Array.from({ length: 64 }, () => addMember(portal, [[100]])));
    await add(Array.from({ length: 60 }, (_, index) => `CC-${index}`).join('\n'));
    const answers = await Promise.all(members.map((each) => redeem(portal, each, reward)));
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
    await add('CC-60\nCC-61\nCC-62\nCC-63\nCC-64');
    await Promise.all(Array.from({ length: 4 }, () => deliverCodes(portal.school)));
    const codes = (await Promise.all(members.map(async (each) => (await own(each))[0]?.codigo_digital))).toSorted();
    expect(new Set(codes).size).toBe(64);
    expect(codes).not.toContain(null);
    expect(await counts()).toEqual({ livres: 1, usados: 64 });
    for (const each of members.slice(0, 5)) expect(await mailOf(each)).toHaveLength(1);
  });

  it('staff of one unit, of another school or without the right cannot add codes', async () => {
    const unit = await addUnit(portal, 'KNN Códigos');
    const [ofUnit, without] = [
      await addStaff(portal, { company: unit, units: [unit] }),
      await addStaff(portal, { rights: ['pedidos'] }),
    ];
    for (const as of [ofUnit, without]) expect((await add('DD-1', as)).status).toBe(403);
    expect((await add('DD-1', 1)).status).toBe(403);
  });

  describe('several redemptions at once', () => {
    const move = (ids: number[], status: 'aprovado' | 'pronto', more = {}, as = HELENA) =>
      moveRedemptions(portal, ids, { status, ...more }, { as });
    const back = (desfazer: string | null, as = HELENA) =>
      portal.ops.club.undoRedemptions({ desfazer: desfazer ?? '' }, { as });
    const states = async (ids: readonly number[]) => {
      const rows = await portal.school.db
        .selectFrom('redemptions')
        .select('status')
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      return rows.map(({ status }) => status);
    };
    async function two() {
      const shirt = await addReward(portal, { nome: 'Camiseta' });
      const ids: number[] = [];
      for (let round = 0; round < 2; round += 1) {
        ids.push((await redeem(portal, await addMember(portal, [[100]]), shirt)).body.resgate.id);
      }
      return ids;
    }

    it('several redemptions move on together, and back within a minute by the same person only', async () => {
      const ids = await two();
      const { itens, desfazer } = (await move(ids, 'aprovado')).body;
      expect(itens).toEqual(ids.map((id) => ({ id, problema: null })));
      expect(await states(ids)).toEqual(['aprovado', 'aprovado']);
      expect((await back(desfazer, await addStaff(portal, {}))).status).toBe(409);
      expect((await back(desfazer)).body.ids).toEqual(ids);
      expect(await states(ids)).toEqual(['solicitado', 'solicitado']);
      expect((await back(desfazer)).body.ids).toEqual([]);
      const again = (await move(ids, 'pronto')).body.desfazer;
      portal.clock.advance(MINUTE_MS + 1);
      expect((await back(again)).body.code).toBe('undo_late');
      expect(await states(ids)).toEqual(['pronto', 'pronto']);
    });

    it('redemptions that changed meanwhile do not move, the others do; an undo skips those that moved on', async () => {
      const ids = await two();
      const [first = 0, second = 0] = ids;
      const { desfazer } = (await move(ids, 'aprovado')).body;
      await move([first], 'pronto', { de: ['aprovado'] });
      expect((await move([first], 'aprovado')).status).toBe(409);
      const stale = (await move(ids, 'pronto', { de: ['aprovado'] })).body.itens;
      expect(stale.map(({ id, problema }) => [id, problema !== null])).toEqual([
        [first, true],
        [second, false],
      ]);
      expect((await back(desfazer)).body.ids).toEqual([]);
      expect(await states(ids)).toEqual(['pronto', 'pronto']);
    });

    it('a delivery or a refusal cannot be undone', async () => {
      const [first = 0, second = 0] = await two();
      const given = await moveRedemptions(portal, [first], { status: 'entregue' });
      const refused = await moveRedemptions(portal, [second], { status: 'cancelado', motivo: 'Acabou' });
      expect([given.body.desfazer, refused.body.desfazer]).toEqual([null, null]);
    });

    it('redemptions that cannot move, or belong to another unit, stay as they are', async () => {
      const ids = await two();
      const [first = 0] = ids;
      await moveRedemptions(portal, [first], { status: 'cancelado', motivo: 'Acabou' });
      const unit = await addUnit(portal, 'KNN Trocas');
      const elsewhere = await addStaff(portal, { company: unit, units: [unit] });
      expect((await move(ids, 'aprovado', {}, elsewhere)).status).toBe(404);
      const { itens } = (await move(ids, 'aprovado')).body;
      expect(itens.map(({ problema }) => problema !== null)).toEqual([true, false]);
      const { body } = await portal.ops.club.listManagedRedemptions({ limit: 1 }, { as: HELENA });
      expect(body.items.map(({ id, reward }) => [id, reward.nome])).toEqual([[ids[1], 'Camiseta']]);
      const next = await portal.ops.club.listManagedRedemptions({ limit: 1, depois: body.next ?? '' }, { as: HELENA });
      expect(next.body.items.map(({ id }) => id)).toEqual([first]);
      expect(body.contagens.aprovado).toBeGreaterThan(0);
    });
  });
});
