import { openCardPage } from '#lib/contract/finance.ts';
import type { Verb } from '../submit.ts';

/** Opens the payment house's page for a card, or asks whether it was paid there. @param page where its link stands */
export const openPage =
  (bill: number, page: string): Verb<never> =>
  async ({ api }) => {
    await api(openCardPage, { params: { id: bill } });
    return page;
  };
