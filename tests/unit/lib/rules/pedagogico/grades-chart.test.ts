import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gradesChart } from '../../../../../src/lib/rules/pedagogico/grades-chart.ts';

const escala = { minimo: 0, maximo: 10, aprovacao: 7 };
const avaliacao = (nota: number | null, nota_maxima = 10) => ({
  id: 1,
  nome: 'Oral test',
  habilidade: 'speaking' as const,
  data: '2026-05-01',
  nota,
  nota_maxima,
  peso: 1,
});
const periodo = (...notas: (number | null)[]) => ({
  id: 1,
  nome: '1º período',
  liberado: true,
  avaliacoes: notas.map((nota) => avaliacao(nota)),
});

it('the chart of grades is empty without grades', () => {
  expect(gradesChart({ escala, periodos: [] })).toBeNull();
  expect(gradesChart({ escala, periodos: [periodo(null, null), periodo()] })).toBeNull();
});

it('the chart of grades draws a column for each grade, none for a missing one, and a zero as an empty column', () => {
  const chart = gradesChart({ escala, periodos: [periodo(10, null, 0), periodo(null)] });
  expect(chart?.bars.map(({ grade }) => grade)).toEqual([10, 0]);
  expect(chart?.groups).toHaveLength(1);
  expect(chart?.bars[1]?.height).toBe(0);
});

it('the chart of grades puts every grade on one scale', () => {
  const chart = gradesChart({ escala, periodos: [{ ...periodo(), avaliacoes: [avaliacao(15, 20), avaliacao(7.5)] }] });
  expect(chart?.bars[0]?.y).toBe(chart?.bars[1]?.y);
});

it('the chart of grades keeps all columns inside the drawing, without overlap', () => {
  const grade = fc.option(fc.double({ min: 0, max: 10, noNaN: true }));
  const periods = fc.array(fc.array(grade, { maxLength: 8 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(periods, (all) => {
      const chart = gradesChart({ escala, periodos: all.map((notas) => periodo(...notas)) });
      if (!chart) return;
      chart.bars.forEach(({ x, y, width, height }, index) => {
        expect(x).toBeGreaterThanOrEqual(-0.1);
        expect(x + width).toBeLessThanOrEqual(chart.width + 0.1);
        expect(y + height).toBeCloseTo(chart.floor);
        const next = chart.bars[index + 1];
        if (next) expect(next.x).toBeGreaterThan(x + width - 0.2);
      });
    }),
  );
});
