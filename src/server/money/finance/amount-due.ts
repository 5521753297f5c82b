import { daysUntil, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOf } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { type BankCalendar, bankDayFrom, calendarsOf, nationalCalendar } from './bank-days.ts';
import { type BillRow, type ParcelaRow, schoolOf } from './queries.ts';

/** The amount of a bill due on a day, and its parts. Centavos. */
export interface AmountDue {
  /** The discount for paying in time, plus those of the club and of the office. */
  desconto: number;
  multa: number;
  juros: number;
  /** Earlier payments that did not pay the bill in full. */
  antes: number;
  total: number;
}

/**
 * The last day on which a bill is in time. A due day that is no banking day moves to the next one. An order and a payment abroad
 * keep their exact time.
 */
export const payableUntil = (
  row: Pick<ParcelaRow, 'vencimento' | 'pedido_id' | 'cambio_id'>,
  calendar: BankCalendar,
): string =>
  row.pedido_id === null && row.cambio_id === null ? bankDayFrom(row.vencimento, calendar) : row.vencimento;

/**
 * The amount due of a bill, equal for pages, charges, notices and links. The discount is for paying in time. For an open bill,
 * fine and interest are computed daily from the school's terms; the row's own values do not count. An order, an exchange or a
 * trip has neither: it costs the agreed price until it expires. A bill that is paid or being paid costs what was charged.
 */
export function amountDue(row: ParcelaRow & Partial<BillRow>, basis: LateFeeBasis): AmountDue {
  if (row.status !== 'aberta') return paidParts(row);
  const { valor_centavos: valor, desconto_centavos } = row;
  const isOfCourse = row.pedido_id === null && row.cambio_id === null && row.usa_pagamento_id === null;
  if (!isOfCourse || payableUntil(row, basis.calendar) >= basis.today) return sum(row, desconto_centavos, 0, 0);
  if (row.sem_encargos) return sum(row, 0, 0, 0);
  const { multa, juros } = lateFee(valor, row.vencimento, basis);
  return sum(row, 0, multa, juros);
}

/** The charged parts of a bill that is paid or being paid, otherwise the parts in its row. */
export function paidParts(row: ParcelaRow & Partial<BillRow>): AmountDue {
  const charged = row.cobrado_centavos ?? null;
  if (charged !== null) return chargedParts(row, charged);
  return sum(row, row.desconto_centavos, row.multa_centavos, row.juros_centavos);
}

/** The discounts of the club and of the office do not depend on the day of payment. */
function sum(
  { valor_centavos: valor, credito_centavos, abatimento_centavos, pago_parcial_centavos: antes }: ParcelaRow,
  punctual: number,
  multa: number,
  juros: number,
): AmountDue {
  const desconto = punctual + credito_centavos + abatimento_centavos;
  return { desconto, multa, juros, antes, total: valor - desconto + multa + juros - antes };
}

/** The parts of an amount at the time of its charge. Older charges only have the amount. */
function chargedParts(row: ParcelaRow & Partial<BillRow>, total: number): AmountDue {
  const { valor_centavos: valor, pago_parcial_centavos: antes, cobrado_multa, cobrado_juros } = row;
  const isStored = typeof cobrado_multa === 'number' && typeof cobrado_juros === 'number';
  const { multa, juros } = isStored ? { multa: cobrado_multa, juros: cobrado_juros } : likelyParts(row, total);
  // An overpaid amount, which is returned, is not a discount.
  return { desconto: Math.max(0, valor + multa + juros - antes - total), multa, juros, antes, total };
}

/** The parts in the row, otherwise computed by the rule of that time. */
function likelyParts({ valor_centavos, credito_centavos, multa_centavos, juros_centavos }: ParcelaRow, total: number) {
  if (multa_centavos > 0 || juros_centavos > 0) return { multa: multa_centavos, juros: juros_centavos };
  const more = Math.max(0, total + credito_centavos - valor_centavos);
  const multa = Math.min(more, fineOf(valor_centavos, usualTerms));
  return { multa, juros: more - multa };
}

/** A school's terms for a late instalment. Hundredths of a per cent, and days. */
export interface Terms {
  /** Charged once. */
  multa_bps: number;
  /** Per month, counted for each day of delay. */
  juros_bps: number;
  /** Days after the due day that are still free of charge. */
  carencia_dias: number;
  /** The terms of bills due before a day, as JSON: see `termsOn`. */
  termos_antes?: string | null;
}

