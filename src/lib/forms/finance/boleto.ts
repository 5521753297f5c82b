import type { Verb } from '../submit.ts';

/** Issues the boleto of a bill and cancels it. @param link replaces a login @param pages the next page of each */
export function boletoForms(bill: number, link: string | undefined, pages: { boleto: string; pix: string }) {
  const input = { id: bill, assinatura: link };
  return {
    emitir_boleto: async ({ api }) => {
      await api.finance.issueBoleto(input);
      return pages.boleto;
    },
    cancelar_boleto: async ({ api }) => {
      await api.finance.cancelBoleto(input);
      return pages.pix;
    },
  } satisfies Record<string, Verb<never>>;
}
