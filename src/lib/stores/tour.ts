import type { TourRoute } from '#lib/contract/tour.schema.ts';
import type { TourMemory } from '#lib/tour-rule.ts';

const SHOWN = 'portal_tour_shown';
const UNSAVED = 'portal_tour_unsaved';

const keyOf = (route: string, userId: number) => `${userId}:${route}`;

function read(storage: Storage, name: string): Set<string> {
  return new Set((storage.getItem(name) ?? '').split(',').filter(Boolean));
}

function note(storage: Storage, name: string, key: string, isIn: boolean): void {
  const keys = read(storage, name);
  if (isIn) keys.add(key);
  else keys.delete(key);
  if (keys.size > 0) storage.setItem(name, [...keys].join(','));
  else storage.removeItem(name);
}

export const tourMemory = (route: string, userId: number): TourMemory => ({
  wasShown: read(sessionStorage, SHOWN).has(keyOf(route, userId)),
  isUnsaved: read(localStorage, UNSAVED).has(keyOf(route, userId)),
});

/** From now on the tour does not start by itself in this session. */
export const noteShown = (route: string, userId: number) => note(sessionStorage, SHOWN, keyOf(route, userId), true);

/** Stores that a tour is done: here at once, on the server when it answers, else at the next visit (TOUR-03). */
export async function markDone(route: string, userId: number): Promise<void> {
  const key = keyOf(route, userId);
  note(localStorage, UNSAVED, key, true);
  try {
    const [{ api }, { markTourDone }] = await Promise.all([
      import('#lib/api/browser.ts'),
      import('#lib/contract/tour.ts'),
    ]);
    await api(markTourDone, { body: { user_id: userId, [route as TourRoute]: true } });
    note(localStorage, UNSAVED, key, false);
  } catch {
    // It stays noted as unsaved.
  }
}
