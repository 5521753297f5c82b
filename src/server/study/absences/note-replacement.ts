import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';

type Row = Selectable<Schema['reposicoes']>;
export interface Replacement extends Pick<Row, 'id' | 'aula_id' | 'turma_aluno_id' | 'status'> {
  user_id: number;
}

/**
 * Notes whether a student came to the lesson that replaces a missed one, in the transaction of the act, on record. If the
 * student came, the missed lesson is made up for; a correction takes that back.
 *
 * @throws Refusal 409 if it changed meanwhile
 */
export async function noteReplacement(ctx: Ctx, row: Replacement, status: 'feita' | 'faltou'): Promise<void> {
  const { db, now } = ctx;
  const at = now().toISOString();
  const settled = await db
    .updateTable('reposicoes')
    .set({ status, decidida_em: at })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw conflict('Esta reposição já foi registrada. Abra a página de novo.', 'replacement_settled');
  if (status === 'feita') await makeUp(db, row, at);
  else if (row.status === 'feita') await missAgain(db, row);
  await audit(ctx, `replacement-${status}`, `replacement:${row.id}`, {
    about: row.user_id,
    ...changeOf({ status: row.status }, { status }, ['status']),
  });
}

const makeUp = (db: Db, { aula_id, turma_aluno_id }: Replacement, at: string) =>
  db
    .insertInto('presencas')
    .values({ aula_id, turma_aluno_id, status: 'reposta', confirmada_em: at, origem: 'professor' })
    .onConflict((known) =>
      known
        .columns(['aula_id', 'turma_aluno_id'])
        .doUpdateSet({ status: 'reposta', origem: 'professor' })
        // A student who came to the lesson after all was present.
        .where('presencas.status', '!=', 'presente'),
    )
    .execute();

/** The missed lesson stands as before: excused, if the school excused it. */
async function missAgain(db: Db, { aula_id, turma_aluno_id }: Replacement): Promise<void> {
  const excused = await db
    .selectFrom('ausencias')
    .select('id')
    .where('aula_id', '=', aula_id)
    .where('turma_aluno_id', '=', turma_aluno_id)
    .where('status', '=', 'justificada')
    .executeTakeFirst();
  await db
    .updateTable('presencas')
    .set({ status: excused ? 'justificada' : 'falta', confirmada_em: null })
    .where('aula_id', '=', aula_id)
    .where('turma_aluno_id', '=', turma_aluno_id)
    .where('status', '=', 'reposta')
    .execute();
}
