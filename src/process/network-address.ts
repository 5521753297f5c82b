import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK = 4;
/** How a socket of both kinds writes an IPv4 address. */
const MAPPED = '::ffff:';

/**
 * The key for counting by address. One customer holds a whole /64 of IPv6 and may change the address for each request, so
 * a /64 has one key. An IPv4 address is its own key, in every spelling.
 */
export function networkOf(address: string): string {
  const plain = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  if (isIPv4(plain)) return plain;
  const text = address
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    // Some proxies add the port, a new one for each connection.
    .replace(/^([\d.]+):\d+$/, '$1')
    .split('%', 1)[0] as string;
  if (!isIPv6(text)) return text;
  const groups = groupsOf(text);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, NETWORK)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** @param address a valid one: the URL parser writes the end of a mapped address in hexadecimal digits too */
function groupsOf(address: string): number[] {
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [first, last] = [numbers(front), numbers(back)];
  return [...first, ...Array<number>(GROUPS - first.length - last.length).fill(0), ...last];
}
