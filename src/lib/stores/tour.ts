import { api } from '#lib/api/browser.ts';
import type { TourRoute } from '#lib/contract/tour.schema.ts';
import { type Box, textBox } from '#lib/rules/device/device-box.ts';
import type { TourMemory } from '#lib/rules/tour/tour-rule.ts';

const shown = textBox('session', 'portal_tour_shown');
const unsaved = textBox('local', 'portal_tour_unsaved');

const keyOf = (route: string, userId: number) => `${userId}:${route}`;

const read = (box: Box<string>): Set<string> => new Set((box.read() ?? '').split(',').filter(Boolean));

function note(box: Box<string>, key: string, isIn: boolean): void {
  const keys = read(box);
  if (isIn) keys.add(key);
  else keys.delete(key);
  if (keys.size > 0) box.keep([...keys].join(','));
  else box.drop();
}

export const tourMemory = (route: string, userId: number): TourMemory => ({
  wasShown: read(shown).has(keyOf(route, userId)),
  isUnsaved: read(unsaved).has(keyOf(route, userId)),
});

/** Prevents the tour from starting by itself again in this session. */
export const noteShown = (route: string, userId: number) => note(shown, keyOf(route, userId), true);

/**
 * Stores that a tour is done: on this device at once, on the server when it answers, else at the next visit (TOUR-03).
 */
export async function markDone(route: string, userId: number): Promise<void> {
  const key = keyOf(route, userId);
  note(unsaved, key, true);
  try {
    const { markTourDone } = await import('#lib/contract/tour.ts');
    await api(markTourDone, { body: { user_id: userId, [route as TourRoute]: true } });
    note(unsaved, key, false);
  } catch {
    // It stays marked as unsaved.
  }
}
