import type { OrderStatus } from '#lib/contract/orders.schema.ts';

/** The ids of the status list (ORDER-02). There is no 0 and no 3. */
export const STATUS = {
  waitingForTest: -3,
  cancelled: -2,
  processing: -1,
  waitingForPayment: 1,
  toAttend: 2,
  released: 4,
  picking: 5,
  waitingForCarrier: 6,
  collected: 7,
  delivered: 8,
} as const;

type Texts = Pick<OrderStatus, 'name' | 'colour' | 'description'> & { passo?: number };

const statuses: Readonly<Record<number, Texts>> = {
  [STATUS.waitingForTest]: {
    name: 'Aguardando teste de nível',
    colour: '#BE185D',
    description: 'Termine o teste de inglês para liberar o pagamento.',
  },
  [STATUS.cancelled]: { name: 'Cancelado', colour: '#6B7280', description: 'Este pedido foi cancelado.' },
  [STATUS.processing]: {
    name: 'Processando pedido',
    colour: '#B45309',
    description: 'Estamos conferindo o pedido. Pode ter ocorrido um problema: se demorar, fale com a escola.',
  },
  [STATUS.waitingForPayment]: {
    name: 'Aguardando pagamento',
    colour: '#D97706',
    description: 'Pague em até 7 dias. Depois disso o pedido é cancelado.',
    passo: 1,
  },
  [STATUS.toAttend]: {
    name: 'A atender',
    colour: '#2563EB',
    description: 'Pagamento recebido. A escola vai preparar o seu material.',
    passo: 2,
  },
  [STATUS.released]: {
    name: 'Liberado para separação',
    colour: '#0891B2',
    description: 'O pedido foi liberado para o estoque.',
    passo: 3,
  },
  [STATUS.picking]: {
    name: 'Em separação',
    colour: '#0E7490',
    description: 'Seu material está sendo separado.',
    passo: 4,
  },
  [STATUS.waitingForCarrier]: {
    name: 'Aguardando transportadora',
    colour: '#4F46E5',
    description: 'Tudo embalado, à espera da coleta.',
    passo: 5,
  },
  [STATUS.collected]: {
    name: 'Coletado pela transportadora',
    colour: '#7C3AED',
    description: 'Seu material está a caminho.',
    passo: 6,
  },
  [STATUS.delivered]: { name: 'Entregue', colour: '#15803D', description: 'Pedido entregue. Bons estudos!', passo: 7 },
};

export const statusIds: readonly number[] = Object.values(STATUS);
const FINAL: ReadonlySet<number> = new Set([STATUS.cancelled, STATUS.delivered]);

/** A status in words; an unknown id is shown as its number in a neutral colour, never as an error (ORDER-13). */
export function orderStatus(id: number): OrderStatus {
  const known = statuses[id];
  if (!known) return { id, name: String(id), colour: '#6B7280', description: '', final: false, passo: null };
  const { passo = null, ...texts } = known;
  return { id, ...texts, final: FINAL.has(id), passo };
}
