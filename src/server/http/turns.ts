import { onBehalfOf } from '../db/write-queue.ts';
import { tooMany } from './refusal.ts';

const MAX_RUNNING = 8;
const MAX_WAITING = 120;

/** How much of the process one person gets at a time. */
export interface Turns {
  /**
   * Serves a person's call after the person's earlier ones; the writes of persons take turns.
   *
   * @throws Refusal 429 if more calls wait than any page or device of ours sends.
   */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>;
}

interface Person {
  running: number;
  waiting: (() => void)[];
}

export function createTurns(maxRunning = MAX_RUNNING, maxWaiting = MAX_WAITING): Turns {
  const people = new Map<number, Person>();
  const enter = async (userId: number): Promise<Person> => {
    const person = people.get(userId) ?? { running: 0, waiting: [] };
    people.set(userId, person);
    if (person.running < maxRunning) {
      person.running += 1;
      return person;
    }
    if (person.waiting.length >= maxWaiting) {
      throw tooMany(2, 'Há envios demais seus ao mesmo tempo. Espere alguns segundos e tente de novo: nada se perdeu.');
    }
    // A call that ends hands its place over.
    await new Promise<void>((start) => person.waiting.push(start));
    return person;
  };
  const leave = (userId: number, person: Person) => {
    const next = person.waiting.shift();
    if (next) return next();
    person.running -= 1;
    if (person.running === 0) people.delete(userId);
  };
  return {
    async take(userId, work) {
      const person = await enter(userId);
      try {
        return await onBehalfOf(userId, work);
      } finally {
        leave(userId, person);
      }
    },
  };
}
