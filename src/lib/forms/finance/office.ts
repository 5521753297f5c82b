import { hundredthsOf } from '#lib/format/typed-amount.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { isDay } from '#lib/rules/time/days.ts';
import { officeWords } from '#lib/words/finance-office.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { refuse } from '../refusal.ts';
import type { Refused, Sent, Verb } from '../submit.ts';

type Values = Sent['values'];

/** How forms of the office name the fields of their operations. */
export const officeNames = {
  otherwise: officeWords.notDone,
  nameOf: (field: string) => field.replace(/_centavos$/, ''),
};

/** A plan to be confirmed: the typed values, and whether the page shows its confirmation. */
export interface PlanStep extends Pick<Refused, 'values' | 'fields'> {
  step: 'form' | 'check';
}

const stepTo = (step: PlanStep['step'], values: Values): { done: PlanStep } => ({
  done: { step, values, fields: {} },
});

/** The form of a new contract: the page shows its bills for confirmation first. */
export const contractForms = (userId: number): Record<string, Verb<PlanStep>> => ({
  corrigir: async ({ values }) => stepTo('form', values),
  criar: async ({ api, values, key }) => {
    const { parcela_id } = await api.finance.createContract({ user_id: userId, ...contractOf(values) }, key);
    return routes.manager.bill(parcela_id, { feito: 'contrato' });
  },
  outra: async ({ values }) => {
    contractOf(values);
    return stepTo('check', values);
  },
});

/** The input of a contract. @throws ApiError as the server would */
export function contractOf(values: Values) {
  const { descricao = '', responsavel = '' } = values;
  if (!descricao) refuse({ descricao: officeWords.nameMissing });
  return {
    descricao,
    responsavel,
    valor_centavos: amountOf(values, 'valor'),
    desconto_centavos: amountOf(values, 'desconto'),
    ...monthsOf(values),
  };
}

/** The form of a renegotiation: the page shows old and new sums for confirmation first. */
export const renegotiationForms: Record<string, Verb<PlanStep>> = {
  corrigir: async ({ values }) => stepTo('form', values),
  renegociar: async ({ api, values, key }) => {
    const body = { ...renegotiationOf(values), total_visto_centavos: Number(values.visto) || 0 };
    const { parcela_id } = await api.finance.renegotiateBills(body, key);
    return routes.manager.bill(parcela_id, { feito: 'acordo' });
  },
  outra: async ({ values }) => {
    renegotiationOf(values);
    return stepTo('check', values);
  },
};

/** The bills that a form chose: `p_106`. */
export const chosenBills = (values: Values): number[] =>
  Object.keys(values).flatMap((name) => (/^p_\d{1,9}$/.test(name) ? [Number(name.slice(2))] : []));

/** The input of a renegotiation. @throws ApiError as the server would */
export function renegotiationOf(values: Values) {
  const parcela_ids = chosenBills(values);
  if (parcela_ids.length === 0) refuse({ escolha: officeWords.noneChosen });
  return {
    parcela_ids,
    acrescimo_centavos: amountOf(values, 'acrescimo'),
    desconto_centavos: amountOf(values, 'desconto'),
    ...monthsOf(values),
    motivo: reasonOf(values),
  };
}

function monthsOf(values: Values): { parcelas: number; primeiro_dia: string } {
  const parcelas = wholeOf(values.parcelas) ?? 0;
  const { primeiro_dia = '' } = values;
  if (!(parcelas >= 1 && parcelas <= 48)) refuse({ parcelas: officeWords.countMissing });
  if (!isDay(primeiro_dia)) refuse({ primeiro_dia: officeWords.dayMissing });
  return { parcelas, primeiro_dia };
}

/** Centavos; 0 for an empty field. */
function amountOf(values: Values, name: string): number {
  const text = values[name] ?? '';
  return text === '' ? 0 : (hundredthsOf(text) ?? refuse({ [name]: kitWords.noAmount }));
}

const reasonOf = ({ motivo = '' }: Values): string => motivo || refuse({ motivo: officeWords.reasonMissing });
