import { atom, type WritableAtom } from 'nanostores';
import { isObject, pageUser } from '#lib/rules/device/device-box.ts';

/** A shared value with its time. */
export interface Fact<T> {
  name: string;
  /** null: unknown, or changed in a way that only the server knows. */
  value: T | null;
  /** Milliseconds since 1970, by the clock of this browser. 0: never known. */
  at: number;
}

export type Shared<T> = WritableAtom<Fact<T>>;

type AnyFact = Fact<string | number>;

/** One message between the tabs of a browser. */
interface TabMessage {
  user: string;
  /** null: the user logged out. */
  facts: AnyFact[] | null;
}

const CHANNEL = 'portal_shared';
const stores = new Map<string, WritableAtom<AnyFact>>();
let channel: BroadcastChannel | null = null;

/** A store that the shell, islands and the other tabs of the same user share. Its first value comes with the page. */
export function shared<T extends string | number>(name: string): Shared<T> {
  const store = atom<Fact<T>>({ name, value: null, at: 0 });
  stores.set(name, store as unknown as WritableAtom<AnyFact>);
  return store;
}

/** Sets the server’s answer, in the other tabs too. @param value null: the page does not know the new value. */
export function updateShared<T extends string | number>(store: Shared<T>, value: T | null): void {
  const { name, at } = store.get();
  const fact = { name, value, at: Math.max(Date.now(), at + 1) };
  store.set(fact);
  send([fact]);
}

/**
 * Sets the value of the rendered page. An answer to a request after the page’s is newer and stays. @param at time of the
 * page’s request
 */
export function seedShared<T extends string | number>(store: Shared<T>, value: T, at: number): void {
  const known = store.get();
  if (at >= known.at) store.set({ name: known.name, value, at });
}

/** Shares values with the other tabs, in both directions. A visitor’s page does neither. */
export function connectTabs(): void {
  if (channel || pageUser() === '' || !('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => hear(data);
  shareKnown();
}

/** Sends all values of this page to the other tabs, which take newer ones. */
export const shareKnown = (): void => send([...stores.values()].map((store) => store.get()).filter(({ at }) => at > 0));

/** An open channel keeps a page out of the browser’s back/forward cache. */
export function disconnectTabs(): void {
  channel?.close();
  channel = null;
}

/** On logout, clears the values in all tabs of this user. */
export function clearShared(): void {
  channel?.postMessage({ user: pageUser(), facts: null } satisfies TabMessage);
  forget();
}

function send(facts: AnyFact[]): void {
  if (facts.length > 0) channel?.postMessage({ user: pageUser(), facts } satisfies TabMessage);
}

/** Takes newer values. It sends nothing, so no message goes in circles. */
function hear(data: unknown): void {
  if (!isMessage(data) || data.user !== pageUser()) return;
  if (data.facts === null) forget();
  for (const fact of data.facts ?? []) {
    const store = stores.get(fact.name);
    if (store && fact.at > store.get().at) store.set(fact);
  }
}

function forget(): void {
  for (const [name, store] of stores) store.set({ name, value: null, at: 0 });
}

/** A tab may still run an earlier version of the portal. */
function isMessage(data: unknown): data is TabMessage {
  if (!isObject(data)) return false;
  const { facts } = data as Partial<TabMessage>;
  return facts === null || (Array.isArray(facts) && facts.every((fact) => isObject(fact) && Number.isFinite(fact.at)));
}

/** Name and picture of the logged-in user, in one text. */
export const $person = shared<string>('person');

/** The points that the member can spend. */
export const $points = shared<number>('points');

/** The open amount, in centavos. */
export const $due = shared<number>('due');

/** How many notices are unread. */
export const $unread = shared<number>('unread');

/** How many pieces in the cart can be ordered. */
export const $cart = shared<number>('cart');

/** The number of today’s tasks: submissions, words, practice. */
export const $today = shared<number>('today');
