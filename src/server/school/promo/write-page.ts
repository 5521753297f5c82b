import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { firstName } from '#lib/format/text.ts';
import { changesOf, knownValues } from '#lib/rules/promo/page-draft.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { type FirstVersion, firstVersion } from './first-versions.ts';
import { dropUnusedPictures } from './manage-pictures.ts';
import { requireEditor, requirePublisher } from './page-access.ts';
import { draftOf, MAX_VERSIONS, valuesIn, versionBy, versionInEffect, versionsOf } from './page-queries.ts';
import { checkValues } from './shown-page.ts';
import { announcePages } from './watch-pages.ts';

/**
 * Saves the draft of a page, valid or not. Before somebody else's draft is overwritten, it is stored in the log.
 *
 * @throws Refusal 403, 404, 409 if the draft was changed since `revisao`
 */
export async function saveDraft(
  ctx: Ctx,
  pagina: string,
  { revisao, valores }: { revisao: number; valores: PromoValues },
) {
  const first = firstVersion(pagina);
  await requireEditor(ctx, first);
  const values = knownValues(valores);
  const em = ctx.now().toISOString();
  const stored = await ctx.db.transaction().execute(async (tx) => {
    const before = await draftOf(tx, pagina);
    const now = await writeDraft(ctx, tx, pagina, { revisao, values, em });
    if (before && before.mudado_por !== ctx.session.userId) {
      await audit(onTx(ctx, tx), 'promo-draft', `promo:${pagina}`, changesOf(valuesIn(before), values));
    }
    return now;
  });
  return { revisao: stored, em, problemas: checkValues(values, first).problems };
}

const onTx = (ctx: Ctx, tx: Db): Ctx => ({ ...ctx, db: tx as Ctx['db'] });

interface Written {
  revisao: number;
  values: PromoValues;
  em: string;
}

/** @returns the new revision. @throws Refusal 409 */
async function writeDraft(ctx: Ctx, tx: Db, pagina: string, { revisao, values, em }: Written): Promise<number> {
  const row = { valores: JSON.stringify(values), mudado_em: em, mudado_por: ctx.session.userId };
  const written =
    revisao === 0
      ? await tx
          .insertInto('promo_drafts')
          .values({ ...row, pagina, revisao: 1 })
          .onConflict((clash) => clash.column('pagina').doNothing())
          .returning('revisao')
          .executeTakeFirst()
      : await tx
          .updateTable('promo_drafts')
          .set({ ...row, revisao: revisao + 1 })
          .where('pagina', '=', pagina)
          .where('revisao', '=', revisao)
          .returning('revisao')
          .executeTakeFirst();
  if (written) return written.revisao;
  throw await changedMeanwhile(tx, pagina);
}

async function changedMeanwhile(tx: Db, pagina: string) {
  const other = await draftOf(tx, pagina);
  const quem = other?.quem ? firstName(other.quem) : 'Outra pessoa';
  return conflict(other ? promoPanelWords.changedBy(quem) : promoPanelWords.gone, 'changed_meanwhile');
}

/** Drops a draft. Its texts stay in the log. @throws Refusal 403, 404, 409 */
export async function discardDraft(ctx: Ctx, pagina: string, revisao: number): Promise<void> {
  const first = firstVersion(pagina);
  await requireEditor(ctx, first);
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await draftOf(tx, pagina);
    if (!draft) return;
    const { numDeletedRows } = await tx
      .deleteFrom('promo_drafts')
      .where('pagina', '=', pagina)
      .where('revisao', '=', revisao)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) throw await changedMeanwhile(tx, pagina);
    const shown = await shownValues(ctx, tx, first);
    await audit(onTx(ctx, tx), 'promo-discard', `promo:${pagina}`, changesOf(valuesIn(draft), shown));
  });
}

async function shownValues(ctx: Ctx, tx: Db, { pagina, values }: FirstVersion): Promise<PromoValues> {
  const version = await versionInEffect(tx, pagina, ctx.now().toISOString());
  return version ? valuesIn(version) : values;
}

/**
 * Publishes the draft, now or at a given time.
 *
 * @throws Refusal 403, 404, 409 if the draft was changed since `revisao`, 422 by field
 */
