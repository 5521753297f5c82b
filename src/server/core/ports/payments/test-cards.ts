import type { DeclineReason } from './provider.ts';

/** How the sandbox handles a card. */
export type Scenario =
  | { kind: 'declined'; reason: DeclineReason }
  /** The answer never comes, but the charge succeeds. */
  | { kind: 'silent' }
  /** Under review first, then approved or declined. */
  | { kind: 'review'; ends: 'paid' | 'declined' };

/** Card numbers with a special result in the sandbox; any other valid number is approved (docs/payments.md). */
export const testCards: Readonly<Record<string, Scenario>> = {
  '4000000000001018': { kind: 'declined', reason: 'saldo_insuficiente' },
  '4000000000001026': { kind: 'declined', reason: 'nao_autorizado' },
  '4000000000001034': { kind: 'declined', reason: 'cartao_vencido' },
  '4000000000001042': { kind: 'declined', reason: 'cvv_invalido' },
  '4000000000001059': { kind: 'declined', reason: 'cartao_bloqueado' },
  '4000000000001067': { kind: 'declined', reason: 'limite_de_tentativas' },
  '4000000000001075': { kind: 'declined', reason: 'suspeita_de_fraude' },
  '4000000000001083': { kind: 'declined', reason: 'nao_processado' },
  '4000000000002016': { kind: 'silent' },
  '4000000000002024': { kind: 'review', ends: 'paid' },
  '4000000000002032': { kind: 'review', ends: 'declined' },
};
