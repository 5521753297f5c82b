import type { z } from 'zod';
import { UnitInput } from '#lib/contract/units.schema.ts';
import { formatCnpj, formatPhone } from '#lib/format/documents.ts';
import { nameKey } from '#lib/format/text.ts';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { unitMessages } from '#lib/words/units.ts';
import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { locked } from '../../core/db/locking.ts';
import { formerNames } from '../../core/db/units.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { keepWhole } from '../../identity/people/keep-whole.ts';
import { readUnitNumber } from '../../messages/whatsapp/numbers.ts';
import { countByUnit } from '../students/list-students.ts';
import type { createUnitInput } from './inputs.ts';
import { openIn, schoolsIn, staffOf, type UnitRow, unitsIn } from './queries.ts';

const { fuso: _, ...shape } = UnitInput.shape;

/** The fields of its form. */
const ownColumns = (row: UnitRow) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, row[name as keyof typeof shape]])) as Pick<
    UnitRow,
    keyof typeof shape
  >;

const present = ({ reach }: Pick<Ctx, 'reach'>, row: UnitRow, students: ReadonlyMap<number, number>) => ({
  ...ownColumns(row),
  id: row.id,
  escola: row.escola,
  /** Its own city, otherwise that of its school. */
  cidade: row.cidade_mostrada,
  uf: row.uf_mostrada,
  /** The IANA time zone, such as `America/Recife`. */
  fuso: row.timezone,
  /** Formatted values. */
  escrito: {
    telefone: row.telefone && formatPhone(row.telefone),
    whatsapp: row.whatsapp && formatPhone(row.whatsapp),
    cnpj: row.cnpj && formatCnpj(row.cnpj),
  },
  /** Null: it is open. */
  encerrada_em: row.encerrada_em,
  /** Its WhatsApp number is stopped until somebody acts. */
  whatsapp_parado: row.whatsapp_trouble !== null,
  /** The number of active students. */
  alunos: students.get(row.id) ?? 0,
  /** Why the user may not close or reopen it; null: the user may. */
  por_que_nao: reach.units === null ? null : unitMessages.onlyWhole,
});

/** The units in reach, open ones first, and the schools where the user may add one. */
export async function listUnits(ctx: Ctx) {
  const { db, reach } = ctx;
  const [rows, students, escolas] = await Promise.all([
    unitsIn(db, reach).execute(),
    countByUnit(db, reach),
    reach.units === null ? schoolsIn(db, reach) : [],
  ]);
  return { ...onePage(rows.map((row) => present(ctx, row, students))), escolas };
}

