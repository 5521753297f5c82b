const SUBDOMAIN_OF = (host: string) => `.${host}`;

/**
 * Whether a subscription's address belongs to a push service of the settings. The server calls these addresses, so
 * nothing else passes: no other port, no user name, no IP address as a host.
 *
 * @param allowed host names, each with its subdomains; an entry that begins with `http://` or `https://` allows exactly
 *   that origin (the school's own push service).
 */
export function isPushEndpoint(endpoint: string, allowed: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (allowed.some((entry) => /^https?:\/\//.test(entry) && URL.parse(entry)?.origin === url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  const host = url.hostname.toLowerCase();
  return allowed.some((entry) => host === entry || host.endsWith(SUBDOMAIN_OF(entry)));
}

/** Full origins in the settings: the school's own push services, which may be in its internal network. */
export const ownOrigins = (allowed: readonly string[]): ReadonlySet<string> =>
  new Set(allowed.filter((entry) => /^https?:\/\//.test(entry)).flatMap((entry) => URL.parse(entry)?.origin ?? []));
