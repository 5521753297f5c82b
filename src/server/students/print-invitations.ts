import { routes } from '#lib/routes.ts';
import { shownCode } from '#lib/rules/account/invite-code.ts';
import { newInviteCodes } from '../auth/invitation-secrets.ts';
import type { drawInvitations } from '../documents/pdf/invitations.ts';
import { audit } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { download, type FileAnswer } from '../http/file-answer.ts';
import { publicUrl } from '../http/public-url.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { classesOf, studentsIn } from './queries.ts';

const DRAWING = new URL('../documents/pdf/invitations.ts', import.meta.url);
/** A drawing takes seconds, and others wait for theirs. */
const PRINTED_AT_ONCE = 120;

/**
 * Sheets to cut out, each with a new code for the first login; earlier codes of these people end. Without ids those
 * without an e-mail, who were not printed yet before the others.
 *
 * @throws Refusal 403 for a link of another site, 404 if nobody waits for a sheet, 429
 */
export async function printInvitations(
  ctx: Ctx,
  { ids, unidade }: { ids?: string; unidade?: number },
): Promise<FileAnswer> {
  requireOwnSite(ctx);
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const rows = await peopleFor(ctx, ids?.split(',').map(Number), unidade);
  if (rows.length === 0) throw notFound('Ninguém aqui espera uma folha: todos já entraram ou têm e-mail.');
  const userIds = rows.map(({ id }) => id);
  const groups = await classesOf(ctx.db, userIds);
  const at = ctx.now();
  const codes = await ctx.db.transaction().execute(async (tx) => {
    const made = await newInviteCodes(tx, ctx.tokens, userIds, at);
    const printed_at = at.toISOString();
    await tx
      .insertInto('invitations')
      .values(
        userIds.map((user_id) => ({
          ...{ user_id, asked_at: printed_at, asked_by: ctx.session.userId, printed_at },
          ...{ waits_since: null, mailed_at: null, opened_at: null },
        })),
      )
      .onConflict((known) => known.column('user_id').doUpdateSet({ printed_at }))
      .execute();
    for (const id of userIds) await audit({ ...ctx, db: tx }, 'invitation-print', `user:${id}`);
    return made;
  });
  const base = publicUrl(ctx.config);
  const bytes = await ctx.papers.run<typeof drawInvitations>(DRAWING, 'drawInvitations', {
    brand: rows[0]?.marca ?? 'knn',
    address: base.replace(/^https?:\/\//, '') + routes.login.invitation(),
    at,
    cells: rows.map(({ id, full_name, unidade: unit }, index) => ({
      nome: full_name,
      nota: [unit, groups.find(({ user_id }) => user_id === id)?.nome].filter(Boolean).join(' · '),
      codigo: shownCode(codes[index] ?? ''),
      link: base + routes.login.invitationCode(codes[index]),
    })),
  });
  return download(bytes, 'application/pdf', 'convites.pdf');
}

/** A link of another site must not end codes that were handed out. */
function requireOwnSite({ request }: Ctx): void {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') throw forbidden('Este pedido não veio do portal.');
}

/** Students in reach who never logged in. */
const peopleFor = (ctx: Ctx, ids: readonly number[] | undefined, unidade: number | undefined) =>
  studentsIn(ctx.db, ctx.reach)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'companies.nome as unidade', 'schools.marca'])
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null)
    .$if(ids !== undefined, (query) => query.where('users.id', 'in', [0, ...(ids ?? [])]))
    .$if(ids === undefined, (query) => query.where('users.email', '=', ''))
    .$if(unidade !== undefined, (query) => query.where('companies.id', '=', unidade ?? 0))
    .orderBy(({ eb }) => eb.case().when('invitations.printed_at', 'is', null).then(0).else(1).end())
    .orderBy('companies.nome')
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(PRINTED_AT_ONCE)
    .execute();
