import { confirmPresence } from '#lib/contract/pedagogico.ts';
import type { Verb } from '../submit.ts';

/** Confirms the student’s presence at today’s lesson. @param next the following page */
export const confirmOwnPresence =
  (next: string): Verb =>
  async ({ api, values: { presenca = '' } }) => {
    await api(confirmPresence, { params: { id: presenca }, body: { presente: true } });
    return next;
  };
