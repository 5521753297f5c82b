import type { Indicacao } from '#lib/contract/club.schema.ts';

const sequence = ['enviada', 'em_contato', 'matriculada', 'creditada'] as const;

export interface ReferralStep {
  key: (typeof sequence)[number];
  em: string | null;
  state: 'done' | 'now' | 'ahead';
}

/** The steps of a referral: reached ones with their date, and coming ones unless it has ended. */
export function referralSteps({ historico, status }: Pick<Indicacao, 'historico' | 'status'>): ReferralStep[] {
  const reached = new Map(historico.map((entry) => [entry.status, entry.em]));
  const last = Math.max(0, ...sequence.map((key, index) => (reached.has(key) || key === status ? index : 0)));
  const hasEnded = status === 'recusada' || status === 'duplicada';
  return sequence.slice(0, hasEnded ? last + 1 : sequence.length).map((key, index) => ({
    key,
    em: reached.get(key) ?? null,
    state: index > last ? 'ahead' : index === last && !hasEnded && index < sequence.length - 1 ? 'now' : 'done',
  }));
}

/** Referrals that can still end in an enrolment. */
export const pendingOf = <R extends Pick<Indicacao, 'status'>>(referrals: readonly R[]): R[] =>
  referrals.filter(({ status }) => status === 'enviada' || status === 'em_contato' || status === 'matriculada');

/** Points that pending referrals bring if the friends enrol. */
export const pendingSum = (referrals: readonly Pick<Indicacao, 'status' | 'pontos_previstos'>[]): number =>
  pendingOf(referrals).reduce((sum, { pontos_previstos }) => sum + pontos_previstos, 0);
