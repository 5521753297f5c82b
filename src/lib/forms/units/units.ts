import { formatCnpj, formatPhone } from '#lib/format/documents.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** A unit with its legal identity and what is open there. */
export type UnitDetails = AnswerOf<'units.getUnit'>;
type Values = Readonly<Record<string, string>>;

const bodyOf = (values: Values) => ({
  nome: values.nome ?? '',
  cidade: values.cidade || null,
  uf: values.uf || null,
  telefone: values.telefone || null,
  whatsapp: values.whatsapp || null,
  razao_social: values.razao_social || null,
  cnpj: values.cnpj || null,
  fuso: values.fuso || null,
});

/** Adds a unit, and leads to its page. */
export const addUnit: Verb = async ({ api, values }) => {
  const escola_id = values.escola_id ? Number(values.escola_id) : null;
  const { id } = await api.units.createUnit({ ...bodyOf(values), escola_id });
  return routes.manager.unit(id, { feito: 'adicionada' });
};

/** The data of a unit as its form shows them. */
export const typedUnit = (unit: UnitDetails): Record<keyof ReturnType<typeof bodyOf>, string> => ({
  nome: unit.nome,
  cidade: unit.cidade ?? '',
  uf: unit.uf ?? '',
  telefone: unit.telefone ? formatPhone(unit.telefone) : '',
  whatsapp: unit.whatsapp ? formatPhone(unit.whatsapp) : '',
  razao_social: unit.razao_social ?? '',
  cnpj: unit.cnpj ? formatCnpj(unit.cnpj) : '',
  fuso: unit.fuso,
});

/** The fields that differ from what the page drew. What nobody touched is not sent: another person may have changed it. */
const changedFields = (values: Values) =>
  Object.fromEntries(
    Object.entries(bodyOf(values)).filter(([name]) => values[`visto_${name}`] !== (values[name] ?? '')),
  ) as Partial<ReturnType<typeof bodyOf>>;

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
