import type { Verb } from '../submit.ts';

/** Makes the report of a class as PDF, and goes to its address. */
export const askForReport =
  (turmaId: number): Verb =>
  async ({ api }) =>
    (await api.account.createDocument({ tipo: 'boletim', referencia: String(turmaId) })).url;
