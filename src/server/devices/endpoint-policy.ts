const SUBDOMAIN_OF = (host: string) => `.${host}`;

/**
 * Whether a subscription's address is one of a push service that the settings name. The server calls these addresses, so
 * nothing else passes: no other port, no user name, no number in place of a name.
 *
 * @param allowed host names, each with everything below it; one that begins with `http://` or `https://` stands for exactly
 * that origin (a push service of one's own).
 */
export function isPushEndpoint(endpoint: string, allowed: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (allowed.some((entry) => /^https?:\/\//.test(entry) && URL.parse(entry)?.origin === url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  const host = url.hostname.toLowerCase();
  return allowed.some((entry) => host === entry || host.endsWith(SUBDOMAIN_OF(entry)));
}

/** Origins that the settings write out: push services of one's own, which may stand inside. */
export const ownOrigins = (allowed: readonly string[]): ReadonlySet<string> =>
  new Set(allowed.filter((entry) => /^https?:\/\//.test(entry)).flatMap((entry) => URL.parse(entry)?.origin ?? []));
