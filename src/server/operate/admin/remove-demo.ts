import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { tableNames } from '../../core/db/table-names.ts';
import { OPEN_BILL_KEY, OPEN_BILL_SUMS } from '../../core/db/triggers/open-bill-sums.ts';
import type { School } from '../../core/http/ctx.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { demoAccounts, isOfDemo } from '../../identity/account/demo-accounts.ts';
import { readPerson } from '../privacy/person.ts';
import { personalTables } from '../privacy/personal-tables.ts';
import { trips } from '../seed/abroad.ts';
import { userBooks } from '../seed/books.ts';
import { seedClock } from '../seed/clock.ts';
import { rewards } from '../seed/club.ts';
import { coupons, products } from '../seed/products.ts';
import { Complaint } from './complaint.ts';
import { fileKeys } from './file-keys.ts';

const MAX_NAMED = 5;

/** Number of removed rows of each table, and of their files. */
export interface Removed {
  rows: Record<string, number>;
  files: number;
}

/** Carries the result of a trial out of its transaction, which is rolled back. */
class Trial extends Error {
  readonly removed: Removed;
  constructor(removed: Removed) {
    super();
    this.removed = removed;
  }
}

/**
 * Removes the demo schools with everything in them, all or nothing. Books stay, because they belong to the network. Files are
 * removed from the store in the worker's next run.
 *
 * @param isTrial removes nothing and reports what would be removed
 * @param withOthers also removes later accounts of the demo schools
 * @throws Complaint if there is no demo school, or if real people are enrolled there
 */
export async function removeDemo(
  { db, now }: Pick<School, 'db' | 'now'>,
  { isTrial, withOthers }: { isTrial: boolean; withOthers: boolean },
): Promise<Removed> {
  const work = db.transaction().execute(async (tx) => {
    const people = (await demoAccounts(tx).execute()).map(({ id }) => id);
    if (people.length === 0 && !(await demoSchools(tx).executeTakeFirst()))
      throw new Complaint('Este banco não tem escola de demonstração.');
    if (!withOthers) await refuseStrangers(tx);
    const [before, files] = [await countRows(tx), await fileKeys(tx)];
    for (const id of people) await removePerson(tx, id);
    await removeSchools(tx);
    await removeEmptySums(tx);
    const [after, left] = [await countRows(tx), new Set(await fileKeys(tx))];
    const gone = files.filter((key) => !left.has(key));
    await laterRemoved(tx, gone, now());
    const rows = Object.fromEntries(
      Object.entries(before).flatMap(([table, count]) => {
        const removed = count - (after[table] ?? 0);
        return removed > 0 ? [[table, removed]] : [];
      }),
    );
    const removed = { rows, files: gone.length };
    if (isTrial) throw new Trial(removed);
    return removed;
  });
  return work.catch((error: unknown) => {
    if (error instanceof Trial) return error.removed;
    throw error;
  });
}

const demoSchools = (db: Db) => db.selectFrom('schools').select('id').where('is_demo', '=', true);

/** Refuses if real people are enrolled in a demo school: they would be removed with it. */
async function refuseStrangers(tx: Db): Promise<void> {
  const strangers = await demoAccounts(tx)
    .select('users.email')
    .where((where) => where.not(isOfDemo(where)))
    .where('users.email_key', 'not like', 'apagada-%@conta.invalid')
    .orderBy('users.id')
    .execute();
  if (strangers.length === 0) return;
  const named = strangers.slice(0, MAX_NAMED).map(({ email }) => email);
  throw new Complaint(
    `Na escola de demonstração há ${strangers.length} contas que não vieram com ela: ${named.join(', ')}` +
      `${strangers.length > MAX_NAMED ? ' …' : ''}. Leve essas pessoas para outra unidade, ou repita com --com-outras-contas.`,
  );
}

/** Removes all data of a person, including what an erasure would keep for legal reasons, because all of it is invented. */
async function removePerson(tx: Db, id: number): Promise<void> {
  const person = await readPerson(tx, id);
  const charges = sql`select txid from charges where user_id = ${id}`;
  await remove(tx, 'sandbox_refunds', sql`charge in (${charges})`);
  await remove(tx, 'sandbox_charges', sql`reference in (${charges})`);
  await remove(tx, 'payment_events', sql`txid in (${charges})`);
  // No foreign key of the database removes these two.
  await remove(tx, 'audit_log', sql`about_user_id = ${id}`);
  // Drafts of promotional pages by the demo's staff are invented too.
  await tx.deleteFrom('promo_drafts').where('mudado_por', '=', id).execute();
  await tx.deleteFrom('promo_versions').where('criada_por', '=', id).execute();
  await sql`update point_entries set por_user_id = null where por_user_id = ${id}`.execute(tx);
  const contracts = tx.selectFrom('contratos').select('id').where('user_id', '=', id);
  await tx.updateTable('referrals').set({ contrato_id: null }).where('contrato_id', 'in', contracts).execute();
  for (const { table, rows, alsoErased } of personalTables) {
    await remove(tx, table, rows(person));
    if (alsoErased) await remove(tx, table, alsoErased(person));
  }
}

