import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { movedClock } from '../../scripts/moved-clock.ts';
import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { isNationalHoliday } from '../../src/lib/rules/time/holidays.ts';
import { instantIn } from '../../src/lib/rules/time/instants.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { notify } from '../../src/server/messages/inbox/notify.ts';
import { MAX_AT_ONCE } from '../../src/server/messages/mail/outbox.ts';
import { notifyOfBillsPaid } from '../../src/server/money/finance/bill-notices.ts';
import { remindOfBills } from '../../src/server/money/finance/bill-reminders.ts';
import { addAccount } from '../support/accounts.ts';
import { SECRET } from '../support/bare-env.ts';
import { addDebtor } from '../support/bills.ts';
import { sharedDatabase } from '../support/databases.ts';
import { addDevices } from '../support/device-rows.ts';
import { classMessages, families, noticesOf } from '../support/family-writes.ts';
import { KilledPortal } from '../support/killed-portal.ts';
import { openMailServer } from '../support/mail-server.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { runningClass } from '../support/taught-class.ts';

/** `KILLS=40 npm run test:api -- tests/api/family-killed.deep.test.ts` is the long run. */
const KILLS = Number(process.env.KILLS ?? 6);
const ZONE = 'America/Sao_Paulo';
const TEACHER = 2;
const DEBTORS = 24;
const CHILDREN = 10;
const READERS = 8;
const MINUTE_MS = 60_000;

const isBankDay = (day: string) => ![0, 6].includes(weekdayOf(day)) && !isNationalHoliday(day);

/** Noon of the next day on which a bill of the day before is late. */
function nextLateDay(): Date {
  let day = shiftDay(dayIn(ZONE, new Date()), 1);
  while (!isBankDay(day) || !isBankDay(shiftDay(day, -1))) day = shiftDay(day, 1);
  return new Date(instantIn(ZONE, day, '12:00'));
}

/** People who owe since yesterday, each with a device. @returns a check of the outcome */
async function debtors(portal: TestSchool, push: PushService) {
  const vencimento = shiftDay(dayIn(ZONE, portal.clock.now), -1);
  const people: { id: number; bill: number; path: string }[] = [];
  for (let round = 0; round < DEBTORS; round += 1) {
    const { id, bills } = await addDebtor(portal, [{ vencimento }]);
    const device = push.device();
    await addDevices(portal.school, id, [device]);
    people.push({ id, bill: bills[0] ?? 0, path: new URL(device.endpoint).pathname });
  }
  const { db } = portal.school;
  return {
    isDone: async () => (await remindersOf(portal)).length === DEBTORS,
    async check() {
      const rows = await remindersOf(portal);
      expect(rows.map(({ parcela_id }) => parcela_id).toSorted((a, b) => a - b)).toEqual(
        people.map(({ bill }) => bill),
      );
      for (const { id, path } of people) {
        expect(await noticesOf(portal, id, 'parcela_lembrete')).toHaveLength(1);
        // By both targets, since it is late: this person has no address that is confirmed, so by the device alone or both.
        const sent = await db.selectFrom('deliveries').select(['target', 'status']).where('user_id', '=', id).execute();
        expect(new Set(sent.map(({ target }) => target)).size).toBe(sent.length);
        expect(sent).toContainEqual({ target: 'push', status: 'aceita' });
        expectShownOnce(push, path, 1);
      }
    },
  };
  function remindersOf({ school }: TestSchool) {
    const bills = people.map(({ bill }) => bill);
    return school.db.selectFrom('bill_reminders').select('parcela_id').where('parcela_id', 'in', bills).execute();
  }
}

/** A message in flight during a kill is sent again with the same tag: a device shows it once. */
function expectShownOnce({ arrived }: PushService, path: string, messages: number): void {
  const own = arrived.filter((each) => each.path === path);
  const shown = own.map(({ payload }) => (payload.notification as { tag: string }).tag);
  expect(new Set(shown).size, JSON.stringify(own.map(({ payload }) => payload))).toBe(messages);
}

/** Readers who have a device, and four notices that are due together. */
async function bundles(portal: TestSchool, push: PushService) {
  const { db } = portal.school;
  const paths: string[] = [];
  for (let round = 0; round < READERS; round += 1) {
    const { id } = await addAccount(portal);
    const device = push.device();
    await addDevices(portal.school, id, [device]);
    paths.push(new URL(device.endpoint).pathname);
    for (const [at, minutes] of [70, 60, 55, 50].entries()) {
      const params = { id: at, numero: String(at), status: 3 };
      const then = new Date(portal.clock.now.getTime() - minutes * MINUTE_MS);
      const event = { userId: id, kind: 'pedido_andou', about: `${round}-${at}`, params } as const;
      await db.transaction().execute((tx) => notify(tx, then, event));
    }
  }
  return {
    async check() {
      for (const path of paths) {
        const titles = push.arrived.filter((each) => each.path === path).map(({ payload }) => titleOf(payload));
        expect(new Set(titles)).toEqual(new Set(['4 novidades']));
        expectShownOnce(push, path, 1);
      }
    },
  };
}

