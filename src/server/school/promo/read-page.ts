import type { PublicCtx } from '../../core/http/ctx.ts';
import { type FirstVersion, firstVersion } from './first-versions.ts';
import { type VersionRow, valuesIn, versionInEffect } from './page-queries.ts';
import { checkValues, presentPage } from './shown-page.ts';

/** A promotional page as its visitors see it. @throws Refusal 404 */
export async function readPage(ctx: PublicCtx, pagina: string) {
  const first = firstVersion(pagina);
  const version = await versionInEffect(ctx.db, pagina, ctx.now().toISOString());
  return presentPage(pageIn(ctx, first, version), first, ctx.config.DEMO === 'on');
}

/** The page of a version. A version that the current schema refuses is ignored, and the first version is shown. */
export function pageIn({ log }: Pick<PublicCtx, 'log'>, first: FirstVersion, version: VersionRow | undefined) {
  if (!version) return first.page;
  const { page, problems } = checkValues(valuesIn(version), first);
  if (!page) log.warn({ version: version.id, problems }, 'a version of a promotional page is not shown');
  return page ?? first.page;
}
