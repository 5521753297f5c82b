import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateProfile } from '../../src/lib/contract/account.ts';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadReceipt } from '../../src/lib/contract/finance.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { readPdf } from '../support/pdf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const helena = { as: 7 };
const names = { full_name: 'Luna Prado Sales', civil_name: 'Lúcio Prado Sales' };

describe.each(engines)('the two names of a person on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const write = (body: object, as: number) => portal.call(updateProfile, { body }, { as });
  const me = async (as: number) => (await portal.call(getMe, {}, { as })).body;
  const found = async (q: string) =>
    (await portal.ops.students.listStudents({ q }, helena)).body.items.map(({ id, full_name }) => ({ id, full_name }));
  const receiptOf = async (bill: number, as: number) => {
    const path = API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill));
    return (await readPdf(await (await portal.send('GET', path, {}, { as })).arrayBuffer())).text;
  };

  it('a person is shown by the social name and found by both, and a receipt has the civil name', async () => {
    const {
      id,
      bills: [bill = 0],
    } = await addDebtor(portal);
    expect((await write(names, id)).body).toMatchObject(names);
    expect(await me(id)).toMatchObject(names);
    for (const q of ['luna prado', 'lucio prado']) expect(await found(q)).toEqual([{ id, full_name: names.full_name }]);
    await payByCard(portal, bill, cards.approved, { as: id });
    const receipt = await receiptOf(bill, id);
    expect(receipt).toContain('Lúcio Prado Sales');
    expect(receipt).not.toContain('Luna');
    const { body } = await portal.ops.students.getPerson({ id }, helena);
    expect([body.full_name, body.cadastro.nome_civil]).toEqual([names.full_name, names.civil_name]);
    // With a second enrollment number the search still finds both.
    await portal.school.db
      .updateTable('drive_users')
      .set({ matricula: 'LUNA-1' })
      .where('id', '=', ({ selectFrom }) => selectFrom('users').select('drive_user_id').where('id', '=', id))
      .execute();
    expect(await found('lucio luna-1')).toHaveLength(1);
    expect((await write({ civil_name: '' }, id)).body.civil_name).toBeNull();
    expect(await found('lucio prado')).toEqual([]);
  });

  it('the office changes the civil name only if it saw the current one, and the log records it', async () => {
    const { id } = await addDebtor(portal);
    const update = (body: object, as = 7) => portal.ops.people.updateUser({ id, ...body }, { as });
    expect((await update({ civil_name: 'Rita Civil', vistos: { civil_name: null } })).body.civil_name).toBe(
      'Rita Civil',
    );
    expect(await update({ civil_name: 'Rosa Civil', vistos: { civil_name: null } })).toMatchObject({
      status: 409,
      body: { code: 'stale', fields: { civil_name: 'Agora está: Rita Civil' } },
    });
    const log = await portal.ops.people.listAudit({ alvo: `user:${id}` }, helena);
    expect(JSON.stringify(log.body.items[0])).toContain('Nome no documento');
    const elsewhere = await addStaff(portal, { company: 102, rights: ['alunos'] });
    expect((await update({ civil_name: 'X Y' }, elsewhere)).status).toBe(404);
    expect((await portal.ops.people.updateUser({ id, civil_name: 'X Y' })).status).toBe(401);
  });

  it('a name without letters is refused at its field, and a single word is accepted', async () => {
    const { id } = await addDebtor(portal);
    const { status, body } = await write({ civil_name: '123' }, id);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['civil_name']]);
    expect((await write({ full_name: 'Madonna', civil_name: 'Pelé' }, id)).body).toMatchObject({
      full_name: 'Madonna',
      civil_name: 'Pelé',
    });
  });
});
