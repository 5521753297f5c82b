import type { ManagedPromo, PromoVersion } from '#lib/contract/promo.schema.ts';
import { itemsOf } from '#lib/rules/promo/page-draft.ts';
import { pageLists } from '#lib/rules/promo/page-fields.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import { onePage } from '../../core/db/keyset.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receivePicture } from '../../core/http/pictures/public-picture.ts';
import { invalid, notFound } from '../../core/http/refusal.ts';
import { countByPage } from '../leads/count-by-page.ts';
import { type FirstVersion, firstVersion, firstVersions } from './first-versions.ts';
import { PROMO_FOLDER } from './manage-pictures.ts';
import { accessTo, requireEditor } from './page-access.ts';
import { draftOf, valuesIn, versionBy, versionInEffect, versionsOf } from './page-queries.ts';
import { pageIn } from './read-page.ts';
import { checkValues, madeUpIn, presentPage } from './shown-page.ts';
import { saveDraft } from './write-page.ts';

const LEADS_SINCE_MS = 30 * DAY_MS;

type Version = Awaited<ReturnType<typeof versionsOf>>[number];

function presentVersions(rows: readonly Version[], at: string): PromoVersion[] {
  const shown = rows.find(({ publica_em }) => publica_em <= at);
  return rows.map(({ id, publica_em, created_at, quem, de_versao }) => ({
    id,
    publica_em,
    criada: { em: created_at, quem },
    estado: publica_em > at ? 'agendada' : id === shown?.id ? 'no_ar' : 'anterior',
    de_versao,
  }));
}

/** The pages with their state. Leads are those in the caller's reach, within 30 days. */
export async function listPages(ctx: Ctx) {
  const since = new Date(ctx.now().getTime() - LEADS_SINCE_MS).toISOString();
  const counts = await countByPage(ctx.db, ctx.reach, since);
  const items = await Promise.all(
    firstVersions().map(async (first, at) => ({
      id: at + 1,
      ...(await summaryOf(ctx, first)),
      contatos: counts.get(first.pagina) ?? 0,
    })),
  );
  return onePage(items);
}

async function summaryOf(ctx: Ctx, first: FirstVersion) {
  const at = ctx.now().toISOString();
  const [draft, rows] = await Promise.all([draftOf(ctx.db, first.pagina), versionsOf(ctx.db, first.pagina)]);
  const versions = presentVersions(rows, at);
  const shown = rows.find(({ publica_em }) => publica_em <= at);
  const { titulo, promessa } = pageIn(ctx, first, shown);
  const [newest] = rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const isDraftNewer = draft && (!newest || draft.mudado_em > newest.created_at);
  const lastVersion = newest ? { em: newest.created_at, quem: newest.quem } : null;
  return {
    pagina: first.pagina,
    marca: first.fixed.marca,
    titulo,
    promessa,
    /** Visitors without a session may open it. */
    publica: isPublic(ctx, first),
    /** `modelo`: nothing was published yet. */
    estado: shown ? ('publicada' as const) : ('modelo' as const),
    tem_rascunho: draft !== undefined,
    /** The time of the next scheduled version. */
    agendada_em: versions.findLast(({ estado }) => estado === 'agendada')?.publica_em ?? null,
    /** Null if it was never changed. */
    mudada: isDraftNewer ? { em: draft.mudado_em, quem: draft.quem } : lastVersion,
  };
}

const isPublic = ({ config }: Ctx, { pagina }: FirstVersion) => config.PUBLIC_PAGES.includes(`/${pagina}`);

/** A page for its editor. @throws Refusal 404 */
export async function readManagedPage(ctx: Ctx, pagina: string): Promise<ManagedPromo> {
  const first = firstVersion(pagina);
  const at = ctx.now().toISOString();
  const [draft, rows, access] = await Promise.all([
    draftOf(ctx.db, pagina),
    versionsOf(ctx.db, pagina),
    accessTo(ctx, first),
  ]);
  const shown = rows.find(({ publica_em }) => publica_em <= at);
  const onAir = shown ? valuesIn(shown) : first.values;
  const valores = draft ? valuesIn(draft) : onAir;
  const { page, problems } = checkValues(valores, first);
  return {
    pagina,
    marca: first.fixed.marca,
    titulo: pageIn(ctx, first, shown).titulo,
    publica: isPublic(ctx, first),
    valores,
    no_ar: onAir,
    revisao: draft?.revisao ?? 0,
    rascunho: draft ? { em: draft.mudado_em, quem: draft.quem } : null,
    problemas: problems,
    exemplos: page ? madeUpIn(page, first) : [],
    versoes: presentVersions(rows, at),
    ...access,
  };
}

/** The draft, or a version, as visitors would see it. @throws Refusal 404, 422 for a draft that cannot be published */
export async function previewPage(ctx: Ctx, pagina: string, versionId: number | undefined) {
  const first = firstVersion(pagina);
  const isDemo = ctx.config.DEMO === 'on';
  if (versionId !== undefined) {
    const version = await versionBy(ctx.db, versionId);
    if (version?.pagina !== pagina) throw notFound('Não encontramos esta versão.');
    return presentPage(pageIn(ctx, first, version), first, isDemo);
  }
  const draft = await draftOf(ctx.db, pagina);
  if (!draft) {
    const shown = await versionInEffect(ctx.db, pagina, ctx.now().toISOString());
    return presentPage(pageIn(ctx, first, shown), first, isDemo);
  }
  const { page, problems } = checkValues(valuesIn(draft), first);
  if (!page) throw invalid('O rascunho ainda tem campos a corrigir.', problems);
  return presentPage(page, first, isDemo);
}

const photos = pageLists.find(({ isUploaded }) => isUploaded);

/** Adds a picture at the end of the draft, without a description. @throws Refusal 403, 404, 409, 413, 415, 422, 429 */
export async function uploadPicture(ctx: Ctx, pagina: string): Promise<void> {
  const first = firstVersion(pagina);
  await requireEditor(ctx, first);
  const enviada_em = ctx.now().toISOString();
  const picture = await receivePicture(ctx, PROMO_FOLDER, async (tx, sent) => {
    await tx
      .insertInto('promo_pictures')
      .values({ ...sent, pagina, enviada_em })
      .execute();
    return sent;
  });
  const draft = await draftOf(ctx.db, pagina);
  const version = draft ?? (await versionInEffect(ctx.db, pagina, enviada_em));
  const values = version ? valuesIn(version) : first.values;
  const many = photos ? itemsOf(values, photos) : 0;
  if (!photos || many >= photos.max) throw invalid(promoPanelWords.manyPhotos, { file: promoPanelWords.manyPhotos });
  const valores = { ...values, [`fotos.${many}.chave`]: picture.imagem_chave, [`fotos.${many}.texto`]: '' };
  await saveDraft(ctx, pagina, { revisao: draft?.revisao ?? 0, valores });
}
