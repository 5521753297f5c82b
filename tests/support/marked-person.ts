import { sql } from 'kysely';
import { personalTables } from '../../src/server/operate/privacy/personal-tables.ts';
import { tables } from '../../src/server/tables.ts';
import { addBroadcast } from './broadcasts.ts';
import type { Column } from './schema-walk.ts';
import type { TestSchool } from './school.ts';
import { addNumber } from './whatsapp/number.ts';

/** Values of one person that nobody else in the school has. */
export const NAME = 'Zuleica Quaresma';
export const CPF = '16899535009';
export const PHONE = '11987650321';
export const address = (id: number) => `zuleica${id}@quaresma.example`;

/** The value for a column: a marker of the person, cut to its length. */
function marked({ name, length, kind }: Column, id: number): string | number {
  if (kind === 'number') return 1;
  // In this schema a text without a length is JSON.
  if (length === null) return JSON.stringify([NAME, address(id), CPF, PHONE]);
  if (/(^em|_em|_at|_ate|_s|data|vence|inicio|fim|until|dia|vencimento|since)$/.test(name) && length <= 30)
    return '2026-03-02T10:00:00.000Z'.slice(0, length);
  if (length >= 60) return `${NAME} ${address(id)} ${CPF}`.slice(0, length);
  if (length >= 16) return NAME.slice(0, length);
  return length >= 11 ? CPF : CPF.slice(0, length);
}

/**
 * A row of the person in every table that may hold one, with the person in every text; required tables come first.
 * @returns the tables that could not be filled
 */
export async function fillEveryTable(
  portal: TestSchool,
  columns: readonly Column[],
  userId: number,
): Promise<string[]> {
  const { db } = portal.school;
  // Rows that refer to a message need one.
  await addBroadcast(portal);
  await addNumber(portal);
  const columnsIn = (table: string) => columns.filter((column) => column.table === table);
  const keys = new Map<string, Record<string, unknown>>();
  const person = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  keys.set('users', person);
  keys.set('drive_users', { id: person.drive_user_id });
  const personal = new Set(personalTables.map(({ table }) => table));
  for (const table of Object.keys(tables).filter((name) => !personal.has(name))) {
    if (columnsIn(table).length === 0) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(db);
    if (rows[0]) keys.set(table, rows[0]);
  }
  const open = personalTables.map(({ table }) => table).filter((table) => !keys.has(table));
  for (let before = -1; open.length > 0 && open.length !== before; ) {
    before = open.length;
    for (const table of [...open]) {
      const own = columnsIn(table);
      const missing = own.filter((c) => c.references && !keys.has(c.references.table) && c.references.table !== table);
      if (missing.some(({ isRequired }) => isRequired)) continue;
      const isLast = missing.length > 0 && missing.some(({ references }) => open.includes(references?.table ?? ''));
      if (isLast) continue;
      const values: Record<string, unknown> = {};
      for (const column of own) {
        if (column.isSerial) continue;
        if (column.references?.table === table) values[column.name] = null;
        else if (column.references)
          values[column.name] = keys.get(column.references.table)?.[column.references.column] ?? null;
        else if (column.name === 'user_id') values[column.name] = userId;
        else values[column.name] = marked(column, userId);
      }
      Object.assign(values, special(table, userId));
      const names = Object.keys(values);
      const { rows } = await sql<Record<string, unknown>>`
        insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        values (${sql.join(names.map((name) => values[name]))}) returning *`.execute(db);
      keys.set(table, rows[0] ?? {});
      open.splice(open.indexOf(table), 1);
    }
  }
  return open;
}

/** Columns of the person's rows without personal data, or limited to a few values. */
const unmarked: Readonly<Record<string, readonly string[]>> = {
  users: ['created_at', 'password_hash', 'full_name', 'cpf', 'phone'],
  drive_users: ['papel'],
};
export const ownTexts = (columns: readonly Column[], table: string) =>
  columns.filter((each) => each.table === table && each.kind === 'text' && !unmarked[table]?.includes(each.name));
export const ownRow = async (
  { school: { db } }: TestSchool,
  table: string,
  key: number,
): Promise<Record<string, unknown>> =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${key}`.execute(db)).rows[0] ?? {};

/** Writes a marker of the person into every text of their row in a table. */
export async function mark(
  { school: { db } }: TestSchool,
  texts: readonly Column[],
  key: number,
  userId: number,
  values: Record<string, string> = {},
): Promise<void> {
  const [{ table } = { table: '' }] = texts;
  const set = texts.map((column) => sql`${sql.ref(column.name)} = ${values[column.name] ?? marked(column, userId)}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${key}`.execute(db);
}

/** Columns that link a row to the person without a reference in the database. */
const special = (table: string, id: number): Record<string, unknown> =>
  ({
    outbox: { recipient: address(id) },
    recovery_requests: { email_key: address(id) },
    leads: { email: address(id), telefone: PHONE },
    idempotency_keys: { owner: `user:${id}` },
    deliveries: { status: 'aceita', notice_id: null },
    // The code on a book's cover identifies the book, not the person.
    user_books: { uuid: `book-${id}`, code: `BOOK-${id}` },
    pedido_historico: { por: 'aluno' },
    charges: { status: 'paga' },
    parcelas: { status: 'paga' },
    erasures: { done_at: null, created_at: '2020-01-01', due_at: '9999-01-01' },
    audit_log: { target: `user:${id}` },
    point_lots: { pontos: 1, restante: 1 },
    point_balances: { saldo: 1 },
    guardian_requests: {
      guardian: JSON.stringify({ full_name: NAME, cpf: CPF, email: address(id), phone: PHONE, relation: 'Mãe' }),
    },
    enrolment_proposals: { dados: JSON.stringify({ full_name: NAME, email: address(id), email_key: address(id) }) },
  })[table] ?? {};
