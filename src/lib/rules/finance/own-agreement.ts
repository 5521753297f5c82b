import { daysUntil, shiftDay } from '../time/days.ts';

/** What a school lets payers agree to by themselves. */
export interface AgreementTerms {
  ligado: boolean;
  parcelas_max: number;
  parcela_min_centavos: number;
  /** The oldest bill is late for so many days at least, and at most. */
  atraso_min_dias: number;
  atraso_max_dias: number;
  /** The first bill of the plan is due within so many days. */
  primeiro_dias: number;
  /** On top of what is owed, in hundredths of a per cent; below 0: off it. */
  ajuste_bps: number;
}

const usualTerms: AgreementTerms = {
  ...{ ligado: false, parcelas_max: 6, parcela_min_centavos: 5_000 },
  ...{ atraso_min_dias: 5, atraso_max_dias: 180, primeiro_dias: 5, ajuste_bps: 0 },
};

/** The terms of a school, from its row: JSON. */
export const agreementTermsOf = (acordo: string | null | undefined): AgreementTerms =>
  acordo ? (JSON.parse(acordo) as AgreementTerms) : usualTerms;

/** What is added to a sum, and what is taken off it; a part below one centavo is dropped. */
export function adjustmentOf(owed: number, { ajuste_bps }: Pick<AgreementTerms, 'ajuste_bps'>) {
  const part = Number((BigInt(owed) * BigInt(Math.abs(ajuste_bps))) / 10_000n);
  return ajuste_bps < 0
    ? { acrescimo_centavos: 0, desconto_centavos: part }
    : { acrescimo_centavos: part, desconto_centavos: 0 };
}

/** What a plan costs, and its most instalments: one at least. */
export function planLimits(owed: number, terms: AgreementTerms) {
  const { acrescimo_centavos, desconto_centavos } = adjustmentOf(owed, terms);
  const total = owed + acrescimo_centavos - desconto_centavos;
  const parcelas = Math.max(
    1,
    Math.min(terms.parcelas_max, Math.floor(total / Math.max(1, terms.parcela_min_centavos))),
  );
  return { total_centavos: total, parcelas_max: parcelas };
}

/** Whether the school lets who pays agree. @param late the last day in time of the oldest late bill */
export function isOffered(terms: AgreementTerms, late: string, today: string): boolean {
  const days = daysUntil(late, today);
  return terms.ligado && days >= Math.max(1, terms.atraso_min_dias) && days <= terms.atraso_max_dias;
}

/** The last day on which the first bill of a plan may be due. */
export const lastFirstDay = (today: string, { primeiro_dias }: Pick<AgreementTerms, 'primeiro_dias'>): string =>
  shiftDay(today, primeiro_dias);
