import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** Staff of many schools at once; what leaves the cache is only asked again. */
const MAX_PEOPLE = 1_000;

/**
 * One answer for a person that the next pages show again without asking: what counts for the navigation. It ends after a
 * minute, since others write too, and with whatever the person writes in this process: another process of the portal may
 * show the former counts until then.
 */
export class UserCache {
  readonly #now: () => Date;
  readonly #answers = new Map<number, { until: number; answer: Promise<unknown> }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** undefined: nothing is cached of the person. */
  get<T>(userId: number): Promise<T> | undefined {
    const found = this.#answers.get(userId);
    return found && found.until > this.#now().getTime() ? (found.answer as Promise<T>) : undefined;
  }

  /** Asks, and caches the answer unless it fails. */
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
