/** Why members see a reward, or why not. */
export type RewardState = 'ativa' | 'arquivada' | 'esgotada' | 'futura' | 'encerrada';

interface Offered {
  ativo: boolean;
  estoque?: number | null | undefined;
  /** `YYYY-MM-DD` */
  valido_de?: string | null | undefined;
  valido_ate?: string | null | undefined;
}

/** @param today of the school, `YYYY-MM-DD`. */
export function rewardState({ ativo, estoque, valido_de, valido_ate }: Offered, today: string): RewardState {
  if (!ativo) return 'arquivada';
  if (valido_ate && valido_ate < today) return 'encerrada';
  if (valido_de && valido_de > today) return 'futura';
  return estoque === 0 ? 'esgotada' : 'ativa';
}
