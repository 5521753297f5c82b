import { daysUntil, shiftDay } from '../time/days.ts';

/** A step of the reminders of bills: so many days before or after the due day. */
export interface ReminderStep {
  /** Its number, by which what was sent is known. */
  passo: number;
  /** After the due day; before it if negative. */
  dias: number;
  ligado: boolean;
  /** The school's words; null: the portal's. */
  texto: string | null;
  /** Of a step that the school switched on or moved: what fell due before this day is not sent. */
  desde?: string;
}

/** The steps of a school that chose none (0189). */
const usualSteps: readonly ReminderStep[] = [-3, 0, 1, 7, 15].map((dias, at) => ({
  ...{ passo: at + 1, dias, ligado: dias <= 1, texto: null },
}));

/** The steps of a school, from its row: JSON. */
export const stepsOf = (lembretes: string | null | undefined): readonly ReminderStep[] =>
  lembretes ? (JSON.parse(lembretes) as ReminderStep[]) : usualSteps;

/** A reminder that had to wait for more days, for holidays or a reader's other reminders, is not sent. */
export const MAX_DAYS_LATE = 4;

export interface RemindedBill {
  vencimento: string;
  /** The last day in time: a due day without banking moves. */
  pagar_ate: string;
  /** The days of what was sent for this due day, as its steps were then; null: a clerk sent it. */
  enviados: readonly (number | null)[];
  /** The day until which the payer promised to pay. */
  prometida_para: string | null;
  /** `ate`: the last day without reminders; null: for ever. */
  pausa: { ate: string | null } | null;
}

/**
 * The reminder that is due for a bill today: the last step reached. Steps that fell into a promise or a pause are skipped.
 *
 * @param since the day on which the portal began to remind: steps reached before it are not sent
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
 * Days left of a bill, as its reminders say them: 0 is the last day in time, and it is late below.
 *
 * @param pagar_ate the last day in time: a due day without banking moves
 */
export function daysLeft(
  { vencimento, pagar_ate }: Pick<RemindedBill, 'vencimento' | 'pagar_ate'>,
  today: string,
): number {
  const days = daysUntil(today, vencimento);
  return today <= pagar_ate ? Math.max(0, days) : days;
}

/** Words with a value for each `{name}`. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** `3 dias antes`, `no vencimento`, `7 dias depois`. */
export function stepName(dias: number): string {
  if (dias === 0) return 'No vencimento';
  const count = Math.abs(dias) === 1 ? '1 dia' : `${Math.abs(dias)} dias`;
  return `${count} ${dias < 0 ? 'antes' : 'depois'}`;
}
