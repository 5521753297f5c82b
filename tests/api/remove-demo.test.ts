import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { login } from '../../src/lib/contract/auth.ts';
import { checkEmptyBook } from '../../src/lib/contract/books.ts';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import { removeFiles } from '../../src/server/core/ports/remove-files.ts';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { removeDemo } from '../../src/server/operate/admin/remove-demo.ts';
import { demoAccounts } from '../../src/server/operate/seed/index.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { address, fillEveryTable, NAME } from '../support/marked-person.ts';
import { columnsOf } from '../support/schema-walk.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

type Rows = Record<string, string[]>;

/** Rows of no school: the teaching content of the network, and internal state. */
const STAYS = [
  'livros',
  'livro_versoes',
  'unidades',
  'audios',
  'palavras',
  'testes',
  'questoes',
  'unidade_arquivos',
  'schema_steps',
  'rate_limits',
  'postal_codes',
  'files_to_remove',
];
const really = { isTrial: false, withOthers: false };

/** Every row of every table as text. */
async function everything({ school: { db } }: TestSchool): Promise<Rows> {
  const found: Rows = {};
  for (const name of await tableNames(db)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    found[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return found;
}
const without = (all: Rows, some: Rows): Rows =>
  Object.fromEntries(
    Object.entries(all).map(([name, rows]) => [name, rows.filter((row) => !some[name]?.includes(row))]),
  );
const filled = (rows: Rows) =>
  Object.entries(rows)
    .filter(([, { length }]) => length > 0)
    .map(([name]) => name);

describe.each(engines)('the demo school is removed on %s', (engine) => {
  let portal: TestSchool;
  beforeEach(async () => {
    portal = await openTestSchool(engine);
  });
  afterEach(() => portal.close());

  /** A school beside the demo, and somebody there who has a row in every table. */
  async function openSchoolBeside(): Promise<{ company: number; id: number }> {
    const manager = { email: 'direcao@escola.example', name: 'Rita Salles', school: 'KNN Centro', city: 'Recife' };
    await createManager(portal.school, NewManager.parse({ ...manager, state: 'PE' }));
    const { db } = portal.school;
    const { id: company } = await db
      .selectFrom('companies')
      .select('id')
      .where('nome', '=', 'KNN Centro')
      .executeTakeFirstOrThrow();
    const { id } = await addAccount(portal, { company, full_name: NAME });
    const linked_at = portal.school.now().toISOString();
    await db
      .insertInto('user_books')
      .values([
        { uuid: 'beside-1', code: 'CENTRO-1', livro_id: 1, user_id: id, linked_at },
        { uuid: 'beside-2', code: 'CENTRO-2', livro_id: 1, user_id: null, linked_at: null },
      ])
      .execute();
    const [bill] = await addBills(portal, id);
    expect((await payByCard(portal, bill?.id ?? 0, cards.approved, { as: id })).status).toBe(200);
    return { company, id };
  }

  it('removing the demo school deletes all its rows and files', async () => {
    const { files } = portal.school.ports;
    const { rows, files: count } = await removeDemo(portal.school, really);
    expect(rows).toMatchObject({
      schools: 3,
      companies: 5,
      users: demoAccounts.people.length,
      user_books: 4,
      cupons: 3,
    });
    expect(filled(await everything(portal)).filter((name) => !STAYS.includes(name))).toEqual([]);
    expect(count).toBeGreaterThan(4);
    await removeFiles(portal.school);
    expect((await everything(portal)).files_to_remove).toEqual([]);
    await expect(files.open('demo/redacao-an-old-friend.pdf')).rejects.toThrow();
    await expect(removeDemo(portal.school, really)).rejects.toThrow('não tem escola de demonstração');
  });

  it('removing the demo school deletes rows of its people in every table', async () => {
    const { id } = await addAccount(portal, { full_name: NAME });
    const email = address(id);
    await portal.school.db.updateTable('users').set({ email, email_key: email }).where('id', '=', id).execute();
    expect(await fillEveryTable(portal, await columnsOf(portal), id)).toEqual([]);
    await removeDemo(portal.school, { isTrial: false, withOthers: true });
    expect(filled(await everything(portal)).filter((name) => !STAYS.includes(name))).toEqual([]);
  });

  it('removing the demo school keeps each row of another school', async () => {
    const seeded = await everything(portal);
    await openSchoolBeside();
    const own = without(await everything(portal), seeded);
    await removeDemo(portal.school, really);
    expect(without(own, await everything(portal))).toEqual(
      Object.fromEntries(Object.keys(own).map((name) => [name, []])),
    );
    expect(filled(own)).toEqual(
      expect.arrayContaining(['schools', 'companies', 'users', 'user_books', 'charges', 'sandbox_charges']),
    );
  });

  it('offers of the demo school that people of other schools hold stay, but are no longer offered', async () => {
    const { id } = await openSchoolBeside();
    const { db } = portal.school;
    const at = portal.school.now().toISOString();
    await db.insertInto('cupom_usos').values({ cupom_id: 1, user_id: id, pedido_id: null, usado_em: at }).execute();
    const redeemed = { user_id: id, pontos: 1, status: 'solicitado', codigo_retirada: 'X', pedido_em: at } as const;
    await db
      .insertInto('redemptions')
      .values({ ...redeemed, reward_id: 3, atualizado_em: at, entregue_em: null, motivo: null, entrega: null })
      .execute();
    await removeDemo(portal.school, really);
    expect(await db.selectFrom('rewards').select(['id', 'ativo']).execute()).toEqual([{ id: 3, ativo: false }]);
    expect(await db.selectFrom('redemptions').select('user_id').execute()).toEqual([{ user_id: id }]);
    const [coupon] = await db.selectFrom('cupons').select(['name', 'usos', 'usos_max']).execute();
    expect(coupon).toEqual({ name: 'MATERIAL10', usos: 0, usos_max: 0 });
  });

  it('printed codes of a removed demo school open nothing, and its people cannot log in', async () => {
    await removeDemo(portal.school, really);
    for (const id of ['KNN-LIVRO-0001', 'KNN-LIVRO-0002', '22222222-2222-4222-8222-222222222222']) {
      expect((await portal.call(checkEmptyBook, { params: { id } })).status).toBe(404);
    }
    const body = { username: 'gestora@demo.example', password: 'portal-demo' };
    expect((await portal.call(login, { body })).status).toBe(400);
  });

  it('a dry run reports what would be deleted and deletes nothing', async () => {
    const before = await everything(portal);
    const told = await removeDemo(portal.school, { isTrial: true, withOthers: false });
    expect(await everything(portal)).toEqual(before);
    expect(await removeDemo(portal.school, really)).toEqual(told);
  });

  it('the demo school with other enrolled people is removed only after confirmation', async () => {
    const { email } = await addAccount(portal, { email: 'real@escola.example' });
    const before = await everything(portal);
    await expect(removeDemo(portal.school, really)).rejects.toThrow(email);
    expect(await everything(portal)).toEqual(before);
    expect((await removeDemo(portal.school, { ...really, withOthers: true })).rows.users).toBe(
      demoAccounts.people.length + 1,
    );
  });
});
