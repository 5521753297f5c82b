import { createHash } from 'node:crypto';

/** A connection of PostgreSQL keeps a plan for each, some tens of kB. */
const MAX_KEPT = 300;
const OFTEN = 3;
/** Texts with lists of odd lengths come once: they are forgotten from time to time. */
const MAX_SEEN = 1_000;
/** How much a pattern or a piece of a name finds hangs on its value, so its plan is made for it. */
const BY_VALUE = / (like|@>) /;

/** The texts of queries that come again and again, with other values. */
export class SteadyTexts {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();

  /** @returns under which name PostgreSQL keeps the plan; undefined: it has not come often yet, or enough are kept. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MAX_KEPT || BY_VALUE.test(text)) return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.set(text, times);
    if (times < OFTEN) return undefined;
    this.#seen.delete(text);
    // By the text itself: behind a pooler, a connection may know a statement from another process.
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}
