import { partOf } from '#lib/api/part.ts';
import { createOrder } from '#lib/contract/orders.ts';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { formatCep } from '#lib/format/documents.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import {
  draftOf,
  type OrderDraft,
  type OrderLine,
  type OrderSubject,
  orderFieldOf,
  orderInput,
  orderProblems,
  quoteInput,
  readLines,
} from '#lib/rules/orders/form.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Submitted, Verb } from '../submit.ts';

type Values = Readonly<Record<string, string>>;

/** The initial choices: pick-up at the school, with the user’s address in case delivery is chosen. */
export const firstDraft = (itens: OrderLine[], { complement, cep, ...home }: Endereco): OrderDraft => ({
  itens,
  cupom: '',
  entrega: 'escola',
  endereco: { ...home, cep: formatCep(cep), complement: complement ?? '' },
  parcelas: 1,
});

/**
 * The form of an order without a script. Each button but the last one shows the form again with its price; the last one
 * orders at the price that the page showed.
 */
export const orderVerbs = (subject: OrderSubject, initial: OrderDraft): Record<'pedir' | 'outra', Verb<Values>> => ({
  pedir: async ({ api, values, key }) => {
    const draft = draftOf(values, initial);
    const problems = orderProblems(draft, values.termos === 'sim');
    if (Object.keys(problems).length > 0) refuse(problems);
    // The order is taken from the form alone. A first attempt may have emptied the cart or used the coupon, and a second
    // press must mean the same order.
    const turmaAlunoId = subject.turmaAlunoId ?? (Number(values.turma) || null);
    const order = orderInput(draft, { ...subject, turmaAlunoId }, draft.cupom !== values.cupom_sem_efeito);
    const body = { ...order, total_visto_centavos: Number(values.visto) || 0 };
    const { id } = await api(createOrder, { body }, key);
    return `${routes.orders.detail(id)}?novo=1`;
  },
  outra: async ({ api, values }) => {
    const [step] = readLines(values.passo);
    if (subject.isCart && step) await api.orders.setCartItem(step);
    return { done: values };
  },
});

/** How the form names the fields of the call. */
export const orderWords = { otherwise: orderMessages.notPlaced, nameOf: orderFieldOf };

/** What the form says after it was sent without a script. */
export interface SubmittedOrder {
  refused: Refusal | null;
  isAccepted: boolean;
  /** The choices came with a form. */
  isSent: boolean;
}

/** The form to show: its choices, their price, and its errors. A cart has the server’s content. */
export async function orderFormOf(
  api: PageApi,
  initial: OrderDraft,
  sent: Pick<Submitted<Values>, 'refused' | 'done'> | null,
  { isCart }: Pick<OrderSubject, 'isCart'>,
) {
  const { refused = null, done = null } = sent ?? {};
  const values = refused?.values ?? done ?? {};
  const draft = { ...draftOf(values, initial), ...(isCart && { itens: initial.itens }) };
  const quoted = await partOf(api.orders.quoteOrder(quoteInput(draft)));
  const max = quoted.ok ? quoted.data.parcelas_max : 1;
  const submitted: SubmittedOrder = {
    refused: refused && { problem: refused.problem, fields: refused.fields },
    isAccepted: values.termos === 'sim',
    isSent: sent !== null && (refused ?? done) !== null,
  };
  return {
    quoted,
    draft: { ...draft, parcelas: Math.min(draft.parcelas, max) },
    submitted,
    intent: refused?.chave ?? crypto.randomUUID(),
  };
}
