import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addDebtor } from '../support/bills.ts';
import { withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;
const UNIT = 101;

describe.each(allEngines)('rules of a school for late bills on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const terms = (more: object = {}) => ({
    multa_bps: 100,
    juros_bps: 50,
    carencia_dias: 3,
    a_partir_de: shiftDay(today(), 10),
    ...more,
  });
  const update = (body: ReturnType<typeof terms> | object = terms(), as = HELENA, id = UNIT) =>
    portal.ops.finance.updateSchoolTerms({ id, ...(body as ReturnType<typeof terms>) }, { as });
  const owed = async (as: number) =>
    (await portal.call(getFinance, {}, { as })).body.parcelas.map(({ valor_atualizado_centavos: all }) => all);

  it('a change applies only to bills due from its day on', async () => {
    const [late, before, after] = [shiftDay(today(), -40), shiftDay(today(), 2), shiftDay(today(), 10)];
    const { id } = await addDebtor(portal, [{ vencimento: late }, { vencimento: before }, { vencimento: after }]);
    const shown = await owed(id);
    const preview = await portal.ops.finance.previewSchoolTerms({ id: UNIT, a_partir_de: after }, { as: HELENA });
    expect(preview.body.parcelas).toBeGreaterThan(0);
    expect((await update()).body).toEqual(preview.body);
    expect(await owed(id)).toEqual(shown);
    portal.clock.advance(60 * 86_400_000);
    const [, old = 0, fresh = 0] = await owed(id);
    // 2% and 1% a month against 1% and 0,5% a month.
    expect(old - 10_000).toBeGreaterThan(300);
    expect(fresh - 10_000).toBeLessThan(200);
    const [unit] = (await portal.ops.finance.listSchoolTerms({}, { as: HELENA })).body.filter(
      ({ id: each }) => each === UNIT,
    );
    expect(unit).toMatchObject({ multa_bps: 100, antes: [{ ate: after, multa_bps: 200, juros_bps: 100 }] });
    const { data } = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'terms-update')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data ?? '{}')).toMatchObject({ antes: { multa: '2%' }, depois: { multa: '1%', juros: '0,5%' } });
  });

  it('a second change comes after the first, or replaces it on its day', async () => {
    const day = shiftDay(today(), 20);
    expect((await update(terms({ multa_bps: 0, a_partir_de: day }))).status).toBe(200);
    expect((await update(terms({ multa_bps: 50, a_partir_de: shiftDay(day, -1) }))).body.code).toBe('terms_planned');
    expect((await update(terms({ multa_bps: 50, a_partir_de: day }))).status).toBe(200);
    expect((await update(terms({ multa_bps: 50, a_partir_de: shiftDay(day, 1) }))).body.code).toBe('nothing_changed');
    const [unit] = (await portal.ops.finance.listSchoolTerms({}, { as: HELENA })).body.filter(({ id }) => id === UNIT);
    expect(unit?.antes.map(({ multa_bps }) => multa_bps)).toEqual([200, 100]);
  });

  it('rules above the legal maximum, without a later day, of other units or without the right are refused', async () => {
    const fields = async (more: object) => Object.keys((await update(terms(more))).body.fields ?? {});
    expect(await fields({ multa_bps: 201 })).toEqual(['multa_bps']);
    expect(await fields({ juros_bps: 101 })).toEqual(['juros_bps']);
    expect(await fields({ carencia_dias: 31 })).toEqual(['carencia_dias']);
    expect(await fields({ a_partir_de: today() })).toEqual(['a_partir_de']);
    const unit = await addUnit(portal, 'KNN Regras');
    const ofUnit = await addStaff(portal, { company: unit, units: [unit] });
    expect((await update(terms(), ofUnit)).status).toBe(404);
    expect((await update(terms(), ofUnit, unit)).status).toBe(200);
    expect((await portal.ops.finance.listSchoolTerms({}, { as: ofUnit })).body.map(({ id }) => id)).toEqual([unit]);
    expect((await update(terms(), await addStaff(portal, { rights: ['pedidos'] }))).status).toBe(403);
  });

  it('64 concurrent clerks record one payment of a bill', async () => {
    const { id, bills } = await addDebtor(portal, [{ vencimento: shiftDay(today(), 5) }]);
    const body = { forma: 'dinheiro' as const, dia: today(), total_visto_centavos: 10_000 };
    const params = { id: bills[0] ?? 0 };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        portal.ops.finance.payAtCounter({ ...params, ...body }, withKey({ as: HELENA })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(63);
    const charges = await portal.school.db
      .selectFrom('charges')
      .select('valor_centavos')
      .where('user_id', '=', id)
      .where('status', '=', 'paga')
      .execute();
    expect(charges).toEqual([{ valor_centavos: 10_000 }]);
  });
});
