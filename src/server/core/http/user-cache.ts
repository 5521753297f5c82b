import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** Enough for the staff of many schools at once; what is evicted is read again. */
const MAX_PEOPLE = 1_000;

/**
 * Caches one value for a person across pages: the counts in the navigation. It expires after a minute, since others write too,
 * and whenever the person writes in this process. Another process of the portal may show the previous counts until then.
 */
export class UserCache {
  readonly #now: () => Date;
  readonly #answers = new Map<number, { until: number; answer: Promise<unknown> }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** undefined: nothing is cached for the person. */
  get<T>(userId: number): Promise<T> | undefined {
    const found = this.#answers.get(userId);
    return found && found.until > this.#now().getTime() ? (found.answer as Promise<T>) : undefined;
  }

  /** Reads the value, and caches it unless reading fails. */
  put<T>(userId: number, ask: () => Promise<T>): Promise<T> {
    const answer = ask();
    if (this.#answers.size >= MAX_PEOPLE) this.#answers.clear();
    const mine = { until: this.#now().getTime() + MINUTE_MS, answer };
    this.#answers.set(userId, mine);
    answer.catch(() => {
      if (this.#answers.get(userId) === mine) this.#answers.delete(userId);
    });
    return answer;
  }

  forget(userId: number): void {
    this.#answers.delete(userId);
  }
}
