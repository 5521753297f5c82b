import type { Db } from '../db/connection.ts';
import { type Reach, within } from '../db/reach.ts';

/** Documents of requests abroad that nobody has checked yet. */
export async function countDocuments(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('usa_documentos')
    .innerJoin('usa_requests', 'usa_requests.id', 'usa_documentos.request_id')
    .innerJoin('companies', 'companies.id', 'usa_requests.company_id')
    .$call(within(reach))
    .where('usa_documentos.status', 'in', ['enviado', 'em_analise'])
    .where('usa_requests.status', 'not in', ['rascunho', 'cancelada', 'recusada'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
