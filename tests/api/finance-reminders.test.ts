import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addDebtor } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const helena = { as: HELENA };

describe.each(allEngines)('reminders of bills on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const logOf = (id: number) =>
    portal.school.db.selectFrom('audit_log').selectAll().where('target', '=', `bill:${id}`).orderBy('id').execute();

  it('a reminder reaches the payer, once a day; closed bills and those of others are refused individually', async () => {
    const late = shiftDay(today(), -40);
    const { id, bills } = await addDebtor(portal, [{ vencimento: late }, {}, { status: 'cancelada' }]);
    const [first = 0, second = 0, cancelled = 0] = bills;
    const key = randomUUID();
    const remind = (ids: number[], sent: { as?: number; key?: string } = {}) =>
      portal.ops.finance.remindBills({ ids }, withKey({ ...helena, ...sent }));
    const send = () => remind([first, second, cancelled, 999_999], { key });
    const { body } = await send();
    expect(body.itens.map(({ problema }) => problema)).toEqual([
      null,
      null,
      expect.stringContaining('cancelada'),
      expect.stringContaining('Não encontramos'),
    ]);
    expect((await send()).body).toEqual(body);
    const notified = await portal.school.db.selectFrom('notices').selectAll().where('user_id', '=', id).execute();
    expect(notified.map(({ title }) => title)).toEqual(['Lembrete: Mensalidade 1', 'Lembrete: Mensalidade 2']);
    expect(notified[0]?.body).toMatch(/^Venceu em .* Hoje são R\$/);
    expect(notified[1]?.body).toMatch(/^Vence em /);
    expect((await logOf(first)).map(({ action }) => action)).toEqual(['bill-remind']);
    expect((await remind([first])).body.code).toBe('reminded');
    portal.clock.advance(86_400_000);
    expect((await remind([first])).status).toBe(200);
    portal.clock.advance(-86_400_000);
    expect((await remind([first], { as: id })).status).toBe(403);
    expect((await remind([])).status).toBe(422);
  });

  it('8 concurrent clerks remind once', async () => {
    const { id, bills } = await addDebtor(portal);
    const clerks: number[] = [];
    for (let at = 0; at < 8; at += 1) clerks.push(await addStaff(portal, { rights: ['financeiro'] }));
    const answers = await Promise.all(
      clerks.map((as) => portal.ops.finance.remindBills({ ids: bills }, withKey({ as }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'reminded')).toHaveLength(7);
    expect(await notificationsOf(portal, id)).toHaveLength(1);
  });

  it('a clerk sees who switched reminders off, and nothing counts as sent', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const other = (await addDebtor(portal)).bills[0] ?? 0;
    const { db } = portal.school;
    await db
      .insertInto('notification_preferences')
      .values({ user_id: id, category: 'financeiro', enabled: false })
      .execute();
    const { body } = await portal.ops.finance.remindBills({ ids: [bill, other] }, withKey(helena));
    expect(body.itens.map(({ problema }) => problema)).toEqual([expect.stringContaining('desligou os avisos'), null]);
    expect(await logOf(bill)).toEqual([]);
    await db.deleteFrom('notification_preferences').where('user_id', '=', id).execute();
    expect((await portal.ops.finance.remindBills({ ids: [bill] }, withKey(helena))).status).toBe(200);
  });
});
