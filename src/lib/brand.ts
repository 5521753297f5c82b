/** The two brands: looks and words, nothing else (BRAND-01…05). */
export type BrandKey = 'knn' | 'phenom';

export const brands = {
  knn: { key: 'knn', name: 'KNN Idiomas', shortName: 'KNN', primary: '#3E009F', background: '#F7F6FB' },
  phenom: { key: 'phenom', name: 'Phenom Idiomas', shortName: 'Phenom', primary: '#F70052', background: '#F7F6FB' },
} as const satisfies Record<BrandKey, object>;

/** The brand of a host name; malformed and unknown hosts get the first. It decides looks alone, never rights. */
export function brandOf(host: string, { keyword = 'phenom' }: { keyword?: string } = {}): BrandKey {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return /^[a-z0-9.-]{1,253}$/.test(name) && name.includes(keyword) ? 'phenom' : 'knn';
}
