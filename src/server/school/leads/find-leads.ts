import type { Found } from '#lib/contract/panel.schema.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { routes } from '#lib/routes.ts';
import { pageName } from '#lib/rules/leads/source.ts';
import { leadStates } from '#lib/words/leads.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { filtered, leadsIn, scopeOf } from './queries.ts';

/** Contacts by words of the name or a part of the telephone, the newest first, for the search of the panel. */
export async function findLeads(db: Db, reach: Reach, q: string, limit: number): Promise<Found[]> {
  // The day matters to contacts of today alone.
  const rows = await filtered(leadsIn(db, await scopeOf(db, reach)), { q }, '')
    .select(['leads.id', 'leads.nome', 'leads.telefone', 'leads.status'])
    .orderBy('leads.enviado_em', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, nome, telefone, status }) => ({
    tipo: 'contato',
    id,
    titulo: nome,
    detalhe: `${leadStates[status].name} · ${formatPhone(telefone)}`,
    path: routes.manager.lead(id),
  }));
}

/** The contacts that became a student, for who sees contacts. */
export async function leadsOfStudent({ db, session }: Ctx, userId: number) {
  const reach = reachBy(session, ['contatos']);
  if (!reach) return [];
  const rows = await leadsIn(db, await scopeOf(db, reach))
    .where('leads.aluno_user_id', '=', userId)
    .select(['leads.id', 'leads.pagina', 'leads.created_at'])
    .orderBy('leads.id', 'desc')
    .execute();
  return rows.map(({ id, pagina, created_at }) => ({ id, origem: pageName(pagina), em: created_at }));
}
