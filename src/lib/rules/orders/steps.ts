import { STATUS } from './status.ts';

/** A step that the staff of a school takes with an order (ORDER-14). */
export interface StaffStep {
  from: number;
  to: number;
  /** What its act is called. */
  name: string;
  label: string;
  key: string;
  /**
   * It needs neither a code nor a check of the single order: several orders can take it at once, and it can be undone.
   */
  isShared?: boolean;
}

export const staffSteps: readonly StaffStep[] = [
  {
    from: STATUS.waitingForTest,
    to: STATUS.waitingForPayment,
    name: 'liberar-pagamento',
    label: 'Liberar para pagamento',
    key: 'g',
  },
  { from: STATUS.processing, to: STATUS.waitingForPayment, name: 'abrir', label: 'Abrir o pagamento', key: 'a' },
  {
    from: STATUS.toAttend,
    to: STATUS.released,
    name: 'liberar',
    label: 'Liberar para separação',
    key: 'l',
    isShared: true,
  },
  { from: STATUS.released, to: STATUS.picking, name: 'separar', label: 'Começar a separar', key: 's', isShared: true },
  {
    from: STATUS.picking,
    to: STATUS.waitingForCarrier,
    name: 'embalar',
    label: 'Pronto para coleta',
    key: 'p',
    isShared: true,
  },
  { from: STATUS.waitingForCarrier, to: STATUS.collected, name: 'coletar', label: 'Registrar a coleta', key: 'c' },
  {
    from: STATUS.collected,
    to: STATUS.delivered,
    name: 'entregar',
    label: 'Confirmar a entrega',
    key: 'e',
    isShared: true,
  },
];

/** The one step forward that the staff may take; undefined if the next one is not theirs. */
export const staffStep = (status: number): StaffStep | undefined => staffSteps.find(({ from }) => from === status);

/** Staff may refuse a paid order before work on it begins, an order with a problem, or a book that does not fit. */
export const mayRefuse = (status: number): boolean =>
  status === STATUS.toAttend || status === STATUS.processing || status === STATUS.waitingForTest;

/** Whether several orders take the step to a status together. */
export const isShared = (to: number): boolean => staffSteps.some((step) => step.to === to && step.isShared);

/** The step to `collected` asks how to follow the delivery. */
export const asksForTracking = ({ to }: StaffStep): boolean => to === STATUS.collected;
