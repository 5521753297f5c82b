import { sql } from 'kysely';
import type { z } from 'zod';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { absenceMessages } from '#lib/words/absences.ts';
import { followAttendance } from '../../club/follow-attendance.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { hasWords, personText } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/http/access.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import type {
  decideAbsencesInput,
  listSchoolAbsencesInput,
  listSchoolReplacementsInput,
  recordReplacementsInput,
} from './inputs.ts';
import { presentLesson } from './present.ts';
import { type LessonRow, lessonsById } from './queries.ts';
import { noteReplacement } from './replacement.ts';

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

/** A search finds students. */
const isOf = (q: string) => hasWords(q, personText());

/** Absences reported by students of the own school: undecided ones first, then the newest. */
export async function listSchoolAbsences(
  { db, reach }: Ctx,
  { status, q, limit, depois }: z.output<typeof listSchoolAbsencesInput>,
) {
  const found = withinReach(db, 'ausencias', reach).$if(Boolean(q), (some) => some.where(isOf(q ?? '')));
  const filtered = found.$if(status !== undefined, (some) => some.where('ausencias.status', '=', status ?? 'avisada'));
  const order: Order = [
    [sql`case when ausencias.status = 'avisada' then '1' else '0' end`, 'desc'],
    ['ausencias.avisada_em', 'desc'],
    ['ausencias.id', 'desc'],
  ];
  const columns = filtered
    .select(['ausencias.id', 'ausencias.aula_id', 'ausencias.motivo', 'ausencias.status', 'ausencias.avisada_em'])
    .leftJoin('users as guardians', 'guardians.id', 'ausencias.avisada_por')
    .select(['users.id as user_id', 'users.full_name', 'guardians.full_name as responsavel']);
  const [page, total, undecided] = await Promise.all([
    pageAfter(columns, order, { depois, limit }).execute(),
    countUpTo(db, filtered, { limit, offset: 0 }),
    found
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('ausencias.status', '=', 'avisada')
      .executeTakeFirstOrThrow(),
  ]);
  const { rows, next } = cutPage(page, limit, ({ status: own, avisada_em, id }) => [
    own === 'avisada' ? '1' : '0',
    avisada_em,
    id,
  ]);
  const lesson = byId(
    await lessonsById(
      db,
      rows.map(({ aula_id }) => aula_id),
    ),
  );
  const items = rows.map(({ user_id, full_name, aula_id, ...row }) => ({
    ...row,
    aluno: { user_id, nome: full_name },
    aula: lesson(aula_id),
  }));
  return { items, total, next, contagens: { avisada: Number(undecided.many) } };
}

/**
 * Excuses or rejects absences, and notifies each student. An excused absence does not count as an absence. A student who attends
 * after all is present. A later decision may replace this one.
 *
 * @throws Refusal as `onceForEach`: 404 for another school's absence, 409 when it already has this decision
 */
export const decideAbsences = (ctx: Ctx, input: z.output<typeof decideAbsencesInput>): Promise<EachAnswer> =>
  onceForEach<never>(ctx, 'absence-decide', input, async (tx, id) => {
    const at = ctx.now();
    const { resultado } = input;
    const row = await withinReach(tx, 'ausencias', ctx.reach)
      .innerJoin('aulas', 'aulas.id', 'ausencias.aula_id')
      .select(['turma_alunos.user_id', 'turma_alunos.turma_id', 'aulas.titulo', 'turmas.nome as turma'])
      .select(['ausencias.status', 'ausencias.avisada_por', 'users.full_name'])
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
    if (!decided) throw conflict('Esta falta já está decidida assim.', 'absence_settled');
    const answer = absenceMessages.decided(row.turma, row.titulo, resultado);
    const path = routes.pedagogico.gradesOfClass(row.turma_id, { parte: 'frequencia' });
    await notifyPerson(tx, at, { userId: row.user_id, ...answer, path });
    // The guardian who reported it is notified too.
    if (row.avisada_por !== null) {
      const name = firstName(row.full_name);
      await notifyPerson(tx, at, {
        ...absenceMessages.decidedOfChild(name, row.turma, row.titulo, resultado),
        userId: row.avisada_por,
        path: `${routes.profile.child(row.user_id)}#faltas`,
      });
    }
    await audit({ ...ctx, db: tx }, `absence-${resultado}`, `absence:${id}`, {
      about: row.user_id,
      ...changeOf(row, { status: resultado }, ['status']),
    });
    return null;
  });

