import type { Parcela } from '../contract/finance.schema.ts';
import { listInWords } from '../format/text.ts';

type PaymentMethods = Parcela['formas'];

const names = [
  ['pix', 'Pix'],
  ['boleto', 'boleto'],
  ['cartao', 'cartão'],
] as const;

/**
 * Whether cards are accepted, here or on a page of the payment provider. A host without payment methods accepts cards.
 */
export const takesCard = (methods: PaymentMethods | null): boolean =>
  methods === null || methods.includes('cartao') || methods.includes('pagina');

/**
 * The payment methods of the portal at the beginning of a sentence: “Pix ou cartão”. Every page, notice and template with
 * payment methods uses it.
 *
 * @param methods null: the host does not name them
 * @returns null if people can only pay at the school
 */
export function methodsInWords(methods: PaymentMethods | null): string | null {
  const known = methods ?? ['pix', 'cartao'];
  const isTaken = (method: PaymentMethods[number]) => (method === 'cartao' ? takesCard(known) : known.includes(method));
  const words = names.flatMap(([method, name]) => (isTaken(method) ? [name] : []));
  const text = listInWords(words, 'ou');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

export const payAtSchool = {
  title: 'Você paga na escola',
  sentence: 'Você paga na escola.',
  text: 'Esta escola não recebe pelo portal: pague na secretaria. Depois disso o recibo aparece aqui.',
};

/** How an order is paid: the sentence under its total, and whether a card can pay it in installments. */
export interface OrderPay {
  hint: string;
  takesCard: boolean;
}

/** @param methods null: the host does not name them */
export function orderPay(methods: PaymentMethods | null): OrderPay {
  const words = methodsInWords(methods);
  if (words === null)
    return { hint: `${payAtSchool.sentence} O material é separado depois do pagamento.`, takesCard: false };
  if (!takesCard(methods)) return { hint: `${words}, à vista.`, takesCard: false };
  const others = methodsInWords((methods ?? ['pix']).filter((method) => method !== 'cartao' && method !== 'pagina'));
  return { hint: `Parcelas são no cartão, sem juros.${others ? ` ${others}: à vista.` : ''}`, takesCard: true };
}
