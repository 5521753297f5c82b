/** The grade scale of every school so far, and the passing grade. */
export const scale = { minimo: 0, maximo: 10, aprovacao: 7 } as const;
/** A lower attendance fails. */
export const LEAST_PRESENCE_PERCENT = 75;

export interface Graded {
  nota: number | null;
  nota_maxima: number;
  peso: number;
}

/** Grades, their maximum and their weight are integers of millionths, so that no float rounds a grade down. */
const PARTS = 1e6;
const integerOf = (value: number) => BigInt(Math.round(value * PARTS));

/**
 * Weighted mean of the existing grades, on the scale, by integers: an exact 6.95 is 7.0. A missing grade is not a zero
 * (PED-05).
 *
 * @returns one decimal, rounded half up; null without any grade.
 */
export function meanOf(grades: readonly Graded[]): number | null {
  const graded = grades.filter((grade): grade is Graded & { nota: number } => grade.nota !== null && grade.peso > 0);
  const weight = graded.reduce((sum, { peso }) => sum + integerOf(peso), 0n);
  if (weight === 0n) return null;
  // A common denominator, divisible by all maximums.
  const whole = [...new Set(graded.map(({ nota_maxima }) => integerOf(nota_maxima)))].reduce(
    (all, each) => all * each,
    1n,
  );
  const sum = graded.reduce(
    (total, { nota, nota_maxima, peso }) =>
      total + (integerOf(nota) * integerOf(peso) * whole) / integerOf(nota_maxima),
    0n,
  );
  const [tenths, one] = [sum * BigInt(scale.maximo * 10), weight * whole];
  return Number((2n * tenths + one) / (2n * one)) / 10;
}

/** Whether a student passes a class. */
export const passes = (media: number, presencePercent: number): boolean =>
  media >= scale.aprovacao && presencePercent >= LEAST_PRESENCE_PERCENT;
