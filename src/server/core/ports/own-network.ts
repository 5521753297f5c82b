import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that resolve only on this machine or in its network, such as `db` among containers. */
const INNER_NAME = /^[^.]+$|\.(localhost|local|internal|lan|home\.arpa)$/;

/** Whether a configured host is on this machine or in its network, where a connection without TLS is allowed. */
export function isOwnNetwork(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? !isPublicAddress(host) : INNER_NAME.test(host);
}

/** Modes in which PostgreSQL's client requires TLS. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full'];

/** Whether a connection to a configured address is confidential: by TLS, or because it stays in the own network. */
export function isSealed(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return true;
  if (!/^postgres(ql)?:$/.test(url.protocol)) return !/^(http|tcp):$/.test(url.protocol) || isOwnNetwork(url.hostname);
  // PostgreSQL's client prefers `host` of the query. A path means a socket, thus this machine.
  const host = url.searchParams.get('host') || url.hostname;
  if (host === '' || host.startsWith('/') || isOwnNetwork(host)) return true;
  return TLS_MODES.includes(url.searchParams.get('sslmode') ?? '');
}
