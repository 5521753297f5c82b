import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { CHANGE_KINDS } from '#lib/rules/sync/changes.ts';
import { SYNC_TABLES } from '#lib/rules/sync/tables.ts';
import type { Verb } from '../submit.ts';

/** A key that was made: the page shows its text this one time. */
export type MadeKey = AnswerOf<'sync.createKey'>;

/** Makes a key of another system, or ends one. */
export const keyForms: Record<string, Verb<MadeKey>> = {
  criar: async ({ api, form, values: { nome = '', dias = '' } }) => {
    const chosen = form.getAll('tabelas');
    const tabelas = SYNC_TABLES.filter((table) => chosen.includes(table));
    const read = form.getAll('leituras');
    const leituras = CHANGE_KINDS.filter((kind) => read.includes(kind));
    const unidades = form.get('onde') === 'unidades' ? form.getAll('unidades').map(Number) : null;
    const body = { nome, tabelas, leituras, unidades, dias: dias === '' ? null : Number(dias) };
    return { done: await api.sync.createKey(body) };
  },
  encerrar: async ({ api, values: { id = '' } }) => {
    await api.sync.endKey({ id });
    return routes.manager.keys({ feito: 'encerrada' });
  },
};