const titleOf = (payload: Record<string, unknown>) => (payload.notification as { title: string }).title;

/** Absent minors whose guardians have no account, and are notified by mail. */
async function absentChildren(portal: TestSchool, teacher: number) {
  const addresses: string[] = [];
  for (let round = 0; round < CHILDREN / 2; round += 1) {
    const { lesson, students } = await runningClass(portal, teacher);
    for (const id of students) {
      const email = `ausente${addresses.length}@familia.example`;
      addresses.push(email);
      const guardian = { full_name: 'Sandra Nunes', cpf: '00000000191', email, phone: '1', relation: 'Mãe' };
      const values = { birth_date: '2014-03-02', guardian: JSON.stringify(guardian) };
      await portal.school.db.updateTable('users').set(values).where('id', '=', id).execute();
    }
    const { body } = await portal.ops.teaching.getTaughtLesson({ id: lesson }, { as: teacher });
    const presencas = (body.chamada ?? []).map(({ turma_aluno_id }) => ({
      turma_aluno_id,
      situacao: 'falta' as const,
    }));
    expect((await portal.ops.teaching.recordAttendance({ id: lesson, presencas }, { as: teacher })).status).toBe(200);
  }
  return addresses;
}

it.each(engines)(
  `must show: %s, two processes killed ${KILLS} times: what a family is told, and pays, happens once`,
  async (engine) => {
    const { env: database, remove } = await sharedDatabase(engine);
    const [push, smtp] = [await startPushService(), await openMailServer()];
    const noon = nextLateDay();
    const portal = await openTestSchool(engine, { env: { ...database, PUSH_HOSTS: push.origin } });
    portal.clock.now = new Date(noon.getTime() - 24 * 60 * MINUTE_MS);
    // The first run notifies nobody.
    await remindOfBills(portal.school);
    await notifyOfBillsPaid(portal.school);
    portal.clock.now = noon;
    const { id: teacher } = await addAccount(portal);
    await portal.school.db.insertInto('user_actions').values({ user_id: teacher, action_id: TEACHER }).execute();
    const [owing, reading] = [await debtors(portal, push), await bundles(portal, push)];
    const absent = await absentChildren(portal, teacher);
    const env = {
      ...{ ...database, ...movedClock(noon.getTime() + 4 * MINUTE_MS - Date.now()) },
      ...{ NODE_ENV: 'test', SECRET, DEMO: 'on', STAFF_FACTOR: 'offered', LOG_LEVEL: 'error' },
      ...{ SMTP_URL: smtp.url, PUSH_HOSTS: push.origin },
    };
    const lives = [new KilledPortal(env, await freePort()), new KilledPortal(env, await freePort())] as const;
    for (const live of lives) onTestFinished(() => live.stop());
    const paying = await families(portal, lives[1]);
    const writers = [await classMessages(portal, lives[0], teacher), paying];
    let isOver = false;
    await Promise.all(lives.map((live) => live.start()));
    const running = writers.map(async ({ write }) => {
      while (!isOver) await write();
    });
    for (let round = 0; round < KILLS; round += 1) {
      const live = lives[round % 2 ? 1 : 0];
      await live.killAfter(300 + Math.random() * 1_200);
      await live.start();
    }
    isOver = true;
    await Promise.all(running);
    const { db } = portal.school;
    const waiting = async () => [
      ...(await db
        .selectFrom('deliveries')
        .select(['user_id', 'target', 'kind', 'due_at'])
        .where('status', '=', 'na_fila')
        .where('user_id', '>=', teacher)
        .execute()),
      ...(await db.selectFrom('outbox').select('kind').where('sent_at', 'is', null).execute()),
    ];
    await expect.poll(owing.isDone, { timeout: 120_000, interval: 500 }).toBe(true);
    await expect.poll(paying.isDone, { timeout: 120_000, interval: 500 }).toBe(true);
    await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toEqual([]);
    await Promise.all(lives.map((live) => live.stop()));

    await owing.check();
    await reading.check();
    for (const { check } of writers) await check();
    for (const address of absent) {
      const ids = smtp.taken.filter(({ to }) => to === address).map(({ messageId }) => messageId);
      expect([address, new Set(ids).size]).toEqual([address, 1]);
    }
    const copies = smtp.taken.length - new Set(smtp.taken.map(({ messageId }) => messageId)).size;
    expect(copies).toBeLessThanOrEqual(KILLS * MAX_AT_ONCE);
    for (const { log } of lives) expect(log).not.toMatch(/"level":[56]0/);
    await portal.close();
    await Promise.all([push.close(), smtp.close()]);
    await remove();
  },
  300_000,
);
