import type { Corrected } from '#lib/contract/practice.schema.ts';
import { mutate, query } from './operations.ts';
import type { Attempt } from './practice-waiting.ts';
import { $today, updateShared } from './shared.ts';

/** An exercise of a class. @throws ApiError */
export const loadExercise = (id: number) => query('pedagogico.getExercise', { id });

/** Submits its answers. They are graded, so nothing is stored for later. @throws ApiError */
export async function handInExercise({ id, body: { respostas } }: Attempt): Promise<Corrected> {
  const corrected = await mutate('pedagogico.submitExercise', { id, respostas });
  updateShared($today, null);
  return corrected;
}
