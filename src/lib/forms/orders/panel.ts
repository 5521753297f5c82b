import { updateOrderStatus } from '#lib/contract/orders.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** How the form says the refusals of the call. */
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
  api(updateOrderStatus, { params: { id }, body: { ...body, ...(nota && { nota }) } });

/** A code needs a carrier, and an address must open a page: otherwise nobody can follow the delivery. */
function checkTracking({ transportadora, codigo, url }: Tracking): void {
  const missing = {
    ...(!transportadora && { transportadora: 'Diga quem transporta' }),
    ...(!codigo && { codigo: 'Informe o código de rastreio' }),
    ...(!/^https:\/\/\S+\.\S+/.test(url) && { url: 'Cole o endereço completo, começando com https://' }),
  };
  if (Object.keys(missing).length > 0) refuse(missing);
}
