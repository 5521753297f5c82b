import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS, statusIds } from './status.ts';

export interface TimelineEntry {
  id: number;
  name: string;
  colour: string;
  description: string;
  /** `ended`: where a cancelled order stopped. */
  state: 'done' | 'now' | 'ahead' | 'ended';
  /** When it was reached; null if it is ahead, or if no time was stored. */
  em: string | null;
  nota: string | null;
}

export interface Timeline {
  /** The steps from payment to delivery that this order can take. */
  steps: TimelineEntry[];
  /** The current state, if it is not one of these steps. */
  side: TimelineEntry | null;
}

const sequence = statusIds.map(orderStatus).filter(({ passo }) => typeof passo === 'number');
/** Texts for an order that the student picks up, which has no carrier. */
const atSchool = new Map<number, { name: string; description: string }>([
  [STATUS.waitingForCarrier, { name: 'Embalado', description: 'Seu material está embalado e segue para a escola.' }],
  [STATUS.collected, { name: 'Pronto para retirar', description: 'Seu material espera por você na escola.' }],
]);

const isBehind = (status: number, other: number) =>
  (orderStatus(status).passo ?? Number.POSITIVE_INFINITY) < (orderStatus(other).passo ?? 0);

/**
 * The steps of an order (ORDER-02…13). Waiting, failed and unknown statuses are shown beside them; a cancelled order
 * shows only the steps that it reached.
 */
export function orderTimeline({
  status,
  historico,
  entrega,
}: Pick<PreInvoice, 'status' | 'historico' | 'entrega'>): Timeline {
  // An undone step leads back to a state that was reached before, which keeps its earlier day.
  const forward = historico.filter(
    ({ status_id }, index) => !isBehind(status_id, historico[index - 1]?.status_id ?? status_id),
  );
  const reached = (id: number) => forward.findLast(({ status_id }) => status_id === id);
  const entry = (of: (typeof sequence)[number], state: TimelineEntry['state']): TimelineEntry => {
    const { em = null, nota = null } = reached(of.id) ?? {};
    const { id, colour } = of;
    const { name, description } = (entrega.tipo === 'escola' && atSchool.get(id)) || of;
    return { id, name, colour, description, state, em: state === 'ahead' ? null : em, nota: nota ?? null };
  };
  const current = status.passo ?? null;
  if (current !== null) {
    const stateOf = (passo: number) => (passo < current ? 'done' : passo === current ? 'now' : 'ahead');
    return { steps: sequence.map((each) => entry(each, stateOf(each.passo ?? 0))), side: null };
  }
  const side = entry(status, 'now');
  if (!status.final) return { steps: sequence.map((each) => entry(each, 'ahead')), side };
  const behind = sequence.filter(({ id }) => reached(id));
  return { steps: behind.map((each) => entry(each, each === behind.at(-1) ? 'ended' : 'done')), side };
}