/** Removes the rows of the schools that belong to no person; the database removes those of their units and classes. */
async function removeSchools(tx: Db): Promise<void> {
  const schools = demoSchools(tx);
  // Their codes are printed in the documentation: if they were free again, anybody could use them.
  const codes = userBooks.map(({ code }) => code);
  await tx.deleteFrom('user_books').where('code', 'in', codes).execute();
  const units = tx.selectFrom('companies').select('id').where('escola_id', 'in', schools);
  await tx.deleteFrom('leads').where('unidade_id', 'in', units).execute();
  await removeDemoOffers(tx);
  for (const table of ['travel_campaigns', 'sendings', 'sending_templates', 'notice_kinds_off'] as const) {
    await tx.deleteFrom(table).where('escola_id', 'in', schools).execute();
  }
  await tx.deleteFrom('schools').where('is_demo', '=', true).execute();
}

const remove = (tx: Db, table: string, rows: RawBuilder<unknown>) =>
  sql`delete from ${sql.table(table)} where ${rows}`.execute(tx);

/** Removes the empty sums, whichever connection wrote them. */
async function removeEmptySums(tx: Db): Promise<void> {
  await sql`delete from point_sums where (company_id, hora, contra) in (
    select company_id, hora, contra from point_sums group by company_id, hora, contra having sum(pontos) = 0
  )`.execute(tx);
  const key = sql.raw(OPEN_BILL_KEY.join(', '));
  const isEmpty = sql.raw(OPEN_BILL_SUMS.map((name) => `sum(${name}) = 0`).join(' and '));
  await sql`delete from open_bill_sums where (${key}) in (
    select ${key} from open_bill_sums where company_id not in (select id from companies)
    group by ${key} having ${isEmpty}
  )`.execute(tx);
}

/** Row counts of every table. */
async function countRows(tx: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await tableNames(tx)) {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(name)}`.execute(tx);
    counts[name] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}

/** An invented offer of a school or of the whole network. */
interface Offer {
  table: 'rewards' | 'products' | 'cupons' | 'usa_turmas';
  /** Whether a person of another school has it: then the row stays, but is closed. */
  isUsed: RawBuilder<unknown>;
  closed: RawBuilder<unknown>;
  /**
   * Offers of the network, which have no school. They match only if unchanged since the seed, because a school may have adapted
   * one.
   */
  seeded: { column: string; name: string; descricao: string }[];
  hasSchool: boolean;
}

const clock = seedClock(new Date(0), 'UTC');
const offers: readonly Offer[] = [
  {
    table: 'rewards',
    isUsed: sql`exists (select 1 from redemptions where redemptions.reward_id = rewards.id)`,
    closed: sql`ativo = 0`,
    seeded: rewards.map(([, name, descricao]) => ({ column: 'nome', name, descricao })),
    hasSchool: true,
  },
  {
    table: 'products',
    isUsed: sql`exists (select 1 from pedido_itens where pedido_itens.codigo_produto = products.codigo)`,
    closed: sql`ativo = 0`,
    seeded: products.map(({ codigo: name, descricao }) => ({ column: 'codigo', name, descricao })),
    hasSchool: false,
  },
  {
    table: 'cupons',
    isUsed: sql`exists (select 1 from cupom_usos where cupom_usos.cupom_id = cupons.id)
      or exists (select 1 from pedidos where pedidos.cupom_id = cupons.id)`,
    closed: sql`usos_max = usos`,
    seeded: coupons(clock).map(({ name, descricao }) => ({ column: 'name', name, descricao })),
    hasSchool: false,
  },
  {
    table: 'usa_turmas',
    isUsed: sql`exists (select 1 from usa_requests where usa_requests.turma_id = usa_turmas.id)`,
    closed: sql`status = 'encerrada'`,
    seeded: trips(clock).map(({ nome: name, descricao }) => ({ column: 'nome', name, descricao })),
    hasSchool: true,
  },
];

/** Removes the demo's offers, after its people; an offer used by a person of another school is closed instead. */
export async function removeDemoOffers(tx: Db): Promise<void> {
  for (const { table, isUsed, closed, seeded, hasSchool } of offers) {
    const asSeeded = seeded.map(
      ({ column, name, descricao }) => sql`(${sql.ref(column)} = ${name} and descricao = ${descricao})`,
    );
    const ofNetwork = sql`(${sql.join(asSeeded, sql` or `)})`;
    const demo = hasSchool
      ? sql`(escola_id in (select id from schools where is_demo = 1) or (escola_id is null and ${ofNetwork}))`
      : ofNetwork;
    await sql`update ${sql.table(table)} set ${closed} where ${demo}`.execute(tx);
    await sql`delete from ${sql.table(table)} where ${demo} and not (${isUsed})`.execute(tx);
  }
}
