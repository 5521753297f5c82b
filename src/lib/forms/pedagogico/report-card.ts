import { createDocument } from '#lib/contract/account.ts';
import type { Verb } from '../submit.ts';

/** Makes the report of a class as PDF, and goes to its address. */
export const askForReport =
  (turmaId: number): Verb =>
  async ({ api }) =>
    (await api(createDocument, { body: { tipo: 'boletim', referencia: String(turmaId) } })).url;