/** @throws Refusal 404, also for another school's unit */
async function unitIn({ db, reach }: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<UnitRow> {
  const row = await unitsIn(db, reach).where('companies.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta unidade na sua escola.');
  return row;
}

/** A unit with its legal identity and its open work. @throws Refusal 404 */
export async function readUnit(ctx: Ctx, id: number) {
  const row = await unitIn(ctx, id);
  const [students, equipe, open, whatsapp] = await Promise.all([
    countByUnit(ctx.db, { escolaId: row.escola_id, units: [id] }),
    staffOf(ctx.db, id),
    openIn(ctx.db, id),
    readUnitNumber(ctx, id),
  ]);
  const unit = present(ctx, row, students);
  return {
    ...unit,
    /** Former names, by which imports still find it. */
    nomes_antes: formerNames(row),
    aberto: { alunos: unit.alunos, equipe, ...open },
    /** Its number of WhatsApp Business; null without one. */
    whatsapp_ligado: whatsapp,
  };
}

/** Locks a school, so that concurrent writes see the names of each other's units. */
const lockSchool = (tx: Db, id: number) =>
  locked(tx, tx.selectFrom('schools').select('id').where('id', '=', id), 'update').execute();

const unitsOfSchool = (tx: Db, id: number) =>
  tx
    .selectFrom('companies')
    .select(['id', 'nome', 'nomes_antes', 'timezone', 'encerrada_em'])
    .where('escola_id', '=', id)
    .orderBy('id')
    .execute();

/**
 * @throws Refusal 409 for a current or former name of another unit of the school: people, imports and commands find units by name
 */
function refuseSameName(others: Awaited<ReturnType<typeof unitsOfSchool>>, nome: string, own: number | null): void {
  const twin = others.find(
    (each) => each.id !== own && [each.nome, ...formerNames(each)].some((other) => nameKey(other) === nameKey(nome)),
  );
  if (twin) throw conflict(unitMessages.sameName(twin.nome), 'unit_name');
}

function zoneIn(fuso: string | null | undefined, otherwise: string): string {
  if (!fuso) return otherwise;
  if (isTimeZone(fuso)) return fuso;
  throw invalid('Escolha um fuso da lista.', { fuso: 'Fuso desconhecido' });
}

/**
 * Adds a unit to a school. Its default time zone is that of the school's first unit.
 *
 * @throws Refusal 409 for a name of the school, 422 for an unknown school or zone
 */
export async function createUnit(ctx: Ctx, { escola_id, ...input }: z.output<typeof createUnitInput>) {
  const id = await ctx.db.transaction().execute(async (tx) => {
    const schools = await schoolsIn(tx, ctx.reach);
    const school = escola_id ? schools.find((each) => each.id === escola_id) : schools.length === 1 && schools[0];
    if (!school) throw invalid('Escolha a escola da unidade.', { escola_id: 'Escolha a escola' });
    await lockSchool(tx, school.id);
    const others = await unitsOfSchool(tx, school.id);
    refuseSameName(others, input.nome, null);
    const { fuso, ...columns } = input;
    const timezone = zoneIn(fuso, others[0]?.timezone ?? ctx.config.SCHOOL_TIME_ZONE);
    await keepWhole(tx, ctx.session.userId);
    const made = await tx
      .insertInto('companies')
      .values({ ...columns, escola_id: school.id, timezone, venda_direta_allow: false, imported: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx }, 'unit-add', `unit:${made.id}`, {
      depois: { escola: school.nome, ...auditValues(columns) },
    });
    return made.id;
  });
  return readUnit(ctx, id);
}

/**
 * Changes the submitted fields of a unit. Imports still find it by its former names.
 *
 * @throws Refusal 404, 409 for a name of another unit of the school, 422 for an unknown zone
 */
export async function updateUnit(ctx: Ctx, { id, fuso, ...changes }: Partial<UnitInput> & { id: number }) {
  await ctx.db.transaction().execute(async (tx) => {
    const known = await unitIn({ ...ctx, db: tx }, id);
    await lockSchool(tx, known.escola_id);
    const before = await unitIn({ ...ctx, db: tx }, id);
    const nome = changes.nome ?? before.nome;
    refuseSameName(await unitsOfSchool(tx, before.escola_id), nome, id);
    const columns = { ...changes, timezone: zoneIn(fuso, before.timezone) };
    const changed = Object.entries(columns).filter(
      ([name, value]) => value !== undefined && value !== before[name as keyof typeof columns],
    );
    if (changed.length === 0) return;
    await tx
      .updateTable('companies')
      .set({ ...Object.fromEntries(changed), nomes_antes: namesAfter(before, nome) })
      .where('id', '=', id)
      .execute();
    const antes = changed.map(([name]) => [name, before[name as keyof typeof columns]]);
    await audit({ ...ctx, db: tx }, 'unit-update', `unit:${id}`, {
      antes: inWords(Object.fromEntries(antes)),
      depois: inWords(Object.fromEntries(changed)),
    });
  });
  return readUnit(ctx, id);
}

/** The former names of a unit after it is renamed. */
function namesAfter(before: UnitRow, nome: string): string | null {
  const all = [...formerNames(before), before.nome];
  const former = all.filter((name, at) => nameKey(name) !== nameKey(nome) && all.indexOf(name) === at);
  return former.length > 0 ? JSON.stringify(former) : null;
}

/** Values for the log: only the submitted ones. */
const auditValues = (columns: object): Values =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value != null));
const inWords = ({ timezone, ...columns }: Values): Values => ({
  ...columns,
  ...(timezone !== undefined && { fuso: timezone }),
});

/**
 * Closes or reopens a unit. Its classes, leads and bills are not changed.
 *
 * @throws Refusal 404, 409 if it already is, and for the last open unit of a school
 */
export async function closeUnit(ctx: Ctx, id: number, isClosed: boolean) {
  await ctx.db.transaction().execute(async (tx) => {
    const { escola_id } = await unitIn({ ...ctx, db: tx }, id);
    await lockSchool(tx, escola_id);
    const all = await unitsOfSchool(tx, escola_id);
    const unit = all.find((each) => each.id === id);
    if (!unit || (unit.encerrada_em !== null) === isClosed) {
      throw conflict(isClosed ? 'Esta unidade já está encerrada.' : 'Esta unidade já está aberta.', 'unit_settled');
    }
    const isLast = isClosed && all.every((each) => each.id === id || each.encerrada_em !== null);
    if (isLast) throw conflict(unitMessages.lastOpen, 'last_unit');
    const encerrada_em = isClosed ? ctx.now().toISOString() : null;
    await tx.updateTable('companies').set({ encerrada_em }).where('id', '=', id).execute();
    const { alunos, equipe, ...open } = (await readUnit({ ...ctx, db: tx }, id)).aberto;
    await audit({ ...ctx, db: tx }, isClosed ? 'unit-close' : 'unit-reopen', `unit:${id}`, {
      depois: { unidade: unit.nome, alunos, turmas: open.turmas, contatos: open.contatos, parcelas: open.parcelas },
    });
  });
  return readUnit(ctx, id);
}