export async function publishDraft(
  ctx: Ctx,
  pagina: string,
  { revisao, publica_em }: { revisao: number; publica_em?: string | null | undefined },
): Promise<void> {
  const first = firstVersion(pagina);
  await requireEditor(ctx, first);
  if (!(await draftOf(ctx.db, pagina))) throw conflict(promoPanelWords.nothing);
  await requirePublisher(ctx, first);
  const now = ctx.now().toISOString();
  const from = publica_em ? new Date(publica_em).toISOString() : now;
  if (from < now) throw invalid(promoPanelWords.past, { publica_dia: promoPanelWords.past });
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await draftOf(tx, pagina);
    if (!draft) throw conflict(promoPanelWords.nothing);
    if (draft.revisao !== revisao) throw await changedMeanwhile(tx, pagina);
    const values = valuesIn(draft);
    const { page, problems } = checkValues(values, first);
    if (!page) throw invalid(promoPanelWords.wrong, problems);
    await insertVersion(ctx, tx, first, { values, from, now, ofVersion: null });
    const { numDeletedRows } = await tx
      .deleteFrom('promo_drafts')
      .where('pagina', '=', pagina)
      .where('revisao', '=', revisao)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) throw await changedMeanwhile(tx, pagina);
  });
  announcePages(ctx);
  await dropUnusedPictures(ctx, pagina);
}

interface NewVersion {
  values: PromoValues;
  from: string;
  now: string;
  ofVersion: number | null;
}

async function insertVersion(ctx: Ctx, tx: Db, first: FirstVersion, { values, from, now, ofVersion }: NewVersion) {
  const { pagina } = first;
  const before = await shownValues(ctx, tx, first);
  const row = { pagina, valores: JSON.stringify(values), publica_em: from, created_at: now, de_versao: ofVersion };
  await tx
    .insertInto('promo_versions')
    .values({ ...row, criada_por: ctx.session.userId })
    .execute();
  const action = ofVersion !== null ? 'promo-restore' : from > now ? 'promo-schedule' : 'promo-publish';
  await audit(onTx(ctx, tx), action, `promo:${pagina}`, changesOf(before, values));
  const stored = (await versionsOf(tx, pagina)).map(({ id }) => id);
  if (stored.length < MAX_VERSIONS) return;
  await tx.deleteFrom('promo_versions').where('pagina', '=', pagina).where('id', 'not in', stored).execute();
}

/** Publishes an older version again. The draft is not changed. @throws Refusal 403, 404, 409, 422 */
export async function restoreVersion(ctx: Ctx, id: number): Promise<string> {
  const version = await versionBy(ctx.db, id);
  if (!version) throw notFound('Não encontramos esta versão.');
  const first = firstVersion(version.pagina);
  await requirePublisher(ctx, first);
  const now = ctx.now().toISOString();
  if (version.publica_em > now) throw conflict(promoPanelWords.notYet);
  const values = valuesIn(version);
  if (!checkValues(values, first).page) throw invalid(promoPanelWords.tooOld);
  await ctx.db
    .transaction()
    .execute((tx) => insertVersion(ctx, tx, first, { values, from: now, now, ofVersion: version.id }));
  announcePages(ctx);
  return version.pagina;
}

/** Cancels a scheduled version. @throws Refusal 403, 404, 409 */
export async function cancelVersion(ctx: Ctx, id: number): Promise<string> {
  const version = await versionBy(ctx.db, id);
  if (!version) throw notFound('Não encontramos esta versão.');
  const first = firstVersion(version.pagina);
  await requirePublisher(ctx, first);
  const { pagina } = version;
  const em = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('promo_versions')
      .where('id', '=', id)
      .where('publica_em', '>', em)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) throw conflict(promoPanelWords.alreadyShown);
    const row = { pagina, valores: version.valores, revisao: 1, mudado_em: em, mudado_por: ctx.session.userId };
    await tx
      .insertInto('promo_drafts')
      .values(row)
      .onConflict((clash) => clash.column('pagina').doNothing())
      .execute();
    await audit(onTx(ctx, tx), 'promo-cancel', `promo:${pagina}`);
  });
  announcePages(ctx);
  return pagina;
}
