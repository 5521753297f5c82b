import type { Parcela } from '../contract/finance.schema.ts';
import { listInWords } from '../format/text.ts';

type Ways = Parcela['formas'];

const names = [
  ['pix', 'Pix'],
  ['boleto', 'boleto'],
  ['cartao', 'cartão'],
] as const;

/** Whether a card pays, here or on a page of the payment house. A host that does not tell its ways takes cards. */
export const takesCard = (ways: Ways | null): boolean =>
  ways === null || ways.includes('cartao') || ways.includes('pagina');

/**
 * The ways to pay in the portal as a sentence begins with them: “Pix ou cartão”. Every page, notice and template that
 * names a way asks here.
 *
 * @param ways null: a host that does not tell them
 * @returns null where people pay at the school alone
 */
export function waysInWords(ways: Ways | null): string | null {
  const known = ways ?? ['pix', 'cartao'];
  const isTaken = (way: Ways[number]) => (way === 'cartao' ? takesCard(known) : known.includes(way));
  const words = names.flatMap(([way, name]) => (isTaken(way) ? [name] : []));
  const text = listInWords(words, 'ou');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

export const payAtSchool = {
  title: 'Você paga na escola',
  sentence: 'Você paga na escola.',
  text: 'Esta escola não recebe pelo portal: pague na secretaria. Depois disso o recibo aparece aqui.',
};

/** How an order will be paid: the sentence under its total, and whether a card may pay it in instalments. */
export interface OrderPay {
  hint: string;
  takesCard: boolean;
}

/** @param ways null: a host that does not tell them */
export function orderPay(ways: Ways | null): OrderPay {
  const words = waysInWords(ways);
  if (words === null)
    return { hint: `${payAtSchool.sentence} O material é separado depois do pagamento.`, takesCard: false };
  if (!takesCard(ways)) return { hint: `${words}, à vista.`, takesCard: false };
  const others = waysInWords((ways ?? ['pix']).filter((way) => way !== 'cartao' && way !== 'pagina'));
  return { hint: `Parcelas são no cartão, sem juros.${others ? ` ${others}: à vista.` : ''}`, takesCard: true };
}
