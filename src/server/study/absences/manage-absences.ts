import { routes } from '#lib/routes.ts';
import { absenceMessages } from '#lib/words/absences.ts';
import { followRoll } from '../../club/follow-roll.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf } from '../../core/db/counts.ts';
import { type Reach, within } from '../../core/http/access.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { presentLesson } from './present.ts';
import { type LessonRow, lessonsById } from './queries.ts';
import { noteReplacement } from './replacement.ts';

interface Span {
  limit: number;
  offset: number;
}
type Written = { id: number; status: string };

/** Rows about students in classes of the manager's own school; all rows for admins. */
const withinReach = (db: Db, table: 'ausencias' | 'reposicoes', reach: Reach) =>
  db
    .selectFrom(table)
    .innerJoin('turma_alunos', 'turma_alunos.id', `${table}.turma_aluno_id`)
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .$call(within(reach));

const byId = (rows: readonly LessonRow[]) => {
  const known = new Map(rows.map((row) => [row.aula_id, row]));
  return (id: number) => {
    const row = known.get(id);
    if (!row) throw notFound();
    return presentLesson(row);
  };
};

/** Absences that students of the own school reported. Undecided ones come first, then the next lesson. */
export async function listSchoolAbsences(
  ctx: Ctx,
  { status, limit, offset }: Span & { status?: 'avisada' | 'justificada' | 'nao_aceita' },
) {
  const all = withinReach(ctx.db, 'ausencias', ctx.reach);
  const wanted = status ? all.where('ausencias.status', '=', status) : all;
  const [rows, { total }, states] = await Promise.all([
    wanted
      .innerJoin('aulas', 'aulas.id', 'ausencias.aula_id')
      .select(['ausencias.id', 'ausencias.aula_id', 'ausencias.motivo', 'ausencias.status', 'ausencias.avisada_em'])
      .select(['users.id as user_id', 'users.full_name'])
      .orderBy(({ eb }) => eb.case().when('ausencias.status', '=', 'avisada').then(0).else(1).end())
      .orderBy('aulas.inicio')
      .orderBy('ausencias.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    wanted.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    all
      .select(['ausencias.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('ausencias.status')
      .execute(),
  ]);
  const lesson = byId(
    await lessonsById(
      ctx.db,
      rows.map(({ aula_id }) => aula_id),
    ),
  );
  const items = rows.map(({ user_id, full_name, aula_id, ...row }) => ({
    ...row,
    aluno: { user_id, nome: full_name },
    aula: lesson(aula_id),
  }));
  return { items, total: Number(total), limit, offset, contagens: countsOf(states) };
}

/**
 * Excuses an absence or rejects it, and tells the student. An excused one does not count as an absence. A student who
 * comes after all is present. A later decision may replace this one.
 *
 * @throws Refusal 404 for another school's absence, 409 when it already has this decision
 */
export async function decideAbsence(ctx: Ctx, id: number, resultado: 'justificada' | 'nao_aceita'): Promise<Written> {
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const row = await withinReach(tx, 'ausencias', ctx.reach)
      .innerJoin('aulas', 'aulas.id', 'ausencias.aula_id')
      .select(['turma_alunos.user_id', 'turma_alunos.turma_id', 'aulas.titulo', 'turmas.nome as turma'])
      .select('ausencias.status')
      .where('ausencias.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('Não encontramos este aviso na sua escola.');
    const decided = await tx
      .updateTable('ausencias')
      .set({ status: resultado, decidida_em: at.toISOString() })
      .where('id', '=', id)
      .where('status', '!=', resultado)
      .returning('id')
      .executeTakeFirst();
    if (!decided) throw conflict('Esta falta já está decidida assim. Abra a página de novo.', 'absence_settled');
    await notifyPerson(tx, at, {
      userId: row.user_id,
      ...absenceMessages.decided(row.turma, row.titulo, resultado),
      path: routes.pedagogico.gradesOfClass(row.turma_id, { parte: 'frequencia' }),
    });
    await audit({ ...ctx, db: tx as Ctx['db'] }, `absence-${resultado}`, `absence:${id}`, {
      about: row.user_id,
      ...changeOf(row, { status: resultado }, ['status']),
    });
    return { id, status: resultado };
  });
}

/** Booked replacements of the own school, future ones first, without cancelled ones. */
export async function listSchoolReplacements(ctx: Ctx, { limit, offset }: Span) {
  const now = ctx.now();
  const wanted = withinReach(ctx.db, 'reposicoes', ctx.reach).where('reposicoes.status', '!=', 'cancelada');
  const [rows, { total }] = await Promise.all([
    wanted
      .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
      .select(['reposicoes.id', 'reposicoes.aula_id', 'reposicoes.destino_aula_id', 'reposicoes.status'])
      .select(['users.id as user_id', 'users.full_name'])
      .orderBy(({ eb, and }) =>
        eb
          .case()
          .when(and([eb('reposicoes.status', '=', 'marcada'), eb('aulas.fim', '>', now.toISOString())]))
          .then(0)
          .when('reposicoes.status', '=', 'marcada')
          .then(1)
          .else(2)
          .end(),
      )
      .orderBy('aulas.inicio')
      .orderBy('reposicoes.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    wanted.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const lesson = byId(
    await lessonsById(
      ctx.db,
      rows.flatMap(({ aula_id, destino_aula_id }) => [aula_id, destino_aula_id]),
    ),
  );
  const items = rows.map(({ id, user_id, full_name, aula_id, destino_aula_id, status }) => {
    const aula = lesson(destino_aula_id);
    return {
      ...{ id, status, aula, falta: lesson(aula_id) },
      aluno: { user_id, nome: full_name },
      pode_registrar: status === 'marcada' && now >= new Date(aula.inicio),
    };
  });
  return { items, total: Number(total), limit, offset };
}

/**
 * Records whether a student came to the replacement. If the student came, the missed lesson is made up for, and the
 * points of a presence follow.
 *
 * @throws Refusal 404 for another school's, 409 before the lesson, or once it was recorded or cancelled
 */
export async function recordReplacement(ctx: Ctx, id: number, isPresent: boolean): Promise<Written> {
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const row = await withinReach(tx, 'reposicoes', ctx.reach)
      .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
      .select(['reposicoes.id', 'reposicoes.aula_id', 'reposicoes.turma_aluno_id', 'reposicoes.destino_aula_id'])
      .select(['reposicoes.status', 'turma_alunos.user_id', 'aulas.inicio', 'companies.timezone'])
      .where('reposicoes.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('Não encontramos esta reposição na sua escola.');
    if (at < new Date(row.inicio)) throw conflict('A presença é registrada a partir do início da aula.');
    if (row.status !== 'marcada') {
      throw conflict('Esta reposição já foi registrada. Abra a página de novo.', 'replacement_settled');
    }
    const status = isPresent ? ('feita' as const) : ('faltou' as const);
    await noteReplacement({ ...ctx, db: tx as Ctx['db'] }, row, status);
    await followRoll(tx, {
      ...{ lessonId: row.destino_aula_id, heldAt: row.inicio, at, timeZone: row.timezone, by: ctx.session.userId },
      came: isPresent ? [row.user_id] : [],
      missed: isPresent ? [] : [row.user_id],
    });
    return { id, status };
  });
}
