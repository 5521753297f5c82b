import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../src/lib/contract/core.ts';
import type { CallName } from '../../src/lib/contract/index.schema.ts';
import { allCalls } from '../../src/server/app.ts';
import { type Cell, type PersonName, people, type Row } from '../support/access/rows.ts';
import { sendSample } from '../support/access/send.ts';
import { accessTable } from '../support/access/table.ts';
import { peopleOf, thingsOf } from '../support/access/things.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

/** In this order what a row names is still there: reading first, joining the club after what is for members. */
const LAST: CallName = 'auth.logoutEverywhere';
const TURNS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', LAST];
const turnOf = (name: string, { method }: Call) => (name === LAST ? LAST : method);
const TURNED_AWAY = [401, 403, 404];

const cellOf = (status: number): Cell | number => (status < 500 && !TURNED_AWAY.includes(status) ? 'in' : status);

describe.each(engines)('S2 every call and everybody on %s', (engine) => {
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
