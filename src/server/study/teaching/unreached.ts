import { sql } from 'kysely';
import { formatPhone } from '#lib/format/documents.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { lessonKey, pressingUntil } from './class-notices.ts';

/** A push or mail not delivered within this time counts as not delivered. */
const MAX_WAIT_MS = HOUR_MS;

const isOfChange = sql<boolean>`(notices.chave in (
  'aula_cancelada:' || ${lessonKey}, 'aula_cancelada:dia:' || cast(aulas.dia_fechado_id as text)
) or notices.chave like 'aula_remarcada:' || ${lessonKey} || '%')`;

/**
 * Students of lessons in the next two days, by their current or previous start, that were cancelled or moved over an hour ago,
 * whom no push and no mail reached and who read nothing in the portal: somebody has to call them.
 *
 * @returns each once for each lesson, by name
 */
export async function unreachedOf(db: Db, lessonIds: readonly number[], at: Date) {
  if (lessonIds.length === 0) return [];
  const rows = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .innerJoin('notices', (join) => join.onRef('notices.user_id', '=', 'users.id').on(isOfChange))
    .select(['aulas.id as aula_id', 'users.id', 'users.full_name as nome', 'users.phone as telefone'])
    .distinct()
    .where('aulas.id', 'in', lessonIds)
    // By the current start, or by the previous one, at which a student without the notice would come.
    .where(({ or, and, eb }) =>
      or(
        (['aulas.inicio', 'aulas.inicio_previsto'] as const).map((hour) =>
          and([eb(hour, '>', at.toISOString()), eb(hour, '<=', pressingUntil(at))]),
        ),
      ),
    )
    .where(isInClass)
    .where('notices.read_at', 'is', null)
    .where('notices.created_at', '<=', new Date(at.getTime() - MAX_WAIT_MS).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.notice_id', '=', 'notices.id')
            // WhatsApp reports a delivery: until then the student counts as not reached.
            .where(({ or, and, eb }) =>
              or([
                eb('deliveries.status', 'in', ['mostrada', 'clicada']),
                and([eb('deliveries.status', '=', 'aceita'), eb('deliveries.target', '<>', 'whatsapp')]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ ...row, telefone_escrito: row.telefone && formatPhone(row.telefone) }));
}
