import { z } from 'zod';
import { PromoPage } from '#content/promo-page.schema.ts';
import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { valuesOf } from '#lib/rules/promo/page-draft.ts';
import { contentFolder, memoized, readYaml } from '../../core/content/read-yaml.ts';
import { notFound } from '../../core/http/refusal.ts';

export interface FirstVersion {
  pagina: string;
  page: PromoPage;
  /** The values for the editor. */
  values: PromoValues;
  /** The parts that cannot be edited. */
  fixed: Pick<PromoPage, 'marca' | 'tipo' | 'arte'>;
}

const slugs = ['knn-abre-o-mundo', 'london-by-phenom', 'knn-orlando'] as const;

/** The pages in `src/content/promo`, which visitors see until the school publishes its own version. */
export const firstVersions = memoized((): readonly FirstVersion[] =>
  slugs.map((pagina) => {
    const file = `promo/${pagina}.yaml`;
    const page = readYaml(contentFolder, file, PromoPage);
    const { marca, tipo, arte } = page;
    const source = readYaml(contentFolder, file, z.record(z.string(), z.unknown()));
    return { pagina, page, values: valuesOf(source), fixed: { marca, tipo, arte } };
  }),
);

/** @throws Refusal 404 for an unknown promotional page */
export function firstVersion(pagina: string): FirstVersion {
  const found = firstVersions().find((each) => each.pagina === pagina);
  if (!found) throw notFound('Não encontramos esta página.');
  return found;
}
