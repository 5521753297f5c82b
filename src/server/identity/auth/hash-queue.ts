import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { tooMany } from '../../core/http/refusal.ts';

// The library declares a const enum, which type stripping cannot read: 2 is Argon2id.
const ARGON2ID = 2 as Algorithm;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Long enough that a class that logs in at once waits instead of being refused. */
const MAX_WAIT_MS = 8_000;

/**
 * Runs as many Argon2id hashes at a time as there are cores, so that many logins do not block the event loop and other
 * calls.
 */
export class HashQueue {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #decoy: Promise<string> | undefined;

  constructor(width = availableParallelism()) {
    this.#width = width;
  }

  /** @throws Refusal 429 after eight seconds in the queue. */
  hash(password: string): Promise<string> {
    return this.#run(() => hash(password, PARAMETERS));
  }

  /**
   * @returns false for a wrong password and for an invalid hash. @throws Refusal 429 after eight seconds in the queue.
   */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.#run(() => verify(passwordHash, password).catch(() => false));
  }

  /** A hash that matches no password; verifying it costs as much as a real one. It skips the queue, so it is never refused. */
  decoy(): Promise<string> {
    this.#decoy ??= hash(randomUUID(), PARAMETERS).catch((error: unknown) => {
      this.#decoy = undefined;
      throw error;
    });
    return this.#decoy;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await this.#wait();
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(tooMany(2, 'Muita gente entrando agora. Tente de novo em alguns segundos.'));
      }, MAX_WAIT_MS);
      this.#waiting.push(enter);
    });
  }
}
