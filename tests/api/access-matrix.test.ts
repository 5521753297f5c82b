import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teacherOrStaff } from '../../src/server/core/http/who.ts';
import { type Cell, type PersonName, people } from '../support/access/cells.ts';
import { byMethod, methodOf, methodOrder, type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { isDeep } from '../support/deep.ts';
import { allEngines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

/** The fast run sends every call once: to PostgreSQL where there is one, because the tests of calls have SQLite. */
const matrixEngines = isDeep ? allEngines : allEngines.slice(-1);

/** The recipe of a new area runs only the calls of that area. */
const AREA = process.env.TEST_AREA;
const isRequested = (name: string) => AREA === undefined || name.startsWith(`${AREA}.`);
const chosenOf = (cases: ServedCase[]) => cases.filter(({ name }) => isRequested(name));

const TURNED_AWAY = [401, 403, 404];

/** The office of one unit, as the seed makes it, and the manager of a unit of another school. */
const SECRETARY = 13;
type StaffName = 'secretary' | 'unitManager';
const OF_SECRETARY: readonly string[] = ['alunos', 'financeiro', 'pedidos', 'contatos'];
/** A secretary sends the calls of a manager that need her rights. A manager elsewhere is of another school. */
function cellOfStaff({ who, cells }: ServedCase, person: StaffName): Cell {
  if (person === 'unitManager') return cells.otherSchool;
  if (who.kind === 'staff') {
    if (!who.rights.some((right) => OF_SECRETARY.includes(right))) return 403;
    // Settings of a school are changed only with the right in all units (0093).
    if (who.whole) return 403;
  }
  const isBeyondHer = who === teacherOrStaff || ('right' in who && who.right && !OF_SECRETARY.includes(who.right));
  return isBeyondHer ? cells.otherStudent : cells.manager;
}

const cellOf = (status: number): Cell | number => (status < 500 && !TURNED_AWAY.includes(status) ? 'in' : status);

describe.each(matrixEngines)('S2 every call and everybody on %s', (engine) => {
  let portal: TestSchool;
  let senders: Record<PersonName, Sent>;
  let cases: ServedCase[];
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    senders = await peopleOf(portal);
    cases = chosenOf(servedCases(portal, await thingsOf(portal)));
  });
  afterAll(() => portal.close());

  it('the access table sends every call', () => {
    expect(cases.filter((each) => !methodOrder.includes(methodOf(each)))).toEqual([]);
  });

  it.each(methodOrder)('%s answers as the table says, cell by cell', async (method) => {
    const wrong: string[] = [];
    for (const { name, cells, send } of cases.filter((each) => methodOf(each) === method)) {
      for (const person of people) {
        const answer = await send(senders[person]);
        const text = answer.status < 400 ? '' : (await answer.text()).slice(0, 120);
        const cell = cellOf(answer.status);
        if (cell !== cells[person]) wrong.push(`${name} ${person}: ${cells[person]}, was ${answer.status} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(matrixEngines)('S2 every call and staff with some rights on %s', (engine) => {
  let portal: TestSchool;
  let cases: ServedCase[];
  let staff: Record<StaffName, number>;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    await peopleOf(portal);
    staff = { secretary: SECRETARY, unitManager: await addStaff(portal, { company: 102, units: [102] }) };
    await portal.school.db
      .updateTable('users')
      .set({ is_club: true })
      .where('id', 'in', Object.values(staff))
      .execute();
    cases = chosenOf(servedCases(portal, await thingsOf(portal)));
  });
  afterAll(() => portal.close());

  it.each(['unitManager', 'secretary'] as const)('%s sends what the rights open, cell by cell', async (person) => {
    const wrong: string[] = [];
    for (const each of cases.toSorted(byMethod)) {
      const expected = cellOfStaff(each, person);
      const { status } = await each.send({ as: staff[person] });
      if (cellOf(status) !== expected) wrong.push(`${each.name}: ${expected}, was ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Refused because of values in the input, so the input is read first. */
const BY_INPUT: Readonly<Record<string, string>> = {
  'devices.subscribe': 'the body names a user',
  'devices.updateSubscription': 'the body names a user',
  'people.handOverClasses': 'a colleague may hold more than the sender',
  'people.resendInvitation': 'a colleague may hold more than the sender',
  'people.resetFactors': 'a colleague may hold more than the sender',
  'people.updateRights': 'a colleague may hold more than the sender',
  'sync.createKey': 'a key opens no more than its maker holds',
  'tour.markTourDone': 'the body names a user',
  'englishTest.startTest': 'open without a session',
  'finance.cancelBoleto': 'a signed link opens it without a session',
  'finance.issueBoleto': 'a signed link opens it without a session',
  'finance.payWithCard': 'a signed link opens it without a session',
  'finance.payWithPix': 'a signed link opens it without a session',
};

describe('S2 rights come before the input', () => {
  let portal: TestSchool;
  let cases: ServedCase[];
  const senders = new Map<string, Sent>();
  beforeAll(async () => {
    portal = await openTestSchool('sqlite', { limits: noLimits });
    for (const [name, sent] of Object.entries(await peopleOf(portal))) senders.set(name, sent);
    senders.set('secretary', { as: SECRETARY });
    senders.set('unitManager', { as: await addStaff(portal, { company: 102, units: [102] }) });
    senders.set('office of one unit', { as: await addStaff(portal, { units: [101] }) });
    cases = chosenOf(servedCases(portal, await thingsOf(portal)));
  });
  afterAll(() => portal.close());

  it('a call without the right answers 403, whatever else is wrong with it', async () => {
    const wrong: string[] = [];
    const stale = new Set(Object.keys(BY_INPUT).filter(isRequested));
    // A logout would end the sessions of the other calls.
    for (const { name, send, sendBroken } of cases.filter((each) => !each.name.startsWith('auth.logout'))) {
      for (const [person, sent] of senders) {
        const broken = await sendBroken(sent);
        if (broken !== 422 && broken !== 415) continue;
        const { status } = await send(sent);
        if (status !== 403) continue;
        if (!stale.delete(name) && !(name in BY_INPUT)) wrong.push(`${name} ${person}: ${broken} before 403`);
      }
    }
    expect([wrong, [...stale]]).toEqual([[], []]);
  });
});
