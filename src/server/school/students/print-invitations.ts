import { routes } from '#lib/routes.ts';
import { shownCode } from '#lib/rules/account/invite-code.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { drawInviteCodes, keepInviteCodes } from '../../identity/auth/invitation.ts';
import type { drawInvitations } from '../../money/documents/pdf/invitations.ts';
import { classesOf, studentsIn } from './queries.ts';

const DRAWING = new URL('../../money/documents/pdf/invitations.ts', import.meta.url);
/** A drawing takes seconds, and others wait for theirs. */
const PRINTED_AT_ONCE = 120;

/**
 * Sheets to cut out, each with a new code for the first login. Asked for by name, earlier codes of these people end.
 * Without ids those without an e-mail whose sheet was never printed: what was handed out stays good.
 *
 * @throws Refusal 404 if nobody waits for a sheet, 409 if somebody else printed them meanwhile, 429
 */
export async function printInvitations(
  ctx: Ctx,
  { ids, unidade }: { ids?: string; unidade?: number },
): Promise<FileAnswer> {
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const rows = await peopleFor(ctx, ids?.split(',').map(Number), unidade);
  if (rows.length === 0) throw notFound(ids === undefined ? allPrinted : noneWaits);
  const codes = drawInviteCodes(rows.length);
  const sheets = rows.map((row, index) => ({ ...row, code: codes[index] ?? '' }));
  const at = ctx.now();
  // The codes count once their paper is drawn: a drawing that fails ends none that were handed out.
  const bytes = await draw(ctx, sheets, at);
  await ctx.db.transaction().execute((tx) => keepSheets({ ...ctx, db: tx }, sheets, at, ids === undefined));
  return download(bytes, 'application/pdf', 'convites.pdf');
}

const noneWaits = 'Ninguém aqui espera uma folha: todos já entraram.';
const allPrinted =
  'Ninguém aqui espera uma folha nova: quem não tem e-mail já recebeu a sua ou já entrou. Para imprimir outra vez, marque as pessoas na lista.';

type Sheet = Awaited<ReturnType<typeof peopleFor>>[number] & { code: string };

async function draw(ctx: Ctx, sheets: readonly Sheet[], at: Date) {
  const groups = await classesOf(
    ctx.db,
    sheets.map(({ id }) => id),
  );
  return ctx.papers.run<typeof drawInvitations>(DRAWING, 'drawInvitations', {
    brand: sheets[0]?.marca ?? 'knn',
    at,
    cells: sheets.map(({ id, full_name, unidade: unit, marca, code }) => {
      const portal = publicUrl(ctx.config, marca);
      return {
        nome: full_name,
        nota: [unit, groups.find(({ user_id }) => user_id === id)?.nome].filter(Boolean).join(' · '),
        codigo: shownCode(code),
        address: portal.replace(/^https?:\/\//, '') + routes.login.invitation(),
        link: portal + routes.login.invitationCode(code),
      };
    }),
  });
}

/** @param isFirst nobody of them has a sheet. @throws Refusal 409 if one has by now */
async function keepSheets(ctx: Ctx, sheets: readonly Sheet[], at: Date, isFirst: boolean): Promise<void> {
  const { db: tx, session, tokens } = ctx;
  const printed_at = at.toISOString();
  const noted = await tx
    .insertInto('invitations')
    .values(
      sheets.map(({ id: user_id }) => ({
        ...{ user_id, asked_at: printed_at, asked_by: session.userId, printed_at },
        ...{ waits_since: null, mailed_at: null, opened_at: null },
      })),
    )
    .onConflict((known) => {
      const noted = known.column('user_id').doUpdateSet({ printed_at });
      return isFirst ? noted.where('invitations.printed_at', 'is', null) : noted;
    })
    .returning('user_id')
    .execute();
  if (noted.length < sheets.length) {
    throw conflict('Alguém imprimiu estas folhas agora mesmo. Abra a lista de novo.', 'printed');
  }
  await keepInviteCodes(
    tx,
    tokens,
    sheets.map(({ id, code }) => ({ userId: id, code })),
    at,
  );
  for (const { id } of sheets) await audit(ctx, 'invitation-print', `user:${id}`);
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
    .$if(ids === undefined, (query) => query.where('users.email', '=', '').where('invitations.printed_at', 'is', null))
    .$if(unidade !== undefined, (query) => query.where('companies.id', '=', unidade ?? 0))
    .orderBy('companies.nome')
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(PRINTED_AT_ONCE)
    .execute();
