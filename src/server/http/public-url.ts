import { type BrandKey, brandOf } from '#lib/brand.ts';
import type { Config } from '../config.ts';

/** The portal's address, without a final slash: from the settings, never from a request's Host header. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://${HOST}:${PORT}`;

/**
 * The address of each brand, for canonical addresses and share cards: `PUBLIC_URL` if its host is of that brand, else
 * the first such host of `ALLOWED_HOSTS`, else `PUBLIC_URL`. Never from a request: pages are cached for everybody.
 */
export function publicUrls(
  config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'ALLOWED_HOSTS' | 'BRAND2_KEYWORD'>,
): Record<BrandKey, string> {
  const main = publicUrl(config);
  const { protocol } = new URL(main);
  const hosts = [new URL(main).host, ...config.ALLOWED_HOSTS];
  const of = (brand: BrandKey) => {
    const host = hosts.find((each) => brandOf(each, { keyword: config.BRAND2_KEYWORD }) === brand);
    return host && host !== hosts[0] ? `${protocol}//${host.toLowerCase()}` : main;
  };
  return { knn: of('knn'), phenom: of('phenom') };
}
