import type { AuditEntry, AuditPage } from '#lib/contract/people.schema.ts';
import { actionText, changesOf, targetText } from '#lib/rules/people/audit-words.ts';
import type { Ctx, Db } from '../http/ctx.ts';
import { type AuditRow, auditEntries, BY_LINK, namesOf, staffOf } from './queries.ts';

interface Query {
  user_id?: number;
  alvo?: string;
  tipo?: 'mudancas' | 'consultas';
  limit: number;
  offset: number;
}

/** Actions of the school's staff and of the operator, the newest first; for admins those of all schools. */
export async function readAudit({ db, database, reach }: Ctx, query: Query): Promise<AuditPage> {
  const { limit, offset, user_id: userId, alvo: target, tipo } = query;
  const isRead = tipo === undefined ? undefined : tipo === 'consultas';
  const [{ rows, total }, pessoas] = await Promise.all([
    auditEntries(database.aside, { reach, userId, target, isRead, limit, offset }),
    staffOf(db, reach),
  ]);
  const names = await targetNames(db, rows);
  return { items: rows.map((row) => present(row, names.get(row.target))), total, limit, offset, pessoas };
}

function present(row: AuditRow, name: string | undefined): AuditEntry {
  const mudancas = changesOf(valuesOf(row.data));
  const text = (which: 'antes' | 'depois') =>
    mudancas.length > 0 ? mudancas.map((change) => `${change.campo}: ${change[which]}`).join('; ') : null;
  const target = targetText(row.target, name);
  const isPerson = row.target.startsWith('user:');
  return {
    id: row.id,
    quem_id: row.user_id,
    quem: row.user_id === null ? nobodyWith(row.action) : (row.who_name ?? 'Conta apagada'),
    acao: actionText(row.action),
    alvo: !isPerson && row.person_name ? `${target}, de ${row.person_name}` : target,
    alvo_id: row.person_name === null ? null : row.about_user_id,
    em: row.at,
    antes: text('antes'),
    depois: text('depois'),
    mudancas,
  };
}

/** The actor of an entry without an account. */
const nobodyWith = (action: string) =>
  BY_LINK.includes(action) ? 'Quem abriu o link do e-mail' : 'A administração do portal';

type Values = Record<string, unknown>;
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The values before and after in an entry; older entries have none, or another form. */
function valuesOf(data: string | null): { antes?: Values; depois?: Values } {
  const parsed: unknown = data === null ? null : JSON.parse(data);
  if (!isValues(parsed)) return {};
  const { antes, depois } = parsed;
  return { ...(isValues(antes) && { antes }), ...(isValues(depois) && { depois }) };
}

/** Names of the targets of a page, by target: one query for each kind. */
async function targetNames(db: Db, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const targets = [...new Set(rows.map(({ target }) => target))];
  const found = await Promise.all(
    Object.entries(namesOf).map(async ([kind, find]) => {
      const ids = targets.flatMap((target) => {
        const id = target.startsWith(`${kind}:`) ? Number(target.slice(kind.length + 1)) : Number.NaN;
        return Number.isSafeInteger(id) ? [id] : [];
      });
      return ids.length === 0 ? [] : (await find(db, ids)).map(({ id, name }) => [`${kind}:${id}`, name] as const);
    }),
  );
  return new Map(found.flat());
}
