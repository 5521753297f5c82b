import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** The next step of the page of Pix Automático. */
export type AutomaticStep =
  | { step: 'check' | 'end'; values: Readonly<Record<string, string>> }
  | { step: 'code'; cobranca: AnswerOf<'finance.openPixAuthorization'>['cobranca'] };

/** The page shows what is authorized or cancelled before either happens. */
export const automaticForms: Record<string, Verb<AutomaticStep>> = {
  conferir: async ({ values }) => ({ done: { step: 'check', values } }),
  conferir_fim: async ({ values }) => ({ done: { step: 'end', values } }),
  voltar: async ({ values }) => routes.finance.automatic({ de: values.de ?? '' }),
  autorizar: async ({ api, values }) => {
    const { cobranca } = await api.finance.openPixAuthorization({ id: values.parcela ?? '' });
    return { done: { step: 'code', cobranca } };
  },
  encerrar: async ({ api, values }) => {
    await api.finance.endPixAuthorization({ id: values.parcela ?? '' });
    return routes.finance.automatic({ de: values.de ?? '', feito: 'encerrado' });
  },
};
