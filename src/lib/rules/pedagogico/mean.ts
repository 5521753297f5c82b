/** The scale of every school so far, and the grade that passes. */
export const scale = { minimo: 0, maximo: 10, aprovacao: 7 } as const;
/** Less presence than this fails. */
export const LEAST_PRESENCE_PERCENT = 75;

export interface Graded {
  nota: number | null;
  nota_maxima: number;
  peso: number;
}

/**
 * Weighted mean of the existing grades, on the scale. A missing grade is not a zero (PED-05).
 *
 * @returns one decimal; null without any grade.
 */
export function meanOf(grades: readonly Graded[]): number | null {
  const given = grades.filter((grade): grade is Graded & { nota: number } => grade.nota !== null && grade.peso > 0);
  const weight = given.reduce((sum, { peso }) => sum + peso, 0);
  if (weight === 0) return null;
  const sum = given.reduce((total, { nota, nota_maxima, peso }) => total + (nota / nota_maxima) * peso, 0);
  return Math.round((sum / weight) * scale.maximo * 10) / 10;
}
