import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { placeOfSchool } from '../../messages/contacts/take-lead.ts';

/** Units that move from one school to another. */
export interface Moving {
  units: readonly number[];
  from: number;
  to: number;
  /** They are all units of their former school, which is therefore removed. */
  isWhole: boolean;
}

/**
 * What happens to each table with a school's id when units move (0151). A test compares this list with the database.
 *
 * `follows`: maintained by a trigger. `unit`: rows of the moved units are moved. `school`: data of a whole school is moved when
 * the school is removed. `setting`: the rows of the removed school are deleted; those of the other apply.
 */
export const schoolTables = {
  companies: 'unit',
  closed_days: 'unit',
  user_books: 'unit',
  sync_changes: 'unit',
  users: 'follows',
  rewards: 'school',
  cupons: 'school',
  point_batches: 'school',
  travel_campaigns: 'school',
  usa_turmas: 'school',
  sendings: 'school',
  sending_templates: 'school',
  saved_audiences: 'school',
  livros: 'school',
  livro_envios: 'school',
  api_keys: 'school',
  webhooks: 'school',
  point_rules: 'setting',
  club_settings: 'setting',
  notice_kinds_off: 'setting',
} as const;

/** Tables of a school whose `unidades` limits a row to some units; null: the whole school. */
const WITH_UNITS = ['point_batches', 'sendings', 'api_keys'] as const;

/** Moves the data of the units themselves. @returns how many contacts now have the same telephone as another one */
export async function moveUnitRows(tx: Db, moving: Moving): Promise<{ twins: number }> {
  const { units, from, to } = moving;
  // A setting that a unit inherited from its school becomes its own.
  await tx
    .updateTable('companies')
    .set(({ selectFrom }) => ({
      cidade: sql<string>`coalesce(cidade, ${selectFrom('schools').select('schools.cidade').where('id', '=', from)})`,
      uf: sql<string>`coalesce(uf, ${selectFrom('schools').select('schools.uf').where('id', '=', from)})`,
      escola_id: to,
    }))
    .where('id', 'in', units)
    .execute();
  await moveClosedDays(tx, moving);
  await tx
    .updateTable('user_books')
    .set({ escola_id: to })
    .where('escola_id', '=', from)
    .where(({ or, eb, selectFrom }) =>
      or([
        ...(moving.isWhole ? [eb('escola_id', '=', from)] : []),
        eb('lote_id', 'in', selectFrom('livro_lotes').select('livro_lotes.id').where('company_id', 'in', units)),
        eb('user_id', 'in', peopleOf(tx, units)),
      ]),
    )
    .execute();
  await moveChanges(tx, moving);
  return { twins: await moveLeads(tx, moving) };
}

const peopleOf = (tx: Db, units: readonly number[]) =>
  enrolled(tx).select('users.id').where('companies.id', 'in', units);

/** Closed days of the whole school stay closed days of the moved units, because their lessons were scheduled around them. */
async function moveClosedDays(tx: Db, { units, from, to }: Moving): Promise<void> {
  await tx.updateTable('closed_days').set({ school_id: to }).where('company_id', 'in', units).execute();
  const days = tx.selectFrom('closed_days').select(['day', 'name', 'is_holiday', 'company_id']);
  const ofSchool = await days.where('school_id', '=', from).where('company_id', 'is', null).execute();
  const known = await days.where('school_id', '=', to).execute();
  const rows = units.flatMap((unit) =>
    ofSchool
      .filter(
        ({ day }) => !known.some((own) => own.day === day && (own.company_id === null || own.company_id === unit)),
      )
      .map(({ day, name, is_holiday }) => ({ school_id: to, company_id: unit, day, name, is_holiday })),
  );
  if (rows.length > 0) await tx.insertInto('closed_days').values(rows).execute();
}

