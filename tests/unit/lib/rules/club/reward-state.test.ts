import { expect, it } from 'vitest';
import { rewardState } from '../../../../../src/lib/rules/club/reward-state.ts';

const open = { ativo: true, estoque: null, valido_de: null, valido_ate: null };

it.each([
  ['ativa', {}],
  ['ativa', { estoque: 1, valido_de: '2026-11-21', valido_ate: '2026-11-21' }],
  ['esgotada', { estoque: 0 }],
  ['futura', { valido_de: '2026-11-22', estoque: 0 }],
  ['encerrada', { valido_ate: '2026-11-20', estoque: 0 }],
  ['arquivada', { ativo: false, valido_ate: '2026-11-20' }],
] as const)('a reward is %s with %j', (state, given) => {
  expect(rewardState({ ...open, ...given }, '2026-11-21')).toBe(state);
});
