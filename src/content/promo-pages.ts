import { getEntry } from 'astro:content';

/** The texts of a promotional page. @throws if its file is missing */
export async function promoPage(slug: 'knn-abre-o-mundo' | 'knn-orlando' | 'london-by-phenom') {
  const entry = await getEntry('promo', slug);
  if (!entry) throw new Error(`src/content/promo/${slug}.yaml is missing`);
  return entry;
}