/** The change feed of the new school gets everything in these units, and that of the old school their departure (0119). */
async function moveChanges(tx: Db, { units, from, to }: Moving): Promise<void> {
  const ids = sql.join(units);
  await sql`insert into sync_changes (kind, assunto, fonte, escola_id, company_id)
    select kind, assunto, fonte, cast(${to} as integer), company_id from sync_changes
      where escola_id = ${from} and company_id in (${ids})
    on conflict (kind, assunto, fonte, escola_id, company_id) do update set pos = null`.execute(tx);
  await tx
    .updateTable('sync_changes')
    .set({ pos: null })
    .where('escola_id', '=', from)
    .where('company_id', 'in', units)
    .execute();
}

/** A contact is unique by telephone and school. One whose telephone already exists at the new school stays separate. */
async function moveLeads(tx: Db, { units, from, to, isWhole }: Moving): Promise<number> {
  const before = placeOfSchool({ escola_id: from });
  const after = placeOfSchool({ escola_id: to });
  const moved = tx
    .selectFrom('leads')
    .select('id')
    .where('lugar', '=', before)
    .where(({ or, eb }) => or([eb('unidade_id', 'in', units), ...(isWhole ? [eb('lugar', '=', before)] : [])]));
  const known = tx.selectFrom('leads as known').select('known.telefone').where('known.lugar', '=', after);
  const twins = await moved.where('telefone', 'in', known).execute();
  await tx
    .updateTable('leads')
    .set({ lugar: after })
    .where('id', 'in', moved)
    .where('id', 'not in', [0, ...twins.map(({ id }) => id)])
    .execute();
  return twins.length;
}

/**
 * People with rights in all units of the former school get rights in the moved units, so that a move neither adds nor removes
 * any.
 *
 * @returns the names of these people
 */
export async function keepReach(tx: Db, { units }: Moving): Promise<string[]> {
  const rows = await tx
    .selectFrom('staff_rights')
    .innerJoin('users', 'users.id', 'staff_rights.user_id')
    .select(['staff_rights.id', 'staff_rights.user_id', 'staff_rights.direito', 'users.full_name'])
    .where('staff_rights.company_id', 'is', null)
    .where('staff_rights.user_id', 'in', peopleOf(tx, units))
    .orderBy('users.full_name')
    .execute();
  const ids = [0, ...rows.map(({ id }) => id)];
  await tx.deleteFrom('staff_rights').where('id', 'in', ids).execute();
  for (const { user_id, direito } of rows) {
    const known = await tx
      .selectFrom('staff_rights')
      .select('company_id')
      .where('user_id', '=', user_id)
      .where('direito', '=', direito)
      .execute();
    const missing = units.filter((unit) => !known.some(({ company_id }) => company_id === unit));
    if (missing.length > 0)
      await tx
        .insertInto('staff_rights')
        .values(missing.map((company_id) => ({ user_id, direito, company_id })))
        .execute();
  }
  return [...new Set(rows.map(({ full_name }) => full_name))];
}

/**
 * Moves the data of the whole school that is removed, and removes the school. Settings that would affect more people than before
 * are limited to the moved units, or switched off until somebody switches them on.
 *
 * @returns how many rows of each table moved
 */
export async function endSchool(tx: Db, { units, from, to }: Moving): Promise<Record<string, number>> {
  const list = JSON.stringify(units);
  for (const table of WITH_UNITS) {
    await sql`update ${sql.table(table)} set unidades = ${list} where escola_id = ${from} and unidades is null`.execute(
      tx,
    );
  }
  for (const table of ['rewards', 'cupons'] as const) {
    await tx.updateTable(table).set({ ativo: false }).where('escola_id', '=', from).execute();
  }
  const moved: Record<string, number> = {};
  for (const [table, kind] of Object.entries(schoolTables)) {
    if (kind === 'setting') await sql`delete from ${sql.table(table)} where escola_id = ${from}`.execute(tx);
    if (kind !== 'school') continue;
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set escola_id = ${to}
      where escola_id = ${from}`.execute(tx);
    if (numAffectedRows > 0n) moved[table] = Number(numAffectedRows);
  }
  await tx.deleteFrom('schools').where('id', '=', from).execute();
  return moved;
}