/** Terms of bills due before the day `ate`, `YYYY-MM-DD`. */
type EarlierTerms = Omit<Terms, 'termos_antes'> & { ate: string };

/** The earlier terms of a school, the oldest first. */
export const earlierTerms = ({ termos_antes }: Terms): EarlierTerms[] =>
  termos_antes ? (JSON.parse(termos_antes) as EarlierTerms[]) : [];

/** The terms of a bill follow its due day: a change never touches what was due before it (0057). */
const termsOn = (terms: Terms, due: string): Terms => earlierTerms(terms).find(({ ate }) => due < ate) ?? terms;

/** The input of the computation: the day, the terms for late bills and the holidays of the unit. */
export interface LateFeeBasis {
  /** `YYYY-MM-DD`. */
  today: string;
  terms: Terms;
  calendar: BankCalendar;
}

/** The maximum of the consumer code, and the default terms of a school. */
export const usualTerms: Terms = { multa_bps: 200, juros_bps: 100, carencia_dias: 0 };

const DAYS_OF_A_MONTH = 30n;
const WHOLE = 10_000n;

/** The fine only, which does not grow. Centavos. */
const fineOf = (centavos: number, { multa_bps }: Pick<Terms, 'multa_bps'>): number =>
  Number((BigInt(centavos) * BigInt(multa_bps)) / WHOLE);

/**
 * Fine and interest of a late bill. A due day that is no banking day moves to the next one, and so does the end of the days of
 * grace. After the grace, interest counts from the moved due day.
 *
 * @param due the due day, `YYYY-MM-DD`
 * @returns centavos; a part below one centavo is dropped.
 */
export function lateFee(
  centavos: number,
  due: string,
  { today, terms: school, calendar }: LateFeeBasis,
): { multa: number; juros: number } {
  const terms = termsOn(school, due);
  const until = bankDayFrom(due, calendar);
  if (today <= bankDayFrom(shiftDay(until, terms.carencia_dias), calendar)) return { multa: 0, juros: 0 };
  const days = daysUntil(until, today);
  return {
    multa: fineOf(centavos, terms),
    juros: Number((BigInt(centavos) * BigInt(terms.juros_bps) * BigInt(days)) / (WHOLE * DAYS_OF_A_MONTH)),
  };
}

/** The day at a person's school, `YYYY-MM-DD`: a bill is in time until the end of that day there. */
export async function schoolDay({ config }: Pick<School, 'config'>, db: Db, userId: number, at: Date): Promise<string> {
  return dayIn(await zoneOf(db, config, userId), at);
}

/** The basis for the bills of a unit at an instant, from its row; without a unit, the portal's day and the default terms. */
export function lateFeeBasisIn(
  { config }: Pick<School, 'config'>,
  at: Date,
  unit?: Terms & { timezone: string },
  calendar = nationalCalendar,
): LateFeeBasis {
  const today = dayIn(zoneOr(unit?.timezone, config.SCHOOL_TIME_ZONE), at);
  return { today, terms: unit ?? usualTerms, calendar };
}

/** As above, for a unit by its id. */
export async function lateFeeBasisOf(
  school: Pick<School, 'config'>,
  db: Db,
  unitId: number | null,
  at: Date,
): Promise<LateFeeBasis> {
  const unit = unitId === null ? undefined : await schoolOf(db, unitId);
  return unit ? lateFeeBasisIn(school, at, unit, (await calendarsOf(db, [unit]))(unit.id)) : lateFeeBasisIn(school, at);
}

type OfUnit = Pick<ParcelaRow, 'company_id'>;

/** As above, for bills of any units: a student who moved has bills of two (0110). */
export async function lateFeeBasesOf(
  school: Pick<School, 'config'>,
  db: Db,
  bills: readonly OfUnit[],
  at: Date,
): Promise<(bill: OfUnit) => LateFeeBasis> {
  const known = new Map<number | null, LateFeeBasis>();
  for (const unitId of new Set(bills.map(({ company_id }) => company_id))) {
    known.set(unitId, await lateFeeBasisOf(school, db, unitId, at));
  }
  return ({ company_id }) => known.get(company_id) as LateFeeBasis;
}
