import { sql } from 'kysely';
import { clip } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';

/** The number of newest messages, a line each. */
const SHOWN = 20;
/** Only the beginning is shown, because viewing the whole text on its own page is logged. */
const LINE_LENGTH = 60;

/** Class messages within reach, of one class or with one student, for the office: the beginnings, the newest first. */
export async function classMessageLines(db: Db, reach: Reach, of: { turma: number } | { aluno: number }) {
  const rows = await db
    .selectFrom('class_messages')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('message_threads', 'message_threads.message_id', 'class_messages.id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'message_threads.turma_aluno_id')
    .leftJoin('users as autor', 'autor.id', 'class_messages.user_id')
    .select(['class_messages.id', 'class_messages.texto', 'class_messages.created_at', 'turmas.nome as turma'])
    .select('autor.full_name as professor')
    .select(
      sql<number>`sum(case when exists (select 1 from thread_replies
      where thread_replies.thread_id = message_threads.id) then 1 else 0 end)`.as('conversas'),
    )
    .select(
      sql<number>`sum(case when message_threads.reported_at is not null and message_threads.ended_at is null
      then 1 else 0 end)`.as('denunciadas'),
    )
    .$call(within(reach))
    .$if('turma' in of, (query) => query.where('class_messages.turma_id', '=', 'turma' in of ? of.turma : 0))
    .$if('aluno' in of, (query) => query.where('turma_alunos.user_id', '=', 'aluno' in of ? of.aluno : 0))
    .groupBy(['class_messages.id', 'class_messages.texto', 'class_messages.created_at', 'turmas.nome'])
    .groupBy('autor.full_name')
    .orderBy('class_messages.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    ...{ ...row, texto: clip(row.texto, LINE_LENGTH) },
    ...{ conversas: Number(row.conversas), denunciadas: Number(row.denunciadas) },
  }));
}
