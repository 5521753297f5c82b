import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const internal = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  add(internal, range, 'ipv4');
}
// Excluded parts of the one routed range: protocol use (with Teredo), documentation, and 6to4, which embeds an IPv4 address.
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(internal, range, 'ipv6');
const routed = new BlockList();
add(routed, '2000::/3', 'ipv6');

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', bits] = range.split('/');
  list.addSubnet(net, Number(bits), family);
}

/**
 * Whether an IP address is on the public internet: not this machine or its network, and no IPv6 address that embeds another
 * address (mapped, NAT64, 6to4, Teredo). False for an invalid address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !internal.check(address, 'ipv4');
  return family === 6 && routed.check(address, 'ipv6') && !internal.check(address, 'ipv6');
}

/** A name resolves to a private address. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

type All = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;
type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * A `lookup` for `net.connect` that returns only public addresses. The connection uses the checked address, so a DNS change in
 * between cannot lead to a private one.
 *
 * @param resolve the system's look-up; tests pass another one
 */
export const publicLookup =
  (resolve: All = lookup) =>
  (name: string, options: LookupOptions, done: Done): void => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const open = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (!first) return done(new PrivateAddressError(`${name} leads to no public address`), '');
      return options.all ? done(null, open) : done(null, first.address, first.family);
    });
  };
