import { NoticeKind } from '#lib/contract/inbox.schema.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { exampleText, kinds } from './texts.ts';

/** Every kind with an example text, and whether the user's school has it on. @throws Refusal 403, 409 */
export async function listKinds(ctx: Ctx) {
  const escolaId = decidingSchool(ctx);
  const off = await kindsOff(ctx.db, escolaId);
  return NoticeKind.options.map((kind) => present(kind, !off.has(kind)));
}

/**
 * Switches a kind on or off for the user's school. That holds for admins too, since each school decides.
 *
 * @throws Refusal 403, 409 without a school.
 */
export async function switchKind(ctx: Ctx, kind: NoticeKind, enabled: boolean) {
  const escola_id = decidingSchool(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const changed = enabled
      ? await tx
          .deleteFrom('notice_kinds_off')
          .where('escola_id', '=', escola_id)
          .where('kind', '=', kind)
          .returning('kind')
          .executeTakeFirst()
      : await tx
          .insertInto('notice_kinds_off')
          .values({ escola_id, kind })
          .onConflict((known) => known.doNothing())
          .returning('kind')
          .executeTakeFirst();
    if (changed) await audit({ ...ctx, db: tx }, enabled ? 'notice-kind-on' : 'notice-kind-off', `notice-kind:${kind}`);
  });
  return present(kind, enabled);
}

/** The school for whose notices this manager decides. @throws Refusal 409 without one */
export function decidingSchool({ session }: Pick<Ctx, 'session'>): number {
  if (session.escolaId === null) {
    throw conflict('Sua conta não está ligada a nenhuma escola, e cada escola decide os próprios avisos.', 'no_school');
  }
  return session.escolaId;
}

async function kindsOff(db: Db, escolaId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('notice_kinds_off').select('kind').where('escola_id', '=', escolaId).execute();
  return new Set(rows.map(({ kind }) => kind));
}

function present(kind: NoticeKind, enabled: boolean) {
  const { nome, category } = kinds[kind];
  const { title, body } = exampleText(kind);
  return { kind, nome, category, exemplo: `${title}\n${body}`, enabled };
}
