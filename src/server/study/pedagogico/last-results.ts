import { type Expression, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';

/** The last work of a student to which a teacher gave a mark or a comment. */
export const lastCorrection = (db: Db, userId: number, since: string) =>
  db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'dada.turma_aluno_id')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turmas', 'turmas.id', 'pedida.turma_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .select(['pedida.titulo', 'dada.nota', 'pedida.nota_maxima', 'dada.comentario', 'dada.corrigida_em'])
    .select(['pedida.turma_id', 'pedida.id as turma_atividade_id', 'professor.full_name as professor'])
    .where('turma_alunos.user_id', '=', userId)
    .where('dada.corrigida_em', '>=', since)
    .where(({ or, eb }) => or([eb('dada.nota', 'is not', null), eb('dada.comentario', 'is not', null)]))
    .orderBy('dada.corrigida_em', 'desc')
    .limit(1);

/**
 * The last released grade of a student in a running class: of a recent test, or of a recently released period.
 *
 * `aviso_id`: its unread notice.
 *
 * @param newsDay of the test, `YYYY-MM-DD`. @param news of the release, an instant
 */
export const lastGrade = (
  db: Db,
  userId: number,
  { news, newsDay, now }: { news: string; newsDay: string; now: string },
) =>
  db
    .selectFrom('notas')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'notas.turma_aluno_id')
    .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .innerJoin('turmas', 'turmas.id', 'periodos.turma_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .select([
      'avaliacoes.nome as titulo',
      'avaliacoes.data',
      'avaliacoes.nota_maxima',
      'notas.nota',
      'notas.comentario',
    ])
    .select(['turmas.id as turma_id', 'turmas.nome as turma', 'professor.full_name as professor'])
    .select((eb) =>
      unreadNotice(db, userId, sql<string>`'nota_lancada:' || cast(${eb.ref('periodos.id')} as text)`).as('aviso_id'),
    )
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where(({ or, eb }) => or([eb('avaliacoes.data', '>=', newsDay), eb('periodos.liberado_em', '>=', news)]))
    .where('periodos.liberado_em', '<=', now)
    .orderBy('avaliacoes.data', 'desc')
    .orderBy('avaliacoes.id', 'desc')
    .limit(1);

/** The newest unread notice about a subject, or about a part of it. @param about the key of the subject's notice, in SQL */
const unreadNotice = (db: Db, userId: number, about: Expression<string>) =>
  db
    .selectFrom('notices')
    .select('notices.id')
    .where('notices.user_id', '=', userId)
    .where('notices.read_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('notices.chave', '=', about), eb('notices.chave', 'like', sql<string>`${about} || ':%'`)]),
    )
    .orderBy('notices.id', 'desc')
    .limit(1);

/** The prefix of the key for the notice of a finished book, followed by the enrolment. */
export const LEVEL_KEY = 'nivel_concluido:';

/** The newest unread notice of a finished book. */
export const unreadLevel = (db: Db, userId: number) =>
  db
    .selectFrom('notices')
    .select(['id', 'title', 'body', 'path'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('chave', 'like', `${LEVEL_KEY}%`)
    .orderBy('id', 'desc')
    .limit(1);
