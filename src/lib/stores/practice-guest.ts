import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';
import { GUEST_PRACTICE, waitingKey } from '#lib/rules/device/unit-cache.ts';
import { isEmptyWaiting, joinWaiting, type Waiting } from './practice-waiting.ts';

/** Practice of an empty book before its registration (GUARD-05): on this device alone, for the book that is open. */
export interface GuestPractice extends Waiting {
  /** The uuid of the book. */
  book: string;
  /** Who takes it along: the id of a user, or `novo` where the answer to a registration named no account. */
  claimedBy?: string;
}

/** Stands for an account that was just made here, and whose id is not known. The next user of this browser counts as it. */
export const NEW_ACCOUNT = 'novo';

const box = () => jsonBox<GuestPractice>('local', GUEST_PRACTICE, isObject);

/** What was tried of a book. One book at a time: the practice of another one is nothing. */
export const guestBoxOf = (book: string) =>
  jsonBox<GuestPractice>(
    'local',
    GUEST_PRACTICE,
    (value) => isObject(value) && (value as Partial<GuestPractice>).book === book,
  );

export interface Tried {
  words: number;
  tests: number;
  sounds: number;
}

/** How much was tried of a book on this device; null for nothing. */
export function triedOf(book: string): Tried | null {
  const tried = guestBoxOf(book).read();
  if (!tried || isEmptyWaiting(tried)) return null;
  const { reviews = [], attempts = [], positions = [] } = tried;
  return {
    words: new Set(reviews.map(({ palavra_id }) => palavra_id)).size,
    tests: new Set(attempts.map(({ id }) => id)).size,
    sounds: positions.length,
  };
}

/** The person takes it along: it is sent as practice once the book is in the account. */
export function claimTried(book: string, claimedBy: string): void {
  const tried = guestBoxOf(book).read();
  if (tried) guestBoxOf(book).keep({ ...tried, claimedBy });
}

export const dropTried = (): void => box().drop();

/**
 * Moves claimed practice to the user's own answers that wait, once the book is no longer open here. What nobody claimed
 * goes with the book, and what a user claimed goes to no other one.
 *
 * @param openBook the empty book that this browser still has open
 */
export function adoptTried(userId: string, openBook: string | undefined): void {
  const tried = box().read();
  if (!tried || tried.book === openBook) return;
  const { book: _book, claimedBy, ...practice } = tried;
  if (claimedBy === NEW_ACCOUNT || claimedBy === userId) {
    const own = jsonBox<Partial<Waiting>>('local', waitingKey(userId), isObject);
    own.keep(joinWaiting(own.read(), practice));
  }
  dropTried();
}
