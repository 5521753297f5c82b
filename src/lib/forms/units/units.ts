import { UnitInput } from '#lib/contract/units.schema.ts';
import { formatCnpj, formatPhone } from '#lib/format/documents.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** A unit with its legal identity and what is open there. */
export type UnitDetails = AnswerOf<'units.getUnit'>;
type Values = Readonly<Record<string, string>>;

const names = Object.keys(UnitInput.shape) as (keyof UnitInput)[];

const bodyOf = ({ nome = '', ...values }: Values): UnitInput => ({
  ...Object.fromEntries(names.map((name) => [name, values[name] || null])),
  nome,
});

/** Adds a unit, and leads to its page. */
export const addUnit: Verb = async ({ api, values }) => {
  const escola_id = values.escola_id ? Number(values.escola_id) : null;
  const { id } = await api.units.createUnit({ ...bodyOf(values), escola_id });
  return routes.manager.unit(id, { feito: 'adicionada' });
};

const formats: { [Name in keyof UnitInput]?: (text: string) => string } = {
  telefone: formatPhone,
  whatsapp: formatPhone,
  cnpj: formatCnpj,
};

/** The data of a unit as its form shows them. */
export const typedUnit = (unit: UnitDetails): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, unit[name] ? (formats[name] ?? String)(unit[name]) : '']));

/** The fields that differ from what the page drew. What nobody touched is not sent: another person may have changed it. */
const changedFields = (values: Values) =>
  Object.fromEntries(
    Object.entries(bodyOf(values)).filter(([name]) => values[`visto_${name}`] !== (values[name] ?? '')),
  ) as Partial<UnitInput>;

/** What the page of a unit does: saves its data, closes it, and opens it again. */
export const unitForms = (id: string): Record<string, Verb> => ({
  salvar: async ({ api, values }) => {
    await api.units.updateUnit({ id, ...changedFields(values) });
    return routes.manager.unit(id, { feito: 'salva' });
  },
  encerrar: async ({ api }) => {
    await api.units.closeUnit({ id });
    return routes.manager.unit(id, { feito: 'encerrada' });
  },
  reabrir: async ({ api }) => {
    await api.units.reopenUnit({ id });
    return routes.manager.unit(id, { feito: 'reaberta' });
  },
});
