import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { EVERYWHERE } from '../../src/server/core/db/reach.ts';
import { audienceQuery } from '../../src/server/school/broadcasts/audience.ts';
import { personalOf } from '../../src/server/school/broadcasts/personal.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { audience } from '../support/broadcasts.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

/** Runs the whole school. */
const HELENA = 7;
/** Units of one school: Campinas and Sorocaba. */
const [UNIT, OTHER] = [101, 104];
/** A Friday without a holiday of the country or the state. */
const FRIDAY = '2030-03-15';

describe.each(allEngines)('due days on holidays of a unit, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const noonOf = (day: string) => new Date(`${day}T15:00:00Z`);
  const name = (dia: string, more: { unidade_id?: number | null; feriado?: boolean } = {}) =>
    portal.ops.teaching.addClosedDay({ dia, nome: 'Aniversário da cidade', unidade_id: null, ...more }, { as: HELENA });
  async function debtor(vencimento: string, unit = UNIT) {
    const { id } = await addAccount(portal);
    const row = { vencimento, valor_centavos: 34_900, desconto_centavos: 2_000, company_id: unit };
    const [bill] = await addBills(portal, id, [row]);
    return { id, bill: bill?.id ?? 0 };
  }
  const ofPupil = async (id: number) => (await portal.call(getFinance, {}, { as: id })).body.parcelas[0];
  /** Whether a pupil's only bill is late, by each calculation. */
  async function isLateFor({ id, bill }: { id: number; bill: number }) {
    const { school, clock } = portal;
    const { body: office } = await portal.ops.finance.getSchoolBill({ id: bill }, { as: HELENA });
    const query = { estado: 'vencidas', aluno: id } as const;
    const { body: list } = await portal.ops.finance.listSchoolBills(query, { as: HELENA });
    const { rows } = await audienceOf(id);
    const words = (await personalOf(school.db, school, { userIds: [id], turmaIds: [] }, clock.now)).get(id);
    return {
      pupil: (await ofPupil(id))?.status === 'vencida',
      office: office.status === 'vencida',
      list: list.items.length === 1,
      sum: list.somas.quantidade === 1,
      audience: rows.length === 1,
      reminder: words?.vencimento === null,
    };
  }
  async function audienceOf(id: number) {
    const { school, clock } = portal;
    const wanted = { audience: audience({ user_ids: [id], has_overdue: true }), reach: EVERYWHERE };
    return { rows: await (await audienceQuery(school.db, school, wanted, clock.now)).select('users.id').execute() };
  }
  const alike = (isLate: boolean) => ({
    pupil: isLate,
    office: isLate,
    list: isLate,
    sum: isLate,
    audience: isLate,
    reminder: isLate,
  });

  it('a bill due on a closed day of the school costs no fine and keeps its discount until the next bank day', async () => {
    portal.clock.now = noonOf(shiftDay(FRIDAY, -5));
    expect((await name(FRIDAY)).status).toBe(200);
    const owner = await debtor(FRIDAY);
    portal.clock.now = noonOf(shiftDay(FRIDAY, 3));
    expect(await ofPupil(owner.id)).toMatchObject({
      status: 'vence_hoje',
      pagar_ate: shiftDay(FRIDAY, 3),
      desconto_centavos: 2_000,
      valor_atualizado_centavos: 32_900,
    });
    expect(await isLateFor(owner)).toEqual(alike(false));
    portal.clock.now = noonOf(shiftDay(FRIDAY, 4));
    // The delay counts from Monday.
    expect(await ofPupil(owner.id)).toMatchObject({ status: 'vencida', multa_centavos: 698, juros_centavos: 11 });
    expect(await isLateFor(owner)).toEqual(alike(true));
  });

  it('a holiday of the state moves due dates too', async () => {
    // 9 July of São Paulo, a Monday.
    portal.clock.now = noonOf('2029-07-10');
    const owner = await debtor('2029-07-09');
    expect(await ofPupil(owner.id)).toMatchObject({
      status: 'vence_hoje',
      desconto_centavos: 2_000,
      multa_centavos: 0,
    });
    expect(await isLateFor(owner)).toEqual(alike(false));
  });

  it('a closed day of a unit counts only there, and a recess moves no due date', async () => {
    const [day, recess] = ['2030-04-10', '2030-04-16'];
    portal.clock.now = noonOf(day);
    await name(day, { unidade_id: UNIT });
    await name(recess, { feriado: false });
    const [here, there, onRecess] = [await debtor(day), await debtor(day, OTHER), await debtor(recess)];
    portal.clock.now = noonOf(shiftDay(day, 1));
    expect([(await ofPupil(here.id))?.status, (await ofPupil(there.id))?.status]).toEqual(['vence_hoje', 'vencida']);
    expect(await isLateFor(there)).toEqual(alike(true));
    portal.clock.now = noonOf(shiftDay(recess, 1));
    expect(await isLateFor(onRecess)).toEqual(alike(true));
  });

  it('a past holiday stays in the list, a future one can be removed', async () => {
    portal.clock.now = noonOf('2030-05-06');
    const { body: day } = await name('2030-05-07');
    const { body: coming } = await name('2030-05-09');
    portal.clock.now = noonOf('2030-05-08');
    const passed = await portal.ops.teaching.removeClosedDay({ id: day.id }, { as: HELENA });
    expect([passed.status, passed.body.code]).toEqual([409, 'holiday_passed']);
    expect((await portal.ops.teaching.removeClosedDay({ id: coming.id }, { as: HELENA })).status).toBe(200);
  });

  it('SQL lists agree with the state of each bill, to the day', async () => {
    const first = '2031-06-20';
    const day = fc.integer({ min: 0, max: 30 }).map((count) => shiftDay(first, count));
    const { db } = portal.school;
    await db.updateTable('companies').set({ timezone: 'America/Manaus' }).where('id', '=', OTHER).execute();
    const people = await Promise.all([debtor(first), debtor(first, OTHER), debtor(first, 102)]);
    const seen = async () => {
      const { body } = await portal.ops.students.listStudents({ estado: 'em_atraso', limit: 100 }, { as: HELENA });
      return new Set(body.items.map(({ id }) => id));
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ due: day, today: day, hour: fc.integer({ min: 0, max: 23 }) }),
        fc.array(fc.record({ day, unit: fc.constantFrom(null, UNIT, OTHER) }), { maxLength: 5 }),
        async ({ due, today, hour }, closed) => {
          const others = shiftDay(first, 365);
          await db.deleteFrom('closed_days').where('day', '>=', first).where('day', '<', others).execute();
          for (const { day: each, unit } of closed) {
            const row = { school_id: 1, company_id: unit, day: each, name: 'Feriado' };
            await db.insertInto('closed_days').values(row).execute();
          }
          const ids = people.map(({ bill }) => bill);
          await db.updateTable('parcelas').set({ vencimento: due }).where('id', 'in', ids).execute();
          portal.clock.now = new Date(`${today}T${String(hour).padStart(2, '0')}:30:00Z`);
          const late = await seen();
          for (const owner of people) {
            const isLate = (await ofPupil(owner.id))?.status === 'vencida';
            expect((await audienceOf(owner.id)).rows.length === 1).toBe(isLate);
            // Helena's school is not that of unit 102.
            if (owner !== people[2]) {
              expect(await isLateFor(owner)).toMatchObject({
                pupil: isLate,
                office: isLate,
                list: isLate,
                sum: isLate,
              });
              expect(late.has(owner.id)).toBe(isLate);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);
});
