import { afterTurns, onBehalfOf } from '../db/write-queue.ts';
import { tooMany } from './refusal.ts';

const MAX_RUNNING = 8;
const MAX_WAITING = 120;

/** How many calls of one person run at a time. */
export interface RequestSlots {
  /**
   * Runs a person's call after that person's earlier ones; writes alternate between people.
   *
   * @throws Refusal 429 if more calls wait than our pages and devices ever send.
   */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>;
}

interface Person {
  running: number;
  waiting: (() => void)[];
  /** One of this person's calls has just started: the next one has to wait some event-loop turns. */
  hasStarted: boolean;
}

/**
 * Event-loop turns between two calls of a person. On SQLite a call may run from start to end without a pause, so without turns in
 * between the calls of one person would run before everybody else's. Somebody who sends many at a time waits longer, since a
 * write of somebody else takes some turns.
 */
const TURNS_BETWEEN = { few: 1, many: 4 } as const;

export function createRequestSlots(maxRunning = MAX_RUNNING, maxWaiting = MAX_WAITING): RequestSlots {
  const people = new Map<number, Person>();
  const start = (userId: number, person: Person) => {
    person.running += 1;
    person.hasStarted = true;
    afterTurns(person.waiting.length > maxRunning ? TURNS_BETWEEN.many : TURNS_BETWEEN.few, () => {
      person.hasStarted = false;
      goOn(userId, person);
    });
  };
  const goOn = (userId: number, person: Person) => {
    if (person.hasStarted || person.running === maxRunning) return;
    const next = person.waiting.shift();
    if (next) {
      start(userId, person);
      next();
    } else if (person.running === 0) people.delete(userId);
  };
  const enter = (userId: number): { person: Person; slot: Promise<void> | null } => {
    const person = people.get(userId) ?? { running: 0, waiting: [], hasStarted: false };
    people.set(userId, person);
    if (person.running + person.waiting.length >= maxRunning + maxWaiting) {
      throw tooMany(2, 'Há envios demais seus ao mesmo tempo. Espere alguns segundos e tente de novo: nada se perdeu.');
    }
    const isFirst = person.running < maxRunning && person.waiting.length === 0 && !person.hasStarted;
    if (!isFirst) return { person, slot: new Promise<void>((begin) => person.waiting.push(begin)) };
    start(userId, person);
    return { person, slot: null };
  };
  return {
    async take(userId, work) {
      const { person, slot } = enter(userId);
      if (slot) await slot;
      try {
        return await onBehalfOf(userId, work);
      } finally {
        person.running -= 1;
        goOn(userId, person);
      }
    },
  };
}
