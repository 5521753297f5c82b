import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';
import { GUEST_PRACTICE, waitingKey } from '#lib/rules/device/unit-cache.ts';
import { isEmptyWaiting, joinWaiting, type Waiting } from './practice-waiting.ts';

/** Practice with an empty book before its registration (GUARD-05): only on this device, for the open book. */
export interface GuestPractice extends Waiting {
  /** The uuid of the book. */
  book: string;
  /** Who adopts it: the id of a user, or `novo` if the answer to a registration had no account. */
  claimedBy?: string;
}

/** Means an account that was just created here, whose id is unknown. It matches the next user of this browser. */
export const NEW_ACCOUNT = 'novo';

const box = () => jsonBox<GuestPractice>('local', GUEST_PRACTICE, isObject);

/** The practice of a book. Only one book at a time: practice of another book is discarded. */
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

/** How much practice of a book this device has; null for none. */
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

/** Marks the practice for adoption: it is sent once the book belongs to the account. */
export function claimTried(book: string, claimedBy: string): void {
  const tried = guestBoxOf(book).read();
  if (tried) guestBoxOf(book).keep({ ...tried, claimedBy });
}

export const dropTried = (): void => box().drop();

/**
 * Moves adopted practice to the user’s own unsent answers, once the book is no longer open here. Practice that nobody
 * adopted is deleted with the book, and adopted practice goes to no other user.
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
