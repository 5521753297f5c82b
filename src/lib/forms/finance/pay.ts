import type { PayForm } from '#lib/rules/finance/pay-page.ts';
import type { Verb } from '../submit.ts';
import { boletoForms } from './boleto.ts';
import { askForPix } from './pix.ts';

/**
 * Opens the payment provider’s card page, or checks whether the bill was paid there. @param page that shows its link
 */
const openPage =
  (bill: number, page: string): Verb<never> =>
  async ({ api }) => {
    await api.finance.openCardPage({ id: bill });
    return page;
  };

/** Cancels the debit of a bill. @param page to pay in another way */
const takeBack =
  (bill: number, page: string): Verb<never> =>
  async ({ api }) => {
    await api.finance.withdrawDebit({ id: bill });
    return page;
  };

/**
 * The forms of the owner’s page to pay bills. @param hrefOf the page for a payment method; a boleto or card pays one bill
 */
export function payForms(bills: readonly number[], hrefOf: (forma?: PayForm) => string) {
  const [bill = 0] = bills;
  return {
    ...boletoForms(bill, undefined, { boleto: hrefOf('boleto'), pix: hrefOf() }),
    cancelar_debito: takeBack(bill, hrefOf()),
    abrir_pagina: openPage(bill, hrefOf('pagina')),
    outra: askForPix({ bills }),
  };
}
