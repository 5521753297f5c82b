import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addDebtor } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: HELENA };
const terms = {
  ...{ ligado: true, parcelas_max: 4, parcela_min_centavos: 5_000 },
  ...{ atraso_min_dias: 5, atraso_max_dias: 90, primeiro_dias: 5, ajuste_bps: 0 },
};

describe.each(engines)('a payer’s own agreement on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    await setTerms();
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const setTerms = async (given: Partial<typeof terms> = {}) =>
    expect((await portal.ops.finance.updateAgreementTerms({ ...terms, ...given }, helena)).status).toBe(200);
  const owe = (...days: number[]) =>
    addDebtor(
      portal,
      days.map((day) => ({ vencimento: shiftDay(today(), day) })),
    );
  const offersOf = async (as: number) => (await portal.ops.finance.listOwnAgreements({}, { as })).body;
  const requestedBy = async (as: number) => {
    const [offer] = await offersOf(as);
    return {
      parcela_ids: offer?.parcelas.map(({ id }) => id) ?? [1],
      total_visto_centavos: offer?.devido_centavos ?? 0,
      ...{ parcelas: 2, primeiro_dia: today() },
    };
  };
  const agree = async (as: number, given: object = {}) =>
    portal.ops.finance.makeOwnAgreement({ ...(await requestedBy(as)), ...given }, withKey({ as }));
  const billsOf = (id: number) =>
    portal.school.db.selectFrom('parcelas').selectAll().where('user_id', '=', id).orderBy('id').execute();

  it('late bills become a plan once, to the centavo; the office is notified and sees why', async () => {
    const { id, bills } = await owe(-40, -10, 20);
    const [offer] = await offersOf(id);
    expect(offer?.parcelas.map((bill) => bill.id)).toEqual(bills.slice(0, 2));
    expect(offer).toMatchObject({ nome: null, parcelas_max: 4, total_centavos: offer?.devido_centavos });
    const [key, body] = [randomUUID(), await requestedBy(id)];
    const send = () => portal.ops.finance.makeOwnAgreement(body, withKey({ as: id, key }));
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await billsOf(id);
    expect(rows.map(({ status }) => status)).toEqual(['cancelada', 'cancelada', 'aberta', 'aberta', 'aberta']);
    const made = rows.slice(3);
    expect(made.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0)).toBe(offer?.devido_centavos);
    expect(rows[0]?.novo_contrato_id).toBe(made[0]?.contrato_id);
    expect(answers[0]?.body).toEqual({ parcela_id: made[0]?.id });
    expect((await notificationsOf(portal, id)).at(-1)?.title).toMatch(/^Acordo/);
    expect((await notificationsOf(portal, HELENA, 'acordo_feito')).map(({ path }) => path)).toContain(
      `/manager-panel/financeiro/${made[0]?.id}`,
    );
    const read = await portal.ops.finance.getSchoolBill({ id: bills[0] ?? 0 }, helena);
    expect(JSON.stringify(read.body.historico)).toContain('Acordo feito por quem paga');
    // After a broken agreement only the office makes the next one.
    await portal.school.db
      .updateTable('parcelas')
      .set({ vencimento: shiftDay(today(), -20) })
      .where('id', '=', made[0]?.id ?? 0)
      .execute();
    expect(await offersOf(id)).toEqual([]);
  });

  it('an agreement follows the rules of the school', async () => {
    const { id } = await owe(-40);
    expect((await agree(id, { parcelas: 3 })).body.fields).toHaveProperty('parcelas');
    expect((await agree(id, { primeiro_dia: shiftDay(today(), 6) })).body.fields).toHaveProperty('primeiro_dia');
    expect((await agree(id, { primeiro_dia: shiftDay(today(), -1) })).body.fields).toHaveProperty('primeiro_dia');
    expect((await agree(id, { total_visto_centavos: 1 })).body.code).toBe('other_total');
    expect(await offersOf((await owe(-3)).id)).toEqual([]);
    expect(await offersOf((await owe(-120, -20)).id)).toEqual([]);
    await setTerms({ ajuste_bps: -1_000 });
    const [offer] = await offersOf(id);
    expect(offer?.desconto_centavos).toBe(Math.floor((offer?.devido_centavos ?? 0) / 10));
    await setTerms({ ligado: false });
    expect(await offersOf(id)).toEqual([]);
    expect((await agree(id, { parcela_ids: (await billsOf(id)).map((bill) => bill.id) })).body.code).toBe(
      'not_offered',
    );
    await setTerms();
    const wrong = await portal.ops.finance.updateAgreementTerms({ ...terms, atraso_max_dias: 4 }, helena);
    expect(wrong.body.fields).toHaveProperty('atraso_max_dias');
  });

  it('only the payer makes an agreement: nobody else, no visitor, no minor', async () => {
    const { id, bills } = await owe(-40);
    const other = await owe(-40);
    expect((await agree(other.id, { parcela_ids: bills })).status).toBe(404);
    expect((await portal.ops.finance.listOwnAgreements()).status).toBe(401);
    await portal.school.db
      .updateTable('users')
      .set({ birth_date: shiftDay(today(), -15 * 365) })
      .where('id', '=', id)
      .execute();
    expect(await offersOf(id)).toEqual([]);
  });

  it('an agreement needs all late bills, and two concurrent agreements make one', async () => {
    const { id, bills } = await owe(-40, -10);
    expect((await agree(id, { parcela_ids: bills.slice(0, 1) })).body.code).toBe('other_bills');
    const wanted = await requestedBy(id);
    const send = () => portal.ops.finance.makeOwnAgreement(wanted, withKey({ as: id }));
    const answers = await Promise.all([send(), send()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await billsOf(id)).filter(({ status }) => status === 'aberta')).toHaveLength(2);
  });
});
