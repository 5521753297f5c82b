import type { Insertable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** Concurrent files compete for the same number. Each try takes the next one. */
const TRIES = 8;

/** One student's assignment, with what the activity accepts; undefined for somebody else's. */
export const ownAssignment = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'dada.turma_aluno_id')
    .where('dada.id', '=', id)
    .where('turma_alunos.user_id', '=', userId)
    .select([
      'dada.id',
      'dada.turma_aluno_id',
      'turma_alunos.status',
      'dada.dispensada',
      'dada.corrigida_em',
      'pedida.turma_id',
      'pedida.vale_pontos',
      'pedida.prazo',
      'pedida.tipo',
      'pedida.aceita_envio',
      'pedida.formatos',
      'pedida.tamanho_max_bytes',
    ])
    .executeTakeFirst();

const files = (db: Db, id: number, kind: 'envio' | 'correcao') =>
  db.selectFrom('atividade_arquivos').where('turma_aluno_atividade_id', '=', id).where('kind', '=', kind);

/** How many files of one kind a piece of work has. */
export async function filesOf(db: Db, id: number, kind: 'envio' | 'correcao'): Promise<number> {
  const { count } = await files(db, id, kind)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const fileOf = (db: Db, id: number, kind: 'envio' | 'correcao', n: number) =>
  files(db, id, kind).where('n', '=', n).selectAll().executeTakeFirst();

/** Numbers a file and stores its row. @returns whether some try found a free number. */
export async function addFile(
  db: Db,
  row: Omit<Insertable<Schema['atividade_arquivos']>, 'id' | 'n'>,
): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { last } = await files(db, row.turma_aluno_atividade_id, row.kind)
      .select(({ fn }) => fn.max('n').as('last'))
      .executeTakeFirstOrThrow();
    const stored = await db
      .insertInto('atividade_arquivos')
      .values({ ...row, n: (last ?? 0) + 1 })
      .onConflict((known) => known.columns(['turma_aluno_atividade_id', 'kind', 'n']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) continue;
    if (row.kind === 'envio') await markHandedIn(db, row.turma_aluno_atividade_id, row.enviado_em);
    return true;
  }
  return false;
}

/** The first file marks the work as submitted, also work that the teacher returned. */
const markHandedIn = (db: Db, id: number, at: string) =>
  db
    .updateTable('turma_aluno_atividades')
    .set(({ fn, val }) => ({ entregue_em: fn.coalesce('entregue_em', val(at)), devolvida_em: null }))
    .where('id', '=', id)
    .execute();

/** Work without files is no longer submitted. */
export const markTakenBack = (db: Db, id: number) =>
  db
    .updateTable('turma_aluno_atividades')
    .set({ entregue_em: null })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('atividade_arquivos')
            .select('atividade_arquivos.id')
            .where('turma_aluno_atividade_id', '=', id)
            .where('kind', '=', 'envio'),
        ),
      ),
    )
    .execute();

/** Removes a file only before the correction. @returns the removed row */
export const removeFile = (db: Db, id: number, n: number) =>
  db
    .deleteFrom('atividade_arquivos')
    .where('turma_aluno_atividade_id', '=', id)
    .where('kind', '=', 'envio')
    .where('n', '=', n)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('turma_aluno_atividades')
            .select('turma_aluno_atividades.id')
            .where('turma_aluno_atividades.id', '=', id)
            .where('turma_aluno_atividades.corrigida_em', 'is not', null),
        ),
      ),
    )
    .returning(['chave'])
    .executeTakeFirst();

/** Removes a file, whatever the state of the work. @returns the removed row */
export const removeFileOf = (db: Db, id: number, kind: 'envio' | 'correcao', n: number) =>
  db
    .deleteFrom('atividade_arquivos')
    .where('turma_aluno_atividade_id', '=', id)
    .where('kind', '=', kind)
    .where('n', '=', n)
    .returning(['chave', 'nome'])
    .executeTakeFirst();
