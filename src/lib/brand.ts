/** The two brands: looks and words, nothing else (BRAND-01…05). */
export type BrandKey = 'knn' | 'phenom';

export const brands = {
  knn: {
    key: 'knn',
    name: 'KNN Idiomas',
    shortName: 'KNN',
    primary: '#3E009F',
    grounds: { claro: '#F7F6FB', escuro: '#14111C' },
  },
  phenom: {
    key: 'phenom',
    name: 'Phenom Idiomas',
    shortName: 'Phenom',
    primary: '#F70052',
    grounds: { claro: '#FDF6F2', escuro: '#180D12' },
  },
} as const satisfies Record<BrandKey, object>;

const HOST = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/;

/**
 * The brand of a host, with or without its port; malformed and unknown hosts get the first. It decides looks only,
 * never rights: anybody can name their own host so.
 */
export function brandOf(host: string, { keyword = 'phenom' }: { keyword?: string } = {}): BrandKey {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const isSecond = keyword !== '' && name.length <= 253 && name.includes(keyword.toLowerCase()) && HOST.test(name);
  return isSecond ? 'phenom' : 'knn';
}