/** Booked replacements of the own school without cancelled ones: unrecorded ones first, then the last booked. */
export async function listSchoolReplacements(
  ctx: Ctx,
  { status, q, limit, depois }: z.output<typeof listSchoolReplacementsInput>,
) {
  const { db, reach } = ctx;
  const now = ctx.now();
  const filtered = withinReach(db, 'reposicoes', reach)
    .where('reposicoes.status', '!=', 'cancelada')
    .$if(status !== undefined, (some) => some.where('reposicoes.status', '=', status ?? 'marcada'))
    .$if(Boolean(q), (some) => some.where(isOf(q ?? '')));
  const order: Order = [
    [sql`case when reposicoes.status = 'marcada' then '1' else '0' end`, 'desc'],
    ['reposicoes.marcada_em', 'desc'],
    ['reposicoes.id', 'desc'],
  ];
  const columns = filtered
    .select(['reposicoes.id', 'reposicoes.aula_id', 'reposicoes.destino_aula_id', 'reposicoes.status'])
    .leftJoin('users as guardians', 'guardians.id', 'reposicoes.marcada_por')
    .select(['reposicoes.marcada_em', 'users.id as user_id', 'users.full_name', 'guardians.full_name as responsavel']);
  const [found, total] = await Promise.all([
    pageAfter(columns, order, { depois, limit }).execute(),
    countUpTo(db, filtered, { limit, offset: 0 }),
  ]);
  const { rows, next } = cutPage(found, limit, ({ status: own, marcada_em, id }) => [
    own === 'marcada' ? '1' : '0',
    marcada_em,
    id,
  ]);
  const lesson = byId(
    await lessonsById(
      db,
      rows.flatMap(({ aula_id, destino_aula_id }) => [aula_id, destino_aula_id]),
    ),
  );
  const items = rows.map(({ id, user_id, full_name, aula_id, destino_aula_id, responsavel, status: own }) => {
    const aula = lesson(destino_aula_id);
    return {
      ...{ id, status: own, aula, falta: lesson(aula_id), responsavel },
      aluno: { user_id, nome: full_name },
      pode_registrar: own === 'marcada' && now >= new Date(aula.inicio),
    };
  });
  return { items, total, next };
}

/**
 * Records whether students attended their replacements. If so, the missed lesson is made up for, and the points of a presence are
 * credited.
 *
 * @throws Refusal as `onceForEach`: 404 for another school's replacement, 409 before the lesson, or once it was recorded or
 *   cancelled
 */
export const recordReplacements = (ctx: Ctx, input: z.output<typeof recordReplacementsInput>): Promise<EachAnswer> =>
  onceForEach<never>(ctx, 'replacement-record', input, async (tx, id) => {
    const at = ctx.now();
    const row = await withinReach(tx, 'reposicoes', ctx.reach)
      .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
      .select(['reposicoes.id', 'reposicoes.aula_id', 'reposicoes.turma_aluno_id', 'reposicoes.destino_aula_id'])
      .select(['reposicoes.status', 'turma_alunos.user_id', 'aulas.inicio', 'companies.timezone'])
      .where('reposicoes.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('Não encontramos esta reposição na sua escola.');
    if (at < new Date(row.inicio)) throw conflict('A presença é registrada a partir do início da aula.');
    if (row.status !== 'marcada') throw conflict('Esta reposição já foi registrada.', 'replacement_settled');
    const { presente } = input;
    await noteReplacement({ ...ctx, db: tx }, row, presente ? 'feita' : 'faltou');
    await followAttendance(tx, {
      ...{ lessonId: row.destino_aula_id, heldAt: row.inicio, at, timeZone: row.timezone, by: ctx.session.userId },
      came: presente ? [row.user_id] : [],
      missed: presente ? [] : [row.user_id],
    });
    return null;
  });
