/** The name of a host without its port: the domain that a passkey belongs to. */
export const domainOf = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/** The origins that may use a passkey of this host. Without TLS browsers allow only localhost. */
export function originsOf(host: string): string[] {
  const domain = domainOf(host);
  const isLocal = domain === 'localhost' || domain.endsWith('.localhost');
  return [`https://${host}`, ...(isLocal ? [`http://${host}`] : [])];
}
