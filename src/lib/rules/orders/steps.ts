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
