import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { isDay } from '#lib/rules/time/days.ts';
import { reauthenticationLimitWords } from '#lib/words/finance-limits.ts';
import { termsMessages } from '#lib/words/finance-terms.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

/** A change of terms to be confirmed. */
export interface TermsStep {
  step: 'check' | 'write';
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  touched: AnswerOf<'finance.previewSchoolTerms'> | null;
}

function termsOf(values: Sent['values']) {
  const percent = (name: 'multa' | 'juros') =>
    hundredthsOf(values[name] ?? '') ?? refuse({ [name]: termsMessages.percentMissing });
  checkWhole(values, ['carencia_dias']);
  const day = values.a_partir_de ?? '';
  if (!isDay(day)) refuse({ a_partir_de: termsMessages.notLater });
  return {
    multa_bps: percent('multa'),
    juros_bps: percent('juros'),
    carencia_dias: wholeOf(values.carencia_dias) ?? 0,
    a_partir_de: day,
  };
}

/** The forms of the rules for late bills: write, check, save. */
export const termsForms: Record<string, Verb<TermsStep>> = {
  conferir: async ({ api, values }) => {
    const { a_partir_de } = termsOf(values);
    const touched = await api.finance.previewSchoolTerms({ id: values.unidade ?? '', a_partir_de });
    return { done: { step: 'check', values, fields: {}, touched } };
  },
  corrigir: ({ values }) => Promise.resolve({ done: { step: 'write', values, fields: {}, touched: null } }),
  salvar: async ({ api, values }) => {
    await api.finance.updateSchoolTerms({ id: values.unidade ?? '', ...termsOf(values) });
    return routes.manager.terms({ feito: 'salvar' });
  },
};

/** Maps basis points to the form’s fields, which are in per cent. */
export const termsNames = { nameOf: (field: string) => field.replace(/_bps$/, '') };

/** Allows payers of a unit to authorize debits, or stops new authorizations. */
export const switchAutomatic: Verb = async ({ api, values }) => {
  const ligado = values.ligado === 'sim';
  await api.finance.setAutomaticPix({ id: values.unidade ?? '', ligado });
  return `${routes.manager.terms({ feito: ligado ? 'ligado' : 'desligado' })}#unidade-${Number(values.unidade)}`;
};

/** Saves the amounts above which a gift of staff needs re-authentication. */
export const saveReauthenticationLimits: Verb = async ({ api, values }) => {
  const centavos =
    hundredthsOf(values.centavos ?? '') ?? refuse({ centavos: reauthenticationLimitWords.amountMissing });
  checkWhole(values, ['pontos']);
  await api.finance.updateReauthenticationLimits({ centavos, pontos: wholeOf(values.pontos) ?? 0 });
  return `${routes.manager.terms({ feito: 'limites' })}#confirmar`;
};
