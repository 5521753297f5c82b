import { type BrandKey, brandOf } from '#lib/brand.ts';
import type { Config } from '../../config.ts';
import type { Ctx, PublicCtx } from './ctx.ts';

type Addressed = Pick<
  Config,
  'PUBLIC_URL' | 'BRAND2_PUBLIC_URL' | 'HOST' | 'PORT' | 'ALLOWED_HOSTS' | 'BRAND2_KEYWORD'
>;

/**
 * The portal's address for people of a brand, without a final slash: from the settings, never from a request's Host header. It is
 * `BRAND2_PUBLIC_URL` for the second brand, otherwise `PUBLIC_URL` or the first of `ALLOWED_HOSTS` with a host of the brand,
 * otherwise `PUBLIC_URL`. A portal without these settings is a trial on this machine, where the second brand has the host that
 * the README names.
 */
export function publicUrl(config: Addressed, brand: BrandKey): string {
  const { PUBLIC_URL, BRAND2_PUBLIC_URL, HOST, PORT, ALLOWED_HOSTS, BRAND2_KEYWORD: keyword } = config;
  if (brand === 'phenom' && BRAND2_PUBLIC_URL) return BRAND2_PUBLIC_URL;
  const main = PUBLIC_URL ?? `http://${HOST}:${PORT}`;
  const { protocol, host } = new URL(main);
  const isOf = (each: string) => brandOf(each, { keyword }) === brand;
  if (isOf(host)) return main;
  const isTrial = PUBLIC_URL === undefined && ALLOWED_HOSTS.length === 0;
  const other = [...ALLOWED_HOSTS, ...(isTrial ? [`${keyword}.localhost:${PORT}`] : [])].find(isOf);
  return other === undefined ? main : `${protocol}//${other.toLowerCase()}`;
}

/** The address of each brand, for canonical links and share cards, since pages are cached for everybody. */
export const publicUrls = (config: Addressed): Record<BrandKey, string> => ({
  knn: publicUrl(config, 'knn'),
  phenom: publicUrl(config, 'phenom'),
});

/** The brand of the request's host, for callers without a school. */
export const brandOfHost = ({ caller, config }: Pick<PublicCtx, 'caller' | 'config'>): BrandKey =>
  brandOf(caller.host, { keyword: config.BRAND2_KEYWORD });

/** The brand of the caller's school; without a school, that of the host. */
export const ownBrand = (ctx: Pick<Ctx, 'session' | 'caller' | 'config'>): BrandKey =>
  ctx.session.marca ?? brandOfHost(ctx);
