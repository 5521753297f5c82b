import { closeUnit, createUnit, reopenUnit, updateUnit } from '#lib/contract/units.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

const bodyOf = (values: Readonly<Record<string, string>>) => ({
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

/** What the page of a unit does: saves its data, closes it, and opens it again. */
export const unitForms = (id: string): Record<string, Verb> => ({
  salvar: async ({ api, values }) => {
    await api(updateUnit, { params: { id }, body: bodyOf(values) });
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
