import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { partOfPerson } from '../support/person-parts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const HELENA = 7;
const password = 'portal-demo';

describe.each(engines)('somebody whose course ended on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const end = (id: number) => portal.ops.students.endCourse({ id, motivo: 'Mudou' }, { as: HELENA });
  const enter = async (username: string) =>
    (await portal.call(login, { body: { username, password } as never })).body.access_token ?? undefined;
  const block = (id: number, bloqueado: boolean) => portal.ops.people.setUserBlock({ id, bloqueado }, { as: HELENA });

  it('S15 after the course a student can log in only to export data and to request erasure', async () => {
    const { id, email } = await addAccount(portal);
    const before = await portal.tokenOf(id);
    expect((await end(id)).body.bloqueado).toBe(true);
    expect((await portal.call(getMe, {}, { token: before })).status).toBe(401);
    const token = await enter(email);
    expect(token).toBeDefined();
    expect((await portal.call(getMe, {}, { token })).body).toMatchObject({ id, so_dados: true });
    expect((await portal.ops.account.exportData({}, { token })).status).toBe(200);
    expect((await portal.ops.account.getErasure({}, { token })).body.impedimento).toBeNull();
    for (const refused of [
      await portal.call(getFinance, {}, { token }),
      await portal.ops.inbox.listNotices({}, { token }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'course_ended' } });
    }
    const requested = await portal.ops.account.deleteAccount({ current_password: password } as never, { token });
    expect(requested.status, requested.body.detail).toBe(200);
    const again = await enter(email);
    expect((await portal.ops.account.getErasure({}, { token: again })).body.apaga_em).not.toBeNull();
    expect((await portal.ops.account.keepAccount({}, { token: again })).status).toBe(200);
    expect((await portal.ops.auth.logout({}, { token: again })).status).toBe(200);
  });

  it('a resumed course restores full access; a person blocked manually cannot log in', async () => {
    const { id, email } = await addAccount(portal);
    await end(id);
    expect((await partOfPerson(portal, 'acesso', { id }, { as: HELENA })).body).toMatchObject({
      so_dados: true,
    });
    await portal.ops.students.resumeCourse({ id }, { as: HELENA });
    const token = await enter(email);
    expect((await portal.call(getFinance, {}, { token })).status).toBe(200);
    await end(id);
    expect((await block(id, true)).body).toMatchObject({ bloqueado: true, so_dados: false });
    expect(await enter(email)).toBeUndefined();
    const other = await addAccount(portal);
    await block(other.id, true);
    await end(other.id);
    expect(await enter(other.email)).toBeUndefined();
  });

  it('an erasure request reaches the office, with open debts', async () => {
    const { id } = await addAccount(portal);
    await addBills(portal, id, [{}, { status: 'paga', pago_em: '2026-01-01T12:00:00.000Z' }]);
    const reader = await addStaff(portal, { rights: ['alunos'] });
    const token = await portal.tokenOf(id);
    const of = async (as: number) => (await portal.ops.students.getPerson({ id }, { as })).body.exclusao;
    expect(await of(HELENA)).toBeNull();
    const requested = await portal.ops.account.deleteAccount({ current_password: password } as never, { token });
    expect(requested.status, requested.body.detail).toBe(200);
    const { items } = (await portal.ops.inbox.listNotices({ category: 'aviso' }, { as: reader })).body;
    const notice = items.find(({ path }) => path?.includes(`/profile/${id}`));
    expect(notice?.title).toBe('Um aluno pediu para apagar os dados');
    expect(notice?.body).toContain('1 parcela em aberto');
    const bill = await portal.school.db
      .selectFrom('parcelas')
      .select('valor_centavos')
      .where('user_id', '=', id)
      .where('status', '=', 'aberta')
      .executeTakeFirstOrThrow();
    expect(await of(HELENA)).toMatchObject({ parcelas_abertas: 1 });
    expect((await of(HELENA))?.devido_centavos).toBeGreaterThanOrEqual(bill.valor_centavos);
    expect(await of(reader)).toMatchObject({ parcelas_abertas: null, devido_centavos: null });
    const stranger = await addStaff(portal, { company: 103, rights: ['alunos'] });
    const foreign = (await portal.ops.inbox.listNotices({ category: 'aviso' }, { as: stranger })).body.items;
    expect(foreign.filter(({ path }) => path?.includes(`/profile/${id}`))).toEqual([]);
  });
});
