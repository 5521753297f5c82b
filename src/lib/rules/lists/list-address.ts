import { MAX_SEARCH } from './list-query.ts';

/** The state of a list, as the fields of its address. `depois` is the cursor of a later page. */
export type Address = Readonly<Record<string, string>>;

/** A filter of a list by its name in the address, and its valid values. */
export interface FilterName {
  name: string;
  takes: readonly string[] | RegExp | ((value: string) => boolean);
  /** It chooses a day, a month or a year, so an empty list is not called narrowed. */
  isTime?: boolean;
  /** The operation’s field for it; absent: its name. */
  field?: string;
}

/** The operation’s input for an address. */
export function inputAt(filters: readonly FilterName[], address: Address): Address {
  const fields = new Map(filters.map(({ name, field = name }) => [name, field]));
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [fields.get(name) ?? name, value]));
}

/** The field of a record’s address that starts an action. */
export const NAMED_ACT = 'fazer';

const MAX_PLACE = 300;

/** The known fields of an address; invalid values are ignored, so that every address works. */
export function readAddress(filters: readonly FilterName[], search: URLSearchParams): Address {
  const known: Record<string, string> = {};
  const q = (search.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  if (q) known.q = q;
  for (const { name, takes } of filters) {
    const value = search.get(name) ?? '';
    if (isTaken(takes, value)) known[name] = value;
  }
  const place = search.get('depois') ?? '';
  if (/^[\w-]+$/.test(place) && place.length <= MAX_PLACE) known.depois = place;
  return known;
}

const isTaken = (takes: FilterName['takes'], value: string): boolean =>
  typeof takes === 'function' ? takes(value) : takes instanceof RegExp ? takes.test(value) : takes.includes(value);

/** A changed address of the list. Any change except of the page returns to the first page. */
export const changed = (address: Address, part: Address): Address =>
  Object.fromEntries(Object.entries({ ...address, depois: '', ...part }).filter(([, value]) => value !== ''));

/** The link to an address of the list. */
export function addressHref(path: string, address: Address): string {
  const [own = '', query = ''] = path.split('?');
  const all = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(address)]);
  return all.size > 0 ? `${own}?${all}` : own;
}

/** Whether the reader filtered the list. */
export const isNarrowed = (filters: readonly FilterName[], { depois: _, ...address }: Address): boolean =>
  Object.keys(address).some((field) => !filters.some(({ name, isTime }) => isTime && name === field));
