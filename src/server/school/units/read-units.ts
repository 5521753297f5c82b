import { unitMessages } from '#lib/words/units.ts';
import { formerNames } from '../../core/db/units.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { countByUnit } from '../students/list-students.ts';
import { openIn, schoolsIn, staffOf, type UnitRow, unitsIn } from './queries.ts';

const present = (row: UnitRow, students: ReadonlyMap<number, number>) => ({
  id: row.id,
  nome: row.nome,
  escola: row.escola,
  /** Its own, else those of its school. */
  cidade: row.cidade_mostrada,
  uf: row.uf_mostrada,
  telefone: row.telefone,
  whatsapp: row.whatsapp,
  /** Null: it is open. */
  encerrada_em: row.encerrada_em,
  /** Whose course goes on. */
  alunos: students.get(row.id) ?? 0,
});

/** The units in reach, open ones first, and the schools where the user may add one. */
export async function listUnits({ db, reach }: Ctx) {
  const [rows, students, escolas] = await Promise.all([
    unitsIn(db, reach).execute(),
    countByUnit(db, reach),
    reach.units === null ? schoolsIn(db, reach) : [],
  ]);
  return { items: rows.map((row) => present(row, students)), escolas };
}

/** @throws Refusal 404, the same for another school's unit and for none */
export async function unitIn({ db, reach }: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<UnitRow> {
  const row = await unitsIn(db, reach).where('companies.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta unidade na sua escola.');
  return row;
}

/** A unit with its legal identity and what goes on there. @throws Refusal 404 */
export async function readUnit(ctx: Ctx, id: number) {
  const row = await unitIn(ctx, id);
  const [students, equipe, open] = await Promise.all([
    countByUnit(ctx.db, { escolaId: row.escola_id, units: [id] }),
    staffOf(ctx.db, id),
    openIn(ctx.db, id),
  ]);
  const unit = present(row, students);
  return {
    ...unit,
    /** As it is known abroad, such as `America/Recife`. */
    fuso: row.timezone,
    razao_social: row.razao_social,
    cnpj: row.cnpj,
    /** Names by which files still find it. */
    nomes_antes: formerNames(row),
    aberto: { alunos: unit.alunos, equipe, ...open },
    /** Why the user neither closes nor opens it; null: the user may. */
    por_que_nao: ctx.reach.units === null ? null : unitMessages.onlyWhole,
  };
}
