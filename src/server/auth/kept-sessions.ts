import type { Database } from '../db/connection.ts';
import type { Session } from '../http/ctx.ts';

const MAX_KEPT = 10_000;

/**
 * Sessions that were read since the database last changed, by the id of their token. Any write of any process ends all
 * of them, so a logout, a block or a lost role counts at the next call (S16). A database that cannot say at once whether
 * it changed keeps none.
 */
export class KeptSessions {
  readonly #version: Database['version'];
  #readAt: number | null = null;
  readonly #kept = new Map<string, Session>();

  constructor({ version }: Pick<Database, 'version'>) {
    this.#version = version;
  }

  /** @param read reads the session from the database, or refuses; a refusal is not kept. */
  async find(tokenId: string, read: () => Promise<Session>): Promise<Session> {
    if (!this.#version) return read();
    const version = this.#version();
    if (version !== this.#readAt || this.#kept.size >= MAX_KEPT) {
      this.#kept.clear();
      this.#readAt = version;
    }
    const known = this.#kept.get(tokenId);
    if (known) return known;
    const session = Object.freeze(await read());
    // What was read before a change that somebody has noticed meanwhile may be older than the change.
    if (this.#readAt === version) this.#kept.set(tokenId, session);
    return session;
  }
}
