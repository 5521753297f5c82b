import { AsyncLocalStorage } from 'node:async_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

const lanes = new AsyncLocalStorage<number>();

/** Does work for one person, in that person's lane of the write queue. */
export const onBehalfOf = <T>(userId: number, work: () => Promise<T>): Promise<T> => lanes.run(userId, work);

/** Starts long-lived work outside the person's lane; otherwise all its writes would count as that person's. */
export const onNobodysBehalf = (start: () => void): void => lanes.exit(start);

/** A write waited for its slot longer than callers wait for an answer. */
class WriteQueueFull extends Error {
  override name = 'WriteQueueFull';
  readonly code = 'WRITE_QUEUE_FULL';
}

/**
 * Event-loop turns between two writes in one slot, even while nobody waits. Otherwise simultaneous calls would all write within
 * one event-loop turn. One such turn accepts one new connection, so a class that connects at once would block everybody else for
 * one write each.
 */
const TURNS_BETWEEN = 16;

/** Does work after this many turns of the event loop. */
export function afterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else setImmediate(afterTurns, turns - 1, work);
}

type Lane = number | symbol;
interface Waiting {
  start(): void;
}

/**
 * Decides who writes next, round-robin between people; each person runs one write at a time. A person's writes lock the same
 * rows, so a second write would hold a connection only to wait for the first. Work without a person, such as a login, has a lane
 * of its own. Between two writes the process does other work.
 */
export class WriteQueue {
  readonly #longestWaitMs: number;
  #free: number;
  /** Lanes in the order of their next slots. */
  readonly #waiting = new Map<Lane, Waiting[]>();
  readonly #writing = new Set<Lane>();

  /** @param slots max. simultaneous writes. */
  constructor(slots: number, longestWaitMs = 15_000) {
    this.#free = slots;
    this.#longestWaitMs = longestWaitMs;
  }

  /** How many writes wait for a slot, and how many slots are free. */
  get load(): { waiting: number; free: number } {
    let waiting = 0;
    for (const lane of this.#waiting.values()) waiting += lane.length;
    return { waiting, free: this.#free };
  }

  /**
   * Waits for a slot.
   *
   * @returns a function that releases the slot; a second call does nothing.
   * @throws WriteQueueFull if no slot is free in time.
   */
  async enter(): Promise<() => void> {
    const lane = lanes.getStore() ?? Symbol('nobody');
    if (this.#free > 0 && !this.#writing.has(lane)) this.#take(lane);
    else await this.#turnOf(lane);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      afterTurns(TURNS_BETWEEN, () => this.#give(lane));
    };
  }

  #take(lane: Lane): void {
    this.#free -= 1;
    this.#writing.add(lane);
  }

  #give(lane: Lane): void {
    this.#writing.delete(lane);
    this.#free += 1;
    this.#sendToTheEnd(lane);
    this.#startNext();
  }

  #turnOf(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#leave(lane, mine);
        reject(new WriteQueueFull('nothing could be written in time'));
      }, this.#longestWaitMs);
      const mine: Waiting = {
        start() {
          clearTimeout(limit);
          resolve();
        },
      };
      this.#waiting.set(lane, [...(this.#waiting.get(lane) ?? []), mine]);
    });
  }

  #leave(lane: Lane, gone: Waiting): void {
    const left = this.#waiting.get(lane)?.filter((each) => each !== gone) ?? [];
    if (left.length > 0) this.#waiting.set(lane, left);
    else this.#waiting.delete(lane);
  }

  #startNext(): void {
    for (const [lane, [next, ...others]] of this.#waiting) {
      if (this.#free === 0) return;
      if (!next || this.#writing.has(lane)) continue;
      if (others.length > 0) this.#waiting.set(lane, others);
      else this.#waiting.delete(lane);
      this.#take(lane);
      next.start();
    }
  }

  /** A person who has just written and has more to write moves to the end of the queue. */
  #sendToTheEnd(lane: Lane): void {
    const more = this.#waiting.get(lane);
    if (!more) return;
    this.#waiting.delete(lane);
    this.#waiting.set(lane, more);
  }
}
