import { daysUntil, shiftDay } from '../time/days.ts';

/** A school’s terms for agreements that payers make themselves. */
export interface AgreementTerms {
  ligado: boolean;
  parcelas_max: number;
  parcela_min_centavos: number;
  /** The allowed days by which the oldest bill is overdue. */
  atraso_min_dias: number;
  atraso_max_dias: number;
  /** The first bill of the plan is due within this many days. */
  primeiro_dias: number;
  /** A surcharge on the debt, in hundredths of a per cent; negative: a discount. */
  ajuste_bps: number;
}

const usualTerms: AgreementTerms = {
  ...{ ligado: false, parcelas_max: 6, parcela_min_centavos: 5_000 },
  ...{ atraso_min_dias: 5, atraso_max_dias: 180, primeiro_dias: 5, ajuste_bps: 0 },
};

/** Parses the terms of a school from the JSON in its row. */
export const agreementTermsOf = (acordo: string | null | undefined): AgreementTerms =>
  acordo ? (JSON.parse(acordo) as AgreementTerms) : usualTerms;

/** The surcharge or discount on a sum; fractions of a centavo are dropped. */
export function adjustmentOf(owed: number, { ajuste_bps }: Pick<AgreementTerms, 'ajuste_bps'>) {
  const part = Number((BigInt(owed) * BigInt(Math.abs(ajuste_bps))) / 10_000n);
  return ajuste_bps < 0
    ? { acrescimo_centavos: 0, desconto_centavos: part }
    : { acrescimo_centavos: part, desconto_centavos: 0 };
}

/** The sum of a plan, and its maximum number of installments, which is at least one. */
export function planLimits(owed: number, terms: AgreementTerms) {
  const { acrescimo_centavos, desconto_centavos } = adjustmentOf(owed, terms);
  const total = owed + acrescimo_centavos - desconto_centavos;
  const parcelas = Math.max(
    1,
    Math.min(terms.parcelas_max, Math.floor(total / Math.max(1, terms.parcela_min_centavos))),
  );
  return { total_centavos: total, parcelas_max: parcelas };
}

/** Whether the school offers the payer an agreement. @param late the last day to pay the oldest overdue bill on time */
export function isOffered(terms: AgreementTerms, late: string, today: string): boolean {
  const days = daysUntil(late, today);
  return terms.ligado && days >= Math.max(1, terms.atraso_min_dias) && days <= terms.atraso_max_dias;
}

/** The last day on which the first bill of a plan may be due. */
export const lastFirstDay = (today: string, { primeiro_dias }: Pick<AgreementTerms, 'primeiro_dias'>): string =>
  shiftDay(today, primeiro_dias);
