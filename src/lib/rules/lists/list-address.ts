import { MAX_SEARCH } from './list-query.ts';

/** What a list shows, as the fields of its address. `depois` names the place of a later page. */
export type Address = Readonly<Record<string, string>>;

/** A filter of a list by its name in the address, and the values that it takes. */
export interface FilterName {
  name: string;
  takes: readonly string[] | RegExp | ((value: string) => boolean);
  /** It chooses a day, a month or a year: where nothing is, nothing was narrowed down. */
  isTime?: boolean;
  /** The field of the operation that it fills in; absent: its name. */
  field?: string;
}

/** What is asked at an address: its fields, under the names of the operation. */
export function inputAt(filters: readonly FilterName[], address: Address): Address {
  const fields = new Map(filters.map(({ name, field = name }) => [name, field]));
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [fields.get(name) ?? name, value]));
}

/** The field of the address of a record that names an act to begin. */
export const NAMED_ACT = 'fazer';

const MAX_PLACE = 300;

/** The fields of an address that a list knows; senseless values are left out, so that no address is broken. */
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

/** Another address of the list. A change of anything but the page begins with the first page. */
export const changed = (address: Address, part: Address): Address =>
  Object.fromEntries(Object.entries({ ...address, depois: '', ...part }).filter(([, value]) => value !== ''));

/** Where an address of the list leads. */
export function addressHref(path: string, address: Address): string {
  const [own = '', query = ''] = path.split('?');
  const all = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(address)]);
  return all.size > 0 ? `${own}?${all}` : own;
}

/** Whether the reader narrowed the list down. */
export const isNarrowed = (filters: readonly FilterName[], { depois: _, ...address }: Address): boolean =>
  Object.keys(address).some((field) => !filters.some(({ name, isTime }) => isTime && name === field));
