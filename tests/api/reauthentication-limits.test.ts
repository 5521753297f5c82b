import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { allOperations } from '../../src/server/app.ts';
import { addAccount } from '../support/accounts.ts';
import { addDebtor } from '../support/bills.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const MINUTE = 60_000;
const motivo = 'Combinado com a família';
const needed = { status: 403, body: { code: 'proof_needed' } };

describe.each(allEngines)('S22 gifts above the school’s limit on %s', (engine) => {
  let portal: TestSchool;
  let staff: number;
  /** A session whose login was eleven minutes ago. */
  let stale: string;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    staff = await addStaff(portal);
    stale = await portal.tokenOf(staff);
    portal.clock.advance(11 * MINUTE);
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const member = async () =>
    (await addAccount(portal, { is_club: true, club_since: portal.clock.now.toISOString() })).id;
  const give = (id: number, pontos: number, sent: { token?: string; key?: string } = { token: stale }) =>
    portal.ops.club.adjustPoints({ id, pontos, motivo }, withKey(sent));
  const discount = (id: number, abatimento_centavos: number, sem_encargos = false) => {
    const body = { abatimento_centavos, sem_encargos, motivo };
    return portal.ops.finance.discountBill({ id, ...body }, withKey({ token: stale }));
  };
  const billOf = async (bill = {}) => {
    const { bills } = await addDebtor(portal, [{ valor_centavos: 50_000, ...bill }]);
    return bills[0] ?? 0;
  };

  it('manual points above the limit need re-authentication; small steps to one member add up', async () => {
    const id = await member();
    expect((await give(id, 600)).status).toBe(200);
    expect((await give(id, 400)).status).toBe(200);
    expect(await give(id, 1)).toMatchObject(needed);
    expect((await give(await member(), 1_001)).status).toBe(403);
    expect((await give(id, -5)).status).toBe(200);
    portal.clock.advance(24 * 60 * MINUTE);
    stale = await portal.tokenOf(staff);
    portal.clock.advance(11 * MINUTE);
    expect((await give(id, 1_000)).status).toBe(200);
  });

  it('a refused act succeeds once after re-authentication, with the same key', async () => {
    const id = await member();
    const token = await portal.tokenOf(staff);
    portal.clock.advance(11 * MINUTE);
    const sent = { token, key: crypto.randomUUID() };
    expect(await give(id, 5_000, sent)).toMatchObject(needed);
    await portal.ops.auth.reauthenticate({ senha: 'portal-demo' }, { token });
    expect((await give(id, 5_000, sent)).body.saldo).toBe(5_000);
    expect((await give(id, 5_000, sent)).body.saldo).toBe(5_000);
  });

  it('a discount above the limit needs re-authentication, also in steps; removing it never does', async () => {
    const id = await billOf();
    expect((await discount(id, 6_000)).status).toBe(200);
    expect((await discount(id, 10_000)).status).toBe(200);
    expect(await discount(id, 10_001)).toMatchObject(needed);
    expect((await discount(id, 0)).status).toBe(200);
  });

  it('a cancelled bill and a cheaper plan above the limit need re-authentication; a counter payment never does', async () => {
    const [dear, cheap] = [await billOf(), await billOf({ valor_centavos: 9_000 })];
    const cancel = (id: number) => portal.ops.finance.cancelSchoolBill({ id, motivo }, withKey({ token: stale }));
    expect(await cancel(dear)).toMatchObject(needed);
    expect((await cancel(cheap)).status).toBe(200);
    // The earlier partial payment is refunded.
    expect(await cancel(await billOf({ pago_parcial_centavos: 45_000 }))).toMatchObject(needed);
    const plan = (desconto_centavos: number) => {
      const terms = { parcelas: 2, primeiro_dia: today(), acrescimo_centavos: 0, desconto_centavos, motivo };
      const body = { parcela_ids: [dear], total_visto_centavos: 50_000, ...terms };
      return portal.ops.finance.renegotiateBills(body, withKey({ token: stale }));
    };
    expect(await plan(10_001)).toMatchObject(needed);
    const pay = { forma: 'dinheiro' as const, dia: today(), total_visto_centavos: 50_000 };
    const paid = await portal.ops.finance.payAtCounter({ id: dear, ...pay }, withKey({ token: stale }));
    expect(paid.status).toBe(200);
  });

  it('a later due date needs re-authentication if it waives more than the limit', async () => {
    const vencimento = shiftDay(today(), 5);
    const move = (id: number) => portal.ops.finance.moveDueDay({ id, vencimento, motivo }, withKey({ token: stale }));
    const late = { vencimento: shiftDay(today(), -400), valor_centavos: 500_000 };
    expect(await move(await billOf(late))).toMatchObject(needed);
    expect(await move(await billOf({ ...late, desconto_centavos: 20_000, sem_encargos: true }))).toMatchObject(needed);
    expect((await move(await billOf({ ...late, valor_centavos: 5_000 }))).status).toBe(200);
    expect((await move(await billOf({ valor_centavos: 500_000 }))).status).toBe(200);
  });

  it('ending a course needs re-authentication for the sum of cancelled bills, and for the end of access', async () => {
    const end = async (centavos: number, body: object) => {
      const { id } = await addDebtor(portal, [{ valor_centavos: centavos }, { valor_centavos: centavos }]);
      return portal.ops.students.endCourse({ id, motivo, manter_acesso: true, ...body }, { token: stale });
    };
    expect(await end(6_000, { cancelar_parcelas: true })).toMatchObject(needed);
    expect((await end(5_000, { cancelar_parcelas: true })).status).toBe(200);
    expect((await end(6_000, {})).status).toBe(200);
    expect(await end(1, { manter_acesso: false })).toMatchObject(needed);
  });

  it('a coupon in reais above the limit, or in per cent, needs re-authentication; ending one never does', async () => {
    const fields = { descricao: 'Volta às aulas', desconto_tipo: 'valor' as const, produtos: [] };
    const make = (name: string, more: object) =>
      portal.ops.orders.createSchoolCoupon({ name, ...fields, ...more } as never, { token: stale });
    expect(await make('CARO', { desconto_valor: 10_001 })).toMatchObject(needed);
    expect(await make('METADE', { desconto_tipo: 'percentual', desconto_valor: 5 })).toMatchObject(needed);
    const { status, body } = await make('BARATO', { desconto_valor: 10_000 });
    expect(status).toBe(200);
    const change = (desconto_valor: number, ativo: boolean) =>
      portal.ops.orders.updateSchoolCoupon({ id: body.id, ...fields, desconto_valor, ativo }, { token: stale });
    expect(await change(20_000, true)).toMatchObject(needed);
    expect((await change(20_000, false)).status).toBe(200);
  });

  it('the limit counts the total points of a bonus', async () => {
    await member();
    const target = { alvo: 'todos' as const, pontos: 900, motivo: 'Festa' };
    const seen = await portal.ops.club.previewBonus(target, { token: stale });
    const body = { ...target, pessoas_vistas: seen.body.pessoas };
    expect(seen.body.soma).toBeGreaterThan(1_000);
    expect(await portal.ops.club.createBonus(body, withKey({ token: stale }))).toMatchObject(needed);
  });

  it('a rule, a reward and a reversed entry above the limit need re-authentication too', async () => {
    const [rule] = (await portal.ops.club.listPointRules({}, { token: stale })).body.items;
    const { nome: _nome, descricao: _descricao, ...fields } = rule ?? ({} as never);
    const set = (pontos: number) => portal.ops.club.updatePointRule({ ...fields, pontos }, { token: stale });
    expect(await set(1_001)).toMatchObject(needed);
    const reward = {
      nome: 'Desconto',
      descricao: 'Na mensalidade',
      categoria: 'Escola',
      pontos: 10,
      regras: 'Uma vez',
    };
    const made = { ...reward, entrega: 'desconto' as const, desconto_centavos: 10_001 };
    expect(await portal.ops.club.createReward(made, { token: stale })).toMatchObject(needed);
    const cheap = await portal.ops.club.createReward({ ...made, desconto_centavos: 10_000 }, { token: stale });
    expect(cheap.status).toBe(200);
    const change = { id: cheap.body.id, ...made };
    expect(await portal.ops.club.updateReward(change, { token: stale })).toMatchObject(needed);
    const id = await member();
    await portal.ops.club.adjustPoints({ id, pontos: 3_000, motivo }, withKey({ as: staff }));
    const taken = await give(id, -2_000);
    const entry = taken.body.transaction?.id ?? 0;
    const back = portal.ops.club.reversePoints({ id: entry, motivo }, withKey({ token: stale }));
    expect(await back).toMatchObject(needed);
  });

  it('setting the limit needs re-authentication and the right for the whole school, and applies at once', async () => {
    const shown = async (as: number) => (await portal.ops.finance.getReauthenticationLimits({}, { as })).body;
    const set = (centavos: number, pontos: number, sent: { as?: number; token?: string }) =>
      portal.ops.finance.updateReauthenticationLimits({ centavos, pontos }, sent);
    expect(await shown(staff)).toEqual({ centavos: 10_000, pontos: 1_000, pode_mudar: true });
    expect(await set(50_000, 5_000, { token: stale })).toMatchObject(needed);
    const ofUnit = await addStaff(portal, { units: [101] });
    expect((await set(50_000, 5_000, { as: ofUnit })).status).toBe(403);
    expect((await shown(ofUnit)).pode_mudar).toBe(false);
    expect((await set(-1, 5_000, { as: staff })).status).toBe(422);
    expect((await set(0, 5_000, { as: staff })).body).toEqual({ centavos: 0, pontos: 5_000, pode_mudar: true });
    expect(await discount(await billOf(), 1)).toMatchObject(needed);
    expect((await give(await member(), 5_000)).status).toBe(200);
    const trail = await portal.ops.people.listAudit({ alvo: 'school:1' }, { as: staff });
    expect(trail.body.items[0]?.depois).toMatch(/^Valor sem confirmar: .*0,00; Pontos sem confirmar: 5000$/);
  });

  it('a block and the whole log need re-authentication; the log of one person does not', async () => {
    const { id } = await addAccount(portal);
    const block = (bloqueado: boolean) => portal.ops.people.setUserBlock({ id, bloqueado }, { token: stale });
    expect(await block(true)).toMatchObject(needed);
    expect(await portal.ops.people.listAudit({}, { token: stale })).toMatchObject(needed);
    expect((await portal.ops.people.listAudit({ alvo: `user:${id}` }, { token: stale })).status).toBe(200);
  });

  it('each operation with conditional re-authentication has a test here', () => {
    const asking = allOperations().filter(
      ({ operation: { reauthenticate } }) => reauthenticate !== undefined && reauthenticate !== 'always',
    );
    expect(asking.map(({ name }) => name).toSorted()).toEqual([
      'club.adjustPoints',
      'club.createBonus',
      'club.createReward',
      'club.reversePoints',
      'club.updatePointRule',
      'club.updateReward',
      'finance.cancelSchoolBill',
      'finance.discountBill',
      'finance.moveDueDay',
      'finance.renegotiateBills',
      'orders.createSchoolCoupon',
      // tests/api/auth-reauthentication.test.ts
      'orders.updateOrders',
      'orders.updateSchoolCoupon',
      'people.listAudit',
      // tests/api/registration-changes.test.ts
      'people.updateUser',
      'students.endCourse',
    ]);
  });
});
