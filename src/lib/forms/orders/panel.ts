import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { markedOrders, sharedStep, statusBefore } from '#lib/rules/orders/steps.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { orderActs } from '#lib/words/orders-panel.ts';
import { idsIn } from '../marked.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** An order as the staff of its school sees it. */
export type SchoolOrder = AnswerOf<'orders.getSchoolOrder'>;

/** How the form says the refusals of the operation. */
export const stepWords = {
  otherwise: orderMessages.notMoved,
  nameOf: (field: string) => field.replace(/^rastreio\./, ''),
};

/** Moves an order of the school to its next state. @param next the page that opens after it, by the id of the order */
export const moveOrder =
  (next: (id: string) => string): Verb =>
  async (sent) => {
    const { pedido = '', para, transportadora = '', codigo = '', url = '' } = sent.values;
    const tracking = { transportadora, codigo, url };
    const isTracked = Object.values(tracking).some(Boolean);
    if (isTracked) checkTracking(tracking);
    await send(sent, pedido, { status_id: Number(para), ...(isTracked && { rastreio: tracking }) });
    return next(pedido);
  };

/** What became of several orders. */
export interface MovedOrders extends Readonly<AnswerOf<'orders.moveOrders'>> {
  /** Where the step leads that they took, or that was taken back. */
  step: number;
  isBack: boolean;
  /** Where those that moved stand now. */
  to: number;
}

/**
 * The forms of the list: one step of one order, the step that all marked orders share, and that step taken back.
 *
 * @param next the list after one order moved
 */
export function orderListForms(next: (id: string) => string): Record<string, Verb<MovedOrders>> {
  const move = async ({ api }: Sent, ids: number[], step: number, isBack: boolean) => {
    // The server refuses a step that is not one of these.
    const status_id = step as InputOf<'orders.moveOrders'>['status_id'];
    const answer = await api.orders.moveOrders({ ids, status_id, ...(isBack && { voltar: true }) });
    return { done: { ...answer, step, isBack, to: (isBack ? statusBefore(step) : null) ?? step } };
  };
  return {
    mover: moveOrder(next),
    avancar: (sent) => {
      const marked = markedOrders(sent.form.getAll('marcado').map(String)).slice(0, 100);
      if (marked.length === 0) refuse({ marcados: orderActs.noneMarked });
      const step = sharedStep(marked.map(({ status }) => status));
      if (!step) return refuse({ marcados: orderActs.mixed });
      return move(
        sent,
        marked.map(({ id }) => id),
        step.to,
        false,
      );
    },
    desfazer: (sent) => move(sent, idsIn(sent.values.ids), Number(sent.values.passo), true),
  };
}

/** Takes the money of an order at the counter: the form of its bill, sent from the page of the order. */
export const receiveOrder =
  (next: () => string): Verb =>
  async (sent) => {
    const { parcela = '', dia = '', forma } = sent.values;
    const body = { id: parcela, dia, forma: forma as 'dinheiro', total_visto_centavos: Number(sent.values.visto) || 0 };
    await sent.api.finance.payAtCounter(body, sent.key);
    return next();
  };

/** Refuses an order of the school. The student reads the reason. */
export const refuseOrder =
  (next: (id: string) => string): Verb =>
  async (sent) => {
    const { pedido = '', nota } = sent.values;
    if (!nota) refuse({ nota: orderMessages.reasonMissing });
    await send(sent, pedido, { status_id: STATUS.cancelled });
    return next(pedido);
  };

interface Tracking {
  transportadora: string;
  codigo: string;
  url: string;
}

const send = ({ api, values: { nota } }: Sent, id: string, body: { status_id: number; rastreio?: Tracking }) =>
  api.orders.updateOrderStatus({ id, ...body, ...(nota && { nota }) });

/** A code needs a carrier, and an address must open a page: otherwise nobody can follow the delivery. */
function checkTracking({ transportadora, codigo, url }: Tracking): void {
  const missing = {
    ...(!transportadora && { transportadora: 'Diga quem transporta' }),
    ...(!codigo && { codigo: 'Informe o código de rastreio' }),
    ...(!/^https:\/\/\S+\.\S+/.test(url) && { url: 'Cole o endereço completo, começando com https://' }),
  };
  if (Object.keys(missing).length > 0) refuse(missing);
}
