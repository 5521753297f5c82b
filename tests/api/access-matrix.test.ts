import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../src/lib/contract/core.ts';
import type { CallName } from '../../src/lib/contract/index.schema.ts';
import { rightsOfCall } from '../../src/lib/rules/people/rights.ts';
import { allCalls } from '../../src/server/app.ts';
import { type Cell, type PersonName, people, type Row } from '../support/access/rows.ts';
import { sendBroken, sendSample } from '../support/access/send.ts';
import { accessTable } from '../support/access/table.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { isDeep } from '../support/deep.ts';
import { allEngines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

/** The fast run sends every call once: to PostgreSQL where there is one, because the tests of calls have SQLite. */
const matrixEngines = isDeep ? allEngines : allEngines.slice(-1);

/** In this order what a row names is still there: reading first, joining the club after what is for members. */
const LAST: CallName = 'auth.logoutEverywhere';
const TURNS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', LAST];
const turnOf = (name: string, { method }: Call) => (name === LAST ? LAST : method);
const TURNED_AWAY = [401, 403, 404];

/** The office of one unit, as the seed makes it, and the manager of a unit of another school. */
const SECRETARY = 13;
type StaffName = 'secretary' | 'unitManager';
const OF_SECRETARY: readonly string[] = ['alunos', 'financeiro', 'pedidos', 'contatos'];
/** Calls that ask for a right in their handler, because owners may send them too. */
const ASKED_INSIDE: Readonly<Partial<Record<CallName, string>>> = {
  'abroad.downloadUsaDocument': 'viagens',
  'teaching.addAssessment': 'turmas',
  'teaching.addCorrection': 'turmas',
  'teaching.addLessonLink': 'turmas',
  'teaching.addMakeUpLesson': 'turmas',
  'teaching.addPeriod': 'turmas',
  'teaching.cancelTaughtLesson': 'turmas',
  'teaching.copyWork': 'turmas',
  'teaching.correctWork': 'turmas',
  'teaching.createWork': 'turmas',
  'teaching.getGradeSheet': 'turmas',
  'teaching.getHandedIn': 'turmas',
  'teaching.getTaughtClass': 'turmas',
  'teaching.getTaughtLesson': 'turmas',
  'teaching.listClassWork': 'turmas',
  'teaching.listHandedIn': 'turmas',
  'teaching.listNeedsWord': 'turmas',
  'teaching.releasePeriod': 'turmas',
  'teaching.removeAssessment': 'turmas',
  'teaching.removeWork': 'turmas',
  'teaching.returnWork': 'turmas',
  'teaching.saveGrades': 'turmas',
  'teaching.takeRoll': 'turmas',
  'teaching.updateAssessment': 'turmas',
  'teaching.updateWork': 'turmas',
  'teaching.uploadLessonFile': 'turmas',
  'teaching.viewHandedIn': 'turmas',
  'teaching.writeLesson': 'turmas',
};

/** What a school has once is changed by those who hold the right in all units (0093). */
const OF_SCHOOL: readonly CallName[] = [
  'finance.updateProofLimits',
  'orders.createSchoolCoupon',
  'orders.createSchoolProduct',
  'orders.updateSchoolCoupon',
  'orders.updateSchoolProduct',
];

/** A secretary sends what a manager sends, if it needs one of her rights. A manager of a unit elsewhere is one of another school. */
function cellOfStaff(name: CallName, { cells }: Row, person: StaffName): Cell {
  if (person === 'unitManager') return cells.otherSchool;
  const rights: readonly string[] | null = rightsOfCall(name);
  if (rights?.every((right) => !OF_SECRETARY.includes(right))) return 403;
  if (OF_SCHOOL.includes(name)) return 403;
  return ASKED_INSIDE[name] ? cells.otherStudent : cells.manager;
}

const cellOf = (status: number): Cell | number => (status < 500 && !TURNED_AWAY.includes(status) ? 'in' : status);

describe.each(matrixEngines)('S2 every call and everybody on %s', (engine) => {
  let portal: TestSchool;
  let senders: Record<PersonName, Sent>;
  let table: Readonly<Record<CallName, Row>>;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    senders = await peopleOf(portal);
    table = accessTable(await thingsOf(portal));
  });
  afterAll(() => portal.close());

  it('the access table has a turn for each call', () => {
    expect(allCalls().filter(({ name, call }) => !TURNS.includes(turnOf(name, call)))).toEqual([]);
  });

  it.each(TURNS)('%s answers as the table says, cell by cell', async (turn) => {
    const wrong: string[] = [];
    const calls = allCalls().filter(({ name, call }) => turnOf(name, call) === turn);
    for (const served of calls) {
      const { name } = served;
      const row = table[name as CallName];
      for (const person of people) {
        const answer = await sendSample(portal, served, row, senders[person]);
        const text = answer.status < 400 ? '' : (await answer.text()).slice(0, 120);
        const cell = cellOf(answer.status);
        if (cell !== row.cells[person])
          wrong.push(`${name} ${person}: ${row.cells[person]}, was ${answer.status} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(matrixEngines)('S2 every call and staff with some rights on %s', (engine) => {
  let portal: TestSchool;
  let table: Readonly<Record<CallName, Row>>;
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
    table = accessTable(await thingsOf(portal));
  });
  afterAll(() => portal.close());

  it.each(['unitManager', 'secretary'] as const)('%s sends what the rights open, cell by cell', async (person) => {
    const wrong: string[] = [];
    const turns = allCalls().toSorted(
      (a, b) => TURNS.indexOf(turnOf(a.name, a.call)) - TURNS.indexOf(turnOf(b.name, b.call)),
    );
    for (const served of turns) {
      const row = table[served.name as CallName];
      const expected = cellOfStaff(served.name as CallName, row, person);
      const { status } = await sendSample(portal, served, row, { as: staff[person] });
      if (cellOf(status) !== expected) wrong.push(`${served.name}: ${expected}, was ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Refused for what the input says, so the input is read first. */
const BY_INPUT: Readonly<Partial<Record<CallName, string>>> = {
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
  let table: Readonly<Record<CallName, Row>>;
  const senders = new Map<string, Sent>();
  beforeAll(async () => {
    portal = await openTestSchool('sqlite', { limits: noLimits });
    for (const [name, sent] of Object.entries(await peopleOf(portal))) senders.set(name, sent);
    senders.set('secretary', { as: SECRETARY });
    senders.set('unitManager', { as: await addStaff(portal, { company: 102, units: [102] }) });
    senders.set('office of one unit', { as: await addStaff(portal, { units: [101] }) });
    table = accessTable(await thingsOf(portal));
  });
  afterAll(() => portal.close());

  it('who may not send a call hears so, whatever else is wrong with it', async () => {
    const wrong: string[] = [];
    const stale = new Set(Object.keys(BY_INPUT));
    // A logout ends the sessions that the rest is asked with.
    const calls = allCalls().filter(({ name }) => !name.startsWith('auth.logout'));
    for (const served of calls) {
      const { name } = served;
      for (const [person, sent] of senders) {
        const broken = await sendBroken(portal, served, sent);
        if (broken !== 422 && broken !== 415) continue;
        const { status } = await sendSample(portal, served, table[name as CallName], sent);
        if (status !== 403) continue;
        if (!stale.delete(name) && !(name in BY_INPUT)) wrong.push(`${name} ${person}: ${broken} before 403`);
      }
    }
    expect([wrong, [...stale]]).toEqual([[], []]);
  });
});
