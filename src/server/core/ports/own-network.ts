import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that lead nowhere but to this machine or its network, such as `db` among containers. */
const INNER_NAME = /^[^.]+$|\.(localhost|local|internal|lan|home\.arpa)$/;

/** Whether a host of the settings stands on this machine or in its network, where a plain connection may do. */
export function isOwnNetwork(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? !isPublicAddress(host) : INNER_NAME.test(host);
}

/** Modes in which PostgreSQL's client goes on over TLS alone. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full'];

/** Whether an address of the settings keeps what we send to itself: by TLS, or because it stays in the own network. */
export function isSealed(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return true;
  if (!/^postgres(ql)?:$/.test(url.protocol)) return !/^(http|tcp):$/.test(url.protocol) || isOwnNetwork(url.hostname);
  // PostgreSQL's client goes to `host` of the query first. A path is a socket, and none is this machine.
  const host = url.searchParams.get('host') || url.hostname;
  if (host === '' || host.startsWith('/') || isOwnNetwork(host)) return true;
  return TLS_MODES.includes(url.searchParams.get('sslmode') ?? '');
}
