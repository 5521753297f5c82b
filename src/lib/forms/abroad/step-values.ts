import { type DraftField, type DraftStep, fieldsOfStep } from '#lib/contract/abroad-draft.schema.ts';
import { dayOf } from '#lib/format/typed-day.ts';

const days: ReadonlySet<DraftField> = new Set(['birth_date', 'passaporte_validade', 'visto_validade']);

/** The values of a form for the fields of its step. */
export const valuesOf = (step: DraftStep, form: FormData): Partial<Record<DraftField, string>> =>
  Object.fromEntries([
    ...fieldsOfStep[step].flatMap((name) => textOf(form, name, name)),
    // Each payment method has its own number of installments.
    ...(step === 'pagamento' ? installmentsOf(form) : []),
  ]);

const textOf = (form: FormData, field: DraftField, name: string): [DraftField, string][] => {
  const value = form.get(name);
  return typeof value === 'string' ? [[field, (days.has(field) ? dayOf(value) : value).trim().slice(0, 1000)]] : [];
};

const installmentsOf = (form: FormData): [DraftField, string][] => {
  const chosen = textOf(form, 'parcelas', `parcelas_${form.get('forma') ?? ''}`);
  return chosen.length > 0 ? chosen : [['parcelas', '1']];
};
