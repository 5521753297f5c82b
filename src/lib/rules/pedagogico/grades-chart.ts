import type { Notas } from '#lib/contract/pedagogico.schema.ts';

/** One column of the chart, in units of its `viewBox`. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  grade: number;
  name: string;
}
export interface Group {
  name: string;
  /** The middle of the period’s columns. */
  x: number;
}
export interface Chart {
  width: number;
  height: number;
  /** The y coordinate of zero. */
  floor: number;
  /** The y coordinate of the passing grade. */
  passing: number;
  bars: Bar[];
  groups: Group[];
}

const WIDTH = 360;
const TOP = 22;
const FLOOR = 176;
const HEIGHT = 204;
const GAP_OF_PERIODS = 18;

/**
 * Columns of the grades so far, grouped by period, on the class’s scale.
 *
 * @returns null before the first grade
 */
export function gradesChart({ periodos, escala }: Pick<Notas, 'periodos' | 'escala'>): Chart | null {
  const span = escala.maximo - escala.minimo;
  const yOf = (share: number) => Math.round((FLOOR - share * (FLOOR - TOP)) * 10) / 10;
  const graded = periodos
    .map(({ nome, avaliacoes }) => ({
      nome,
      marks: avaliacoes.flatMap(({ nota, nota_maxima, nome: name }) =>
        nota === null ? [] : [{ name, share: Math.min(1, Math.max(0, nota / nota_maxima)) }],
      ),
    }))
    .filter(({ marks }) => marks.length > 0);
  const count = graded.reduce((sum, { marks }) => sum + marks.length, 0);
  if (count === 0) return null;
  const step = (WIDTH - GAP_OF_PERIODS * (graded.length - 1)) / count;
  const width = Math.min(34, step * 0.72);
  const bars: Bar[] = [];
  const groups: Group[] = [];
  let left = 0;
  for (const { nome, marks } of graded) {
    for (const [index, { name, share }] of marks.entries()) {
      const y = yOf(share);
      bars.push({
        x: Math.round((left + index * step + (step - width) / 2) * 10) / 10,
        y,
        width,
        height: FLOOR - y,
        grade: escala.minimo + share * span,
        name,
      });
    }
    groups.push({ name: nome, x: left + (marks.length * step) / 2 });
    left += marks.length * step + GAP_OF_PERIODS;
  }
  return {
    width: WIDTH,
    height: HEIGHT,
    floor: FLOOR,
    passing: yOf((escala.aprovacao - escala.minimo) / span),
    bars,
    groups,
  };
}
