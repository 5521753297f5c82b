import type { Db } from '../../core/db/connection.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';

/** Requests in one transaction. */
const SOME = 50;

/**
 * Deletes the documents and the form of requests whose trip ended before a day. Number, bills and history stay. The files
 * follow by the job that removes them.
 *
 * @returns whether there may be more.
 */
export const forgetDocuments = (db: Db, before: string, at: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom('usa_requests')
      .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
      .select('usa_requests.id')
      .where('usa_turmas.fim', '<', before.slice(0, 10))
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('usa_requests.dados', '<>', '{}'),
          exists(selectFrom('usa_documentos').select('id').whereRef('request_id', '=', 'usa_requests.id')),
        ]),
      )
      .orderBy('usa_requests.id')
      .limit(SOME)
      .execute();
    const ids = over.map(({ id }) => id);
    if (ids.length === 0) return false;
    const files = await tx.deleteFrom('usa_documentos').where('request_id', 'in', ids).returning('chave').execute();
    await laterRemoved(
      tx,
      files.map(({ chave }) => chave),
      at,
    );
    await tx.updateTable('usa_requests').set({ dados: '{}' }).where('id', 'in', ids).execute();
    return ids.length === SOME;
  });
