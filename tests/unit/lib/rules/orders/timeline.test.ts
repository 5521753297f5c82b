import { describe, expect, it } from 'vitest';
import { orderStatus } from '../../../../../src/lib/rules/orders/status.ts';
import { orderTimeline } from '../../../../../src/lib/rules/orders/timeline.ts';

const entry = (status_id: number, day: number) => ({
  status_id,
  em: `2026-03-0${day}T12:00:00.000Z`,
  por: 'sistema' as const,
});
const by = (tipo: 'escola' | 'endereco', status: number, ...path: number[]) =>
  orderTimeline({
    status: orderStatus(status),
    historico: path.map((id, index) => entry(id, index + 1)),
    entrega: { tipo },
  });
const of = (status: number, ...path: number[]) => by('endereco', status, ...path);
const shape = ({ steps }: ReturnType<typeof of>) => steps.map(({ id, state }) => `${id} ${state}`);

describe('the timeline of an order', () => {
  it('steps before the current status are done, later ones ahead', () => {
    expect(shape(of(5, 1, 2, 4, 5))).toEqual(['1 done', '2 done', '4 done', '5 now', '6 ahead', '7 ahead', '8 ahead']);
    expect(of(5, 1, 2, 4, 5).side).toBeNull();
    expect(
      of(2, 1, 2)
        .steps.map(({ em }) => em?.slice(0, 10) ?? null)
        .slice(0, 3),
    ).toEqual(['2026-03-01', '2026-03-02', null]);
  });

  it('a step that was undone is ahead again, and the step before it keeps its day', () => {
    const days = (status: number, ...path: number[]) =>
      of(status, ...path).steps.map(({ em }) => em?.slice(9, 10) ?? '-');
    expect(days(2, 1, 2, 4, 2).join('')).toBe('12-----');
    expect(days(4, 1, 2, 4, 2, 4).join('')).toBe('125----');
    expect(shape(of(2, 1, 2, 4, 2)).slice(1, 3)).toEqual(['2 now', '4 ahead']);
  });

  it('an order for pickup has no carrier in its steps', () => {
    const names = (tipo: 'escola' | 'endereco') => by(tipo, 6, 1, 2, 4, 5, 6).steps.map(({ name }) => name);
    expect(names('escola').slice(4)).toEqual(['Embalado', 'Pronto para retirar', 'Entregue']);
    expect(names('endereco').slice(4)).toEqual([
      'Aguardando transportadora',
      'Coletado pela transportadora',
      'Entregue',
    ]);
  });

  it.each([-3, -1])('the status %i is shown beside the steps, all of them ahead', (status) => {
    const timeline = of(status, status);
    expect(timeline.side).toMatchObject({ id: status, state: 'now', em: '2026-03-01T12:00:00.000Z' });
    expect(new Set(timeline.steps.map(({ state }) => state))).toEqual(new Set(['ahead']));
    expect(timeline.steps).toHaveLength(7);
  });

  it('the steps of a cancelled order end where it was cancelled', () => {
    expect(shape(of(-2, 1, 2, -2))).toEqual(['1 done', '2 ended']);
    expect(shape(of(-2, -3, -2))).toEqual([]);
    expect(of(-2, 1, 2, -2).side).toMatchObject({ id: -2, name: 'Cancelado' });
  });

  it('ORDER-13 an unknown status is shown as its number', () => {
    const timeline = of(3, 1, 3);
    expect(timeline.side).toMatchObject({ id: 3, name: '3' });
    expect(timeline.steps).toHaveLength(7);
  });
});
