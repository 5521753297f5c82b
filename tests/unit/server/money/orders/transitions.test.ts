import { describe, expect, it } from 'vitest';
import { orderStatus, statusIds } from '../../../../../src/lib/rules/orders/status.ts';
import { type Actor, mayMove } from '../../../../../src/server/money/orders/transitions.ts';

const actors: readonly Actor[] = ['sistema', 'aluno', 'equipe'];

/** ORDER-14 and ORDER-16, word for word; every other pair is refused. */
const allowed = new Set([
  '-3 → 1 equipe',
  '-3 → -2 equipe',
  '-3 → 1 sistema',
  '-3 → -2 aluno',
  '-1 → 1 sistema',
  '-1 → 1 equipe',
  '-1 → -2 sistema',
  '-1 → -2 aluno',
  '-1 → -2 equipe',
  '1 → 2 sistema',
  '1 → -2 sistema',
  '1 → -2 aluno',
  '2 → 4 equipe',
  '2 → -2 equipe',
  '4 → 5 equipe',
  '5 → 6 equipe',
  '6 → 7 equipe',
  '7 → 8 equipe',
]);

describe('allowed transitions between statuses', () => {
  const every = statusIds.flatMap((from) => statusIds.flatMap((to) => actors.map((by) => [from, to, by] as const)));

  it.each(every)('%i → %i by %s', (from, to, by) => {
    expect(mayMove(from, to, by)).toBe(allowed.has(`${from} → ${to} ${by}`));
  });

  it('unknown statuses have no transitions', () => {
    for (const by of actors) {
      for (const [from, to] of [
        [0, 1],
        [3, 4],
        [1, 3],
        [99, -2],
      ]) {
        expect(mayMove(from ?? 0, to ?? 0, by)).toBe(false);
      }
    }
  });
});

describe('the status list', () => {
  it.each([
    [-3, 'Aguardando teste de nível', '#BE185D', false, null],
    [-2, 'Cancelado', '#6B7280', true, null],
    [-1, 'Processando pedido', '#B45309', false, null],
    [1, 'Aguardando pagamento', '#D97706', false, 1],
    [2, 'A atender', '#2563EB', false, 2],
    [4, 'Liberado para separação', '#0891B2', false, 3],
    [5, 'Em separação', '#0E7490', false, 4],
    [6, 'Aguardando transportadora', '#4F46E5', false, 5],
    [7, 'Coletado pela transportadora', '#7C3AED', false, 6],
    [8, 'Entregue', '#15803D', true, 7],
  ])('ORDER-03…12 %i is %s', (id, name, colour, final, passo) => {
    expect(orderStatus(id)).toMatchObject({ id, name, colour, final, passo });
    expect(orderStatus(id).description).toMatch(/\S/);
  });

  it('ORDER-02 the status list has ten entries with different names and colours', () => {
    expect(statusIds).toHaveLength(10);
    for (const key of ['name', 'colour'] as const)
      expect(new Set(statusIds.map((id) => orderStatus(id)[key])).size).toBe(10);
  });

  it.each([0, 3, 9, -7])('ORDER-13 %i is its number in a neutral colour', (id) => {
    expect(orderStatus(id)).toMatchObject({ id, name: String(id), colour: '#6B7280', final: false, passo: null });
  });
});
