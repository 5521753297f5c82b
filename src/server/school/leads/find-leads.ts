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
  // The day is empty, because only the filter of today's leads uses it.
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

const PERSON_SHOWN = 10;

/** A person's telephones and addresses. */
interface Reached {
  id: number;
  /** Ten or eleven digits each. */
  phones: readonly string[];
  emails: readonly string[];
}

/**
 * The leads that became a person, and unlinked ones with the same telephone or e-mail, for readers who may see leads. Linked ones
 * come first.
 */
export async function leadsOfPerson({ db, session }: Ctx, { id, phones, emails }: Reached) {
  const reach = reachBy(session, ['contatos']);
  if (!reach) return [];
  const ids = db.selectFrom('leads').select('leads.id');
  const free = ids.where('leads.aluno_user_id', 'is', null);
  const known = ids
    .where('leads.aluno_user_id', '=', id)
    .$if(phones.length > 0, (query) => query.union(free.where('leads.telefone', 'in', phones)))
    .$if(emails.length > 0, (query) => query.union(free.where('leads.email', 'in', emails)));
  const rows = await leadsIn(db, await scopeOf(db, reach))
    .where('leads.id', 'in', known)
    .select(['leads.id', 'leads.nome', 'leads.pagina', 'leads.status', 'leads.created_at', 'leads.aluno_user_id'])
    .orderBy(({ eb }) => eb('leads.aluno_user_id', 'is', null))
    .orderBy('leads.id', 'desc')
    .limit(PERSON_SHOWN)
    .execute();
  return rows.map(({ id, nome, pagina, status, created_at, aluno_user_id }) => ({
    ...{ id, nome, estado: status, origem: pageName(pagina), em: created_at },
    /** The lead is linked to the person. */
    ligado: aluno_user_id !== null,
  }));
}
