import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { isDay } from '#lib/rules/time/days.ts';
import { officeWords } from '#lib/words/finance-office.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import type { PlanStep } from './office.ts';

/** The input of a payer’s own agreement. @throws ApiError as the server would */
export function agreementOf(values: Sent['values']) {
  const parcelas = wholeOf(values.parcelas) ?? 0;
  const { primeiro_dia = '', ids = '' } = values;
  if (!(parcelas >= 1 && parcelas <= 48)) refuse({ parcelas: officeWords.countMissing });
  if (!isDay(primeiro_dia)) refuse({ primeiro_dia: officeWords.dayMissing });
  return {
    parcela_ids: ids.split(',').map(Number),
    total_visto_centavos: Number(values.visto) || 0,
    parcelas,
    primeiro_dia,
  };
}

/** The page shows the plan for confirmation first; then its first bill is paid by Pix. */
export const agreementForms: Record<string, Verb<PlanStep>> = {
  corrigir: async ({ values }) => ({ done: { step: 'form', values, fields: {} } }),
  acordar: async ({ api, values, key }) => {
    const { parcela_id } = await api.finance.makeOwnAgreement(agreementOf(values), key);
    return routes.finance.pay(parcela_id, 'pix');
  },
  outra: async ({ values }) => {
    agreementOf(values);
    return { done: { step: 'check', values, fields: {} } };
  },
};
