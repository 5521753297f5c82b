import { setTimeout as pause } from 'node:timers/promises';
import type { Machine } from './machine.ts';

const BETWEEN_MS = 15;

/** What students did. */
export interface Done {
  answered: number;
  /** Answers of 5xx or another error, and connections that broke. */
  failed: string[];
  /** The last house number of each student that the portal acknowledged. */
  acknowledged: Map<string, string>;
}

/**
 * Students who write and read through the proxy at once until they are stopped. Each changes the own house number,
 * reads it back, and ends a tour.
 */
export function startLoad(machine: Machine, port: number, tokens: readonly string[]) {
  const done: Done = { answered: 0, failed: [], acknowledged: new Map() };
  let isOver = false;
  const work = tokens.map(async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const me = JSON.parse((await machine.ask(port, '/api/v1/users/me/', { headers })).text) as { id: number };
    // A proxy may send a PUT twice, and never a POST.
    const tour = JSON.stringify({ user_id: me.id, dashboard: true });
    for (let round = 1; !isOver; round += 1) {
      const number = String(round);
      const body = JSON.stringify({ street_number: number });
      const wrote = await told(() => machine.ask(port, '/api/v1/users/profile/', { method: 'PUT', headers, body }));
      if (wrote) done.acknowledged.set(token, number);
      await told(() => machine.ask(port, '/api/v1/users/me/', { headers }));
      await told(() => machine.ask(port, '/api/v1/driver-tour/', { method: 'POST', headers, body: tour }));
      await pause(BETWEEN_MS);
    }
  });
  async function told(ask: () => Promise<{ status: number; text: string }>): Promise<boolean> {
    try {
      const { status, text } = await ask();
      done.answered += 1;
      if (status !== 200) done.failed.push(`${status} ${text.slice(0, 120)}`);
      return status === 200;
    } catch (error) {
      done.failed.push(String(error));
      return false;
    }
  }
  return {
    async stop(): Promise<Done> {
      isOver = true;
      await Promise.all(work);
      return done;
    },
  };
}
