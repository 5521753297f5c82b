import { hundredthsOf } from '#lib/format/typed-amount.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { proofLimitWords } from '#lib/words/finance-limits.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

/** Saves above what a gift of staff asks who acts. */
export const saveProofLimits: Verb = async ({ api, values }) => {
  const centavos = hundredthsOf(values.centavos ?? '') ?? refuse({ centavos: proofLimitWords.amountMissing });
  checkWhole(values, ['pontos']);
  await api.finance.updateProofLimits({ centavos, pontos: wholeOf(values.pontos) ?? 0 });
  return `${routes.manager.terms({ feito: 'limites' })}#confirmar`;
};
