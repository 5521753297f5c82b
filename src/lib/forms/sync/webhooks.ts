import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { CHANGE_KINDS } from '#lib/rules/sync/changes.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Verb } from '../submit.ts';

/** An address whose secret the page shows this one time. */
export type TellsSecret = AnswerOf<'sync.createWebhook'>;

const back = (id: string, feito: string) => routes.manager.webhooks({ endereco: id, feito });

/** Adds an address of another system, and what staff do with one. */
export const webhookForms: Record<string, Verb<TellsSecret>> = {
  criar: async ({ api, form, values: { url = '', chave_id = '' } }) => {
    const chosen = form.getAll('eventos');
    const eventos = CHANGE_KINDS.filter((kind) => chosen.includes(kind));
    return { done: await api.sync.createWebhook({ url, chave_id: Number(chave_id), eventos }) };
  },
  segredo: async ({ api, values: { id = '' } }) => ({ done: await api.sync.renewWebhookSecret({ id }) }),
  testar: async ({ api, values: { id = '' } }) => {
    await api.sync.testWebhook({ id });
    return back(id, 'testado');
  },
  repetir: async ({ api, values: { id = '', entrega = '' } }) => {
    await api.sync.replayWebhook({ id, entrega: Number(entrega) });
    return back(id, 'repetido');
  },
  desde: async ({ api, values: { id = '', horas = '' } }) => {
    const desde = new Date(Date.now() - Number(horas) * HOUR_MS).toISOString();
    await api.sync.replayWebhook({ id, desde });
    return back(id, 'repetido');
  },
  retomar: async ({ api, values: { id = '' } }) => {
    await api.sync.resumeWebhook({ id });
    return back(id, 'retomado');
  },
  remover: async ({ api, values: { id = '' } }) => {
    await api.sync.endWebhook({ id });
    return routes.manager.webhooks({ feito: 'removido' });
  },
};
