import { partOf } from '#lib/api/part.ts';
import type { Corrected, FinishedUnit, ReviewedCard } from '#lib/contract/practice.schema.ts';
import { guestBook, isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { waitingKey } from '#lib/rules/device/unit-cache.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { mutate } from './operations.ts';
import { type GuestPractice, guestBoxOf } from './practice-guest.ts';
import {
  type Attempt,
  isEmptyWaiting,
  joinWaiting,
  type Position,
  type Review,
  type Waiting,
} from './practice-waiting.ts';
import { toast } from './toast.ts';

const MAX_AT_ONCE = 100;

/** One storage slot for each user of this browser, so that nobody sends another user’s answers. */
const ownBox = () => jsonBox<Partial<Waiting>>('local', waitingKey(pageUser()), isObject);

const read = (): Waiting => {
  const book = guestBook();
  return joinWaiting(book === undefined ? ownBox().read() : guestBoxOf(book).read());
};

/** @returns whether it outlives this page */
function write(waiting: Waiting): boolean {
  const book = guestBook();
  const box = book === undefined ? ownBox() : guestBoxOf(book);
  if (isEmptyWaiting(waiting)) {
    box.drop();
    return true;
  }
  if (book === undefined) return ownBox().keep(waiting);
  const before: GuestPractice | null = guestBoxOf(book).read();
  return guestBoxOf(book).keep({ ...before, ...waiting, book });
}

const sameReview = (a: Review, b: Review) => a.palavra_id === b.palavra_id && a.feita_em === b.feita_em;
const sameAttempt = (a: Attempt, b: Attempt) => a.id === b.id && a.body.iniciada_em === b.body.iniciada_em;

/**
 * Stores a rating before it is sent, so that a closed page or a lost connection loses none. @returns whether it outlives
 * this page
 */
export function keepReview(review: Review): boolean {
  const waiting = read();
  return write({ ...waiting, reviews: [...waiting.reviews, review] });
}

export function keepAttempt(attempt: Attempt): boolean {
  const waiting = read();
  return write({ ...waiting, attempts: [...waiting.attempts.filter((each) => !sameAttempt(each, attempt)), attempt] });
}

/**
 * Stores where an audio stopped, for a visitor whose position the school does not store yet. An audio that was heard to
 * its end stays so.
 */
export function keepHeard(position: Position): boolean {
  const waiting = read();
  const before = waiting.positions.find(({ id }) => id === position.id);
  const ouvido = position.body.ouvido || before?.body.ouvido === true;
  const others = waiting.positions.filter(({ id }) => id !== position.id);
  return write({ ...waiting, positions: [...others, { ...position, body: { ...position.body, ouvido } }] });
}

/** The server’s answer to the delivered ratings and tests. */
export interface Delivery {
  cards: ReviewedCard[];
  corrected: { id: number; result: Corrected }[];
  /** Units that these answers finished. */
  finished: FinishedUnit[];
  /** Whether answers still wait for a connection. */
  isWaiting: boolean;
}

let running: Promise<Delivery> | null = null;

/**
 * Sends what waits; the server counts a repeated answer once. One delivery at a time in this page. A call during a
 * delivery delivers again after it: the connection may be back, or an answer may have been added since.
 *
 * @returns everything delivered since the page last had nothing to send
 */
export function deliver(): Promise<Delivery> {
  const before = running;
  const mine = (before ? before.then(sendAll) : sendAll()).finally(() => {
    if (running === mine) running = null;
  });
  running = mine;
  return mine;
}

async function sendAll(before?: Delivery): Promise<Delivery> {
  const { cards = [], corrected = [], finished = [] } = before ?? {};
  const delivery: Delivery = {
    ...{ cards: [...cards], corrected: [...corrected], finished: [...finished] },
    isWaiting: false,
  };
  for (let reviews = take(); reviews.length > 0; reviews = take()) {
    const saved = await attempt(() => mutate('practice.saveReviews', { revisoes: reviews }));
    if (saved === 'unanswered') return { ...delivery, isWaiting: true };
    delivery.cards.push(...(saved?.cartoes ?? []));
    delivery.finished.push(...(saved?.concluidas ?? []));
    forgetReviews(reviews);
  }
  for (const each of read().attempts) {
    const result = await attempt(() => mutate('practice.submitPracticeTest', { id: each.id, ...each.body }));
    if (result === 'unanswered') return { ...delivery, isWaiting: true };
    if (result) delivery.corrected.push({ id: each.id, result });
    delivery.finished.push(...(result?.concluidas ?? []));
    const waiting = read();
    write({ ...waiting, attempts: waiting.attempts.filter((other) => !sameAttempt(other, each)) });
  }
  for (const each of read().positions) {
    const saved = await attempt(() => mutate('practice.saveAudioPosition', { id: each.id, ...each.body }));
    if (saved === 'unanswered') return { ...delivery, isWaiting: true };
    delivery.finished.push(...(saved?.concluidas ?? []));
    const waiting = read();
    write({ ...waiting, positions: waiting.positions.filter(({ id }) => id !== each.id) });
  }
  return delivery;
}

const take = () => read().reviews.slice(0, MAX_AT_ONCE);

function forgetReviews(sent: Review[]): void {
  const waiting = read();
  write({ ...waiting, reviews: waiting.reviews.filter((each) => !sent.some((other) => sameReview(each, other))) });
}

/** @returns null for a value that the server will never accept: it is discarded, and the reader is informed */
async function attempt<T>(send: () => Promise<T>): Promise<T | null | 'unanswered'> {
  const part = await partOf(send());
  if (part.ok) return part.data;
  if (![404, 409, 422].includes(part.status)) return 'unanswered';
  toast.error(practiceMessages.notAccepted);
  return null;
}
