import type { CheckInList } from '#lib/contract/travel.schema.ts';

type Item = CheckInList['itens'][number];

/** A device’s verdict on a ticket before the school answers. */
export type LocalVerdict =
  /** Already scanned on this device, at this instant. */
  | { kind: 'again'; at: string }
  | { kind: 'used'; at: string; item: Item }
  | { kind: 'listed'; item: Item }
  | { kind: 'unlisted' }
  /** This device has no list. */
  | { kind: 'unknown' };

/** The id used if the host lists no campaigns: tickets of any event are checked. */
export const ANY_EVENT = 0;

const CODE = /^[2-9A-HJ-NP-Z]{12}$/;

/** A typed code: blanks, hyphens and small letters are accepted. Any other text is unchanged. */
export function writtenCode(text: string): string {
  const letters = text.replace(/[\s\-–—.]/g, '').toUpperCase();
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}` : text.trim();
}

/**
 * The device’s verdict on a code without a network.
 *
 * @param digest of the code: the first 32 letters of its SHA-256 in hex
 * @param readAt when this device scanned the same code before
 * @param used answers of the school that are newer than the list: when a ticket was used, by the digest of the scanned
 * code
 */
export function verdictOffline(
  digest: string,
  {
    list,
    readAt,
    used = new Map(),
  }: { list: Pick<CheckInList, 'itens'> | null; readAt?: string; used?: ReadonlyMap<string, string> },
): LocalVerdict {
  if (readAt !== undefined) return { kind: 'again', at: readAt };
  if (list === null) return { kind: 'unknown' };
  const item = list.itens.find(({ payload, codigo }) => payload === digest || codigo === digest);
  if (!item) return { kind: 'unlisted' };
  const at = item.usado_em ?? used.get(item.payload) ?? used.get(item.codigo);
  return at === undefined ? { kind: 'listed', item } : { kind: 'used', at, item };
}
