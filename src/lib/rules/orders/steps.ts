import { plural } from '#lib/format/money.ts';
import { STATUS } from './status.ts';

/** What the staff of a school can do next with an order. */
export interface StaffStep {
  to: number;
  /** What the button says. */
  label: string;
}

const steps: Readonly<Record<number, StaffStep>> = {
  [STATUS.waitingForTest]: { to: STATUS.waitingForPayment, label: 'Liberar para pagamento' },
  [STATUS.processing]: { to: STATUS.waitingForPayment, label: 'Abrir o pagamento' },
  [STATUS.toAttend]: { to: STATUS.released, label: 'Liberar para separação' },
  [STATUS.released]: { to: STATUS.picking, label: 'Começar a separar' },
  [STATUS.picking]: { to: STATUS.waitingForCarrier, label: 'Pronto para coleta' },
  [STATUS.waitingForCarrier]: { to: STATUS.collected, label: 'Registrar a coleta' },
  [STATUS.collected]: { to: STATUS.delivered, label: 'Confirmar a entrega' },
};

/** The one step forward that the staff may take (ORDER-14); null if the next one is not theirs. */
export const staffStep = (status: number): StaffStep | null => steps[status] ?? null;

/** The staff may refuse a paid order before anybody begins it, an order that hangs, or a book that does not fit. */
export const mayRefuse = (status: number): boolean =>
  status === STATUS.toAttend || status === STATUS.processing || status === STATUS.waitingForTest;

/** The step to `collected` asks how to follow the delivery. */
export const asksForTracking = (status: number): boolean => steps[status]?.to === STATUS.collected;

const orders = (count: number) => plural(count, 'pedido', 'pedidos');

/**
 * Steps that need neither a code nor a look at the single order, by where they lead: several orders take them together.
 * What the button says for so many.
 */
const together: Readonly<Record<number, (count: number) => string>> = {
  [STATUS.released]: (count) => `Liberar ${orders(count)} para separação`,
  [STATUS.picking]: (count) => `Começar a separar ${orders(count)}`,
  [STATUS.waitingForCarrier]: (count) => `Marcar ${orders(count)} como ${count === 1 ? 'pronto' : 'prontos'}`,
  [STATUS.delivered]: (count) => `Confirmar a entrega de ${orders(count)}`,
};

/** A step that several orders can take together. */
export interface SharedStep extends StaffStep {
  labelOf: (count: number) => string;
}

/** The step that an order can take together with others; null if it has none. */
export function stepTogether(status: number): SharedStep | null {
  const step = staffStep(status);
  const labelOf = step && together[step.to];
  return step && labelOf ? { ...step, labelOf } : null;
}

/** The step that all these orders can take together; null if they stand in different places, or have none. */
export function sharedStep(statuses: readonly number[]): SharedStep | null {
  const [first, ...others] = statuses;
  return first !== undefined && others.every((status) => status === first) ? stepTogether(first) : null;
}

/** Where an order stood before it took such a step. @param to where the step leads */
export function statusBefore(to: number): number | null {
  const from = Object.keys(steps).find((status) => stepTogether(Number(status))?.to === to);
  return from === undefined ? null : Number(from);
}

const marked = /^([1-9]\d{0,8}):(-?\d{1,3})$/;

/** Orders that are marked in a list, as its form names them: `12:4`, the id and the status that was seen. */
export const markedOrders = (texts: readonly string[]): { id: number; status: number }[] =>
  texts.flatMap((text) => {
    const [, id, status] = marked.exec(text) ?? [];
    return id && status ? [{ id: Number(id), status: Number(status) }] : [];
  });
