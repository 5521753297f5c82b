import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';

/** States of documents without a decision. */
export const PENDING_DOCUMENTS = ['enviado', 'em_analise'] as const;

/** A request whose documents the school has to check, as a condition over `usa_requests`. */
export const hasDocumentsToCheck = sql<boolean>`(usa_requests.status not in ('rascunho', 'cancelada', 'recusada')
  and exists (select 1 from usa_documentos where usa_documentos.request_id = usa_requests.id
    and usa_documentos.status in (${sql.join(PENDING_DOCUMENTS)})))`;

/** Requests abroad with documents that nobody has checked yet. */
export async function countRequestsToCheck(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('usa_requests')
    .innerJoin('companies', 'companies.id', 'usa_requests.company_id')
    .$call(within(reach))
    .where(hasDocumentsToCheck)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
