import type { UnitDetails } from '#lib/contract/units.schema.ts';
import { closeUnit, createUnit, getUnit, reopenUnit, updateUnit } from '#lib/contract/units.ts';
import { formatCnpj, formatPhone } from '#lib/format/documents.ts';
import { routes } from '#lib/routes.ts';
import type { Sent, Verb } from '../submit.ts';

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
  const { id } = await api(createUnit, { body: { ...bodyOf(values), escola_id } });
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

/** The fields that somebody left as the page drew them keep what they hold by now: another person may have changed them. */
async function untouched(api: Sent['api'], id: string, values: Values) {
  const now = bodyOf(typedUnit(await api(getUnit, { params: { id } })));
  const names = Object.keys(now) as (keyof typeof now)[];
  return Object.fromEntries(
    names.flatMap((name) => (values[`visto_${name}`] === (values[name] ?? '') ? [[name, now[name]]] : [])),
  ) as Partial<typeof now>;
}

/** What the page of a unit does: saves its data, closes it, and opens it again. */
export const unitForms = (id: string): Record<string, Verb> => ({
  salvar: async ({ api, values }) => {
    await api(updateUnit, { params: { id }, body: { ...bodyOf(values), ...(await untouched(api, id, values)) } });
    return routes.manager.unit(id, { feito: 'salva' });
  },
  encerrar: async ({ api }) => {
    await api(closeUnit, { params: { id } });
    return routes.manager.unit(id, { feito: 'encerrada' });
  },
  reabrir: async ({ api }) => {
    await api(reopenUnit, { params: { id } });
    return routes.manager.unit(id, { feito: 'reaberta' });
  },
});
