import { checkBudgets } from '../../scripts/budgets.ts';

/** First load of each kind of page in kB gz, as `npm run check sizes` has it (P6). */
export async function weights(): Promise<string> {
  const { table, broken } = await checkBudgets();
  return [table, ...broken].join('\n');
}
