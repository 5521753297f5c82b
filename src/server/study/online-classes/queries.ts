import { randomBytes } from 'node:crypto';
import { TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { withUnit } from '../../core/db/people.ts';
import { preparedOne } from '../../core/db/prepared.ts';
import { lessonTeacher } from '../teaching/lesson-teacher.ts';

/** A file of a lesson, with its class. */
export const materialOf = (db: Db, aulaId: number, n: number) =>
  db
    .selectFrom('aula_materiais')
    .innerJoin('aulas', 'aulas.id', 'aula_materiais.aula_id')
    .where('aula_materiais.aula_id', '=', aulaId)
    .where('aula_materiais.n', '=', n)
    .where('aula_materiais.url', 'is', null)
    .selectAll('aula_materiais')
    .select(['aulas.turma_id', 'aulas.inicio'])
    .executeTakeFirst();

const dues = (db: Db, userId: number) =>
  db
    .selectFrom('parcelas')
    .where('user_id', '=', userId)
    .where('status', '=', 'aberta')
    .orderBy('vencimento')
    .orderBy('id')
    .select(['id', 'descricao', 'vencimento']);
export type DueRow = Awaited<ReturnType<ReturnType<typeof dues>['executeTakeFirstOrThrow']>>;
export const openBills = (db: Db, userId: number): Promise<DueRow[]> => dues(db, userId).execute();

export interface DeadlineRow {
  id: number;
  titulo: string;
  prazo: string;
  turma_id: number;
  turma_atividade_id: number;
}

/** Deadlines from an instant on, of work that is neither corrected nor excused. */
export async function deadlinesFrom(db: Db, userId: number, instant: string): Promise<DeadlineRow[]> {
  const rows = await db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'dada.turma_aluno_id')
    .select(['dada.id', 'dada.turma_atividade_id', 'pedida.titulo', 'pedida.prazo', 'pedida.turma_id'])
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('dada.corrigida_em', 'is', null)
    .where('dada.dispensada', '=', false)
    .where('pedida.tipo', '!=', 'presenca')
    .where('pedida.prazo', '>=', instant)
    .orderBy('pedida.prazo')
    .execute();
  return rows.flatMap(({ prazo, ...row }) => (prazo === null ? [] : [{ ...row, prazo }]));
}

const lessonsWithGuests = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['aulas.id', 'aulas.turma_id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.tipo'])
    .select(['aulas.cancelada_em', 'turmas.nome as turma', 'companies.nome as escola'])
    .select(({ fn, selectFrom }) => [
      fn.coalesce('aulas.sala', 'turmas.sala').as('sala'),
      selectFrom('reposicoes')
        .select(({ fn: count }) => count.countAll<number | string>().as('repoem'))
        .whereRef('reposicoes.destino_aula_id', '=', 'aulas.id')
        .where('reposicoes.status', '=', 'marcada')
        .as('repoem'),
    ]);

/**
 * Lessons from an instant on that a user teaches or taught. `abre`: the user may open it, so it is false for a class that was
 * handed over. Three indexes find the candidates, and `lessonTeacher` decides.
 */
export function taughtFrom(db: Db, userId: number, instant: string) {
  const lessons = db.selectFrom('aulas').select('aulas.id').where('aulas.fim', '>=', instant);
  const ofClasses = lessons
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .where('turmas.professor_user_id', '=', userId);
  const standsIn = lessons.where('aulas.professor_user_id', '=', userId);
  const before = lessons.where('aulas.professor_da_turma_id', '=', userId);
  return lessonsWithGuests(db)
    .select(({ or, eb }) =>
      or([eb('turmas.professor_user_id', '=', userId), eb('aulas.professor_user_id', '=', userId)]).as('abre'),
    )
    .where('aulas.id', 'in', ofClasses.union(standsIn).union(before))
    .where(lessonTeacher, '=', userId)
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();
}
export type TaughtRow = Awaited<ReturnType<typeof taughtFrom>>[number];

interface Feed {
  secret: string;
  rotated_at: string;
}

const feedOf = preparedOne((db, userId: number) =>
  db.selectFrom('calendar_feeds').select(['secret', 'rotated_at']).where('user_id', '=', userId),
);

/** The secret of a user's calendar, created if missing. `renewed` replaces it, and the old address becomes invalid. */
export async function feedSecret(db: Db, userId: number, at: string, renewed: boolean): Promise<Feed> {
  const known = renewed ? undefined : await feedOf(db, userId);
  if (known) return known;
  const fresh = { secret: randomBytes(32).toString('base64url'), rotated_at: at };
  const insert = db.insertInto('calendar_feeds').values({ user_id: userId, ...fresh });
  await (renewed
    ? insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    : insert.onConflict((conflict) => conflict.column('user_id').doNothing())
  ).execute();
  return (await feedOf(db, userId)) ?? fresh;
}

/** The owner of a calendar secret; none when the user or the unit is blocked. */
export const feedOwner = (db: Db, secret: string) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'schools.marca'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_actions')
          .select('user_actions.user_id')
          .whereRef('user_actions.user_id', '=', 'users.id')
          .where('user_actions.action_id', '=', TEACHER_ACTION_ID),
      ).as('ensina'),
    )
    .where('calendar_feeds.secret', '=', secret)
    .where('users.is_blocked', '=', false)
    .where((where) =>
      where.or([
        where('drive_users.company_id', 'is', null),
        where('drive_users.company_id', '<>', BLOCKED_COMPANY_ID),
      ]),
    )
    .executeTakeFirst();
