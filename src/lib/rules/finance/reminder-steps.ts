import { daysUntil, shiftDay } from '../time/days.ts';

/** A step of the reminders of bills: a number of days before or after the due date. */
export interface ReminderStep {
  /** Its number, which identifies sent reminders. */
  passo: number;
  /** Days after the due date; negative: before it. */
  dias: number;
  ligado: boolean;
  /** The school’s text; null: the portal’s default. */
  texto: string | null;
  /** Set if the school switched the step on or moved it: reminders that were due before this day are not sent. */
  desde?: string;
}

/** The default steps (0189). */
const usualSteps: readonly ReminderStep[] = [-3, 0, 1, 7, 15].map((dias, at) => ({
  ...{ passo: at + 1, dias, ligado: dias <= 1, texto: null },
}));

/** Parses the steps of a school from the JSON in its row. */
export const stepsOf = (lembretes: string | null | undefined): readonly ReminderStep[] =>
  lembretes ? (JSON.parse(lembretes) as ReminderStep[]) : usualSteps;

/** A reminder that is delayed longer, by holidays or the reader’s other reminders, is not sent. */
export const MAX_DAYS_LATE = 4;

export interface RemindedBill {
  vencimento: string;
  /** The last day to pay on time: a due date that is no banking day moves. */
  pagar_ate: string;
  /** `dias` of the reminders already sent for this due date; null: sent by a clerk. */
  enviados: readonly (number | null)[];
  /** The day until which the payer promised to pay. */
  prometida_para: string | null;
  /** `ate`: the last day without reminders; null: without end. */
  pausa: { ate: string | null } | null;
}

/**
 * The reminder of a bill that is due today: the last step reached. Steps within a promise or a pause are skipped.
 *
 * @param since the day on which the portal started to send reminders: steps reached before it are not sent
 */
export function stepOn(
  steps: readonly ReminderStep[],
  bill: RemindedBill,
  { today, since }: { today: string; since: string },
): ReminderStep | null {
  const dayOf = ({ dias }: ReminderStep) => shiftDay(dias > 0 ? bill.pagar_ate : bill.vencimento, dias);
  const reached = steps.filter((step) => step.ligado && dayOf(step) <= today).toSorted((a, b) => a.dias - b.dias);
  const last = reached.at(-1);
  if (!last || bill.pausa?.ate === null) return null;
  const day = dayOf(last);
  const isSent = bill.enviados.some((dias) => dias !== null && dias >= last.dias);
  const isOver = daysUntil(day, today) > MAX_DAYS_LATE || (last.dias <= 0 && today > bill.pagar_ate);
  const isBefore = day <= since || day < (last.desde ?? '');
  const isCovered = [bill.prometida_para, bill.pausa?.ate].some((until) => until != null && day <= until);
  return isSent || isOver || isBefore || isCovered ? null : last;
}

/**
 * Days left for a bill, as its reminders count them: 0 on the last day to pay on time, negative when overdue.
 *
 * @param pagar_ate the last day to pay on time: a due date that is no banking day moves
 */
export function daysLeft(
  { vencimento, pagar_ate }: Pick<RemindedBill, 'vencimento' | 'pagar_ate'>,
  today: string,
): number {
  const days = daysUntil(today, vencimento);
  return today <= pagar_ate ? Math.max(0, days) : days;
}

/** Replaces each `{name}` in a text with its value. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** `3 dias antes`, `no vencimento`, `7 dias depois`. */
export function stepName(dias: number): string {
  if (dias === 0) return 'No vencimento';
  const count = Math.abs(dias) === 1 ? '1 dia' : `${Math.abs(dias)} dias`;
  return `${count} ${dias < 0 ? 'antes' : 'depois'}`;
}
