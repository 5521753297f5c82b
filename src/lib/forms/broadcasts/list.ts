import { createBroadcast, deleteBroadcast, sendBroadcast } from '#lib/contract/broadcasts.ts';
import { routes } from '#lib/routes.ts';
import { inputOf } from '#lib/rules/broadcasts/broadcast-form.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import type { Verb } from '../submit.ts';
import { findBroadcast } from './steps.ts';

const { push } = routes.manager;

/** Begins a message with the text and the audience of another one, without its time. */
export const copyBroadcast: Verb = async ({ api, values: { id = '' } }) => {
  const { scheduled_at: _at, repeat: _repeat, repeat_until: _until, ...kept } = inputOf(await findBroadcast(api, id));
  return push.create((await api(createBroadcast, { body: kept })).id, { feito: 'copia' });
};

export const removeBroadcast: Verb = async ({ api, values: { id = '' } }) => {
  await api(deleteBroadcast, { params: { id } });
  return push.list({ feito: 'excluida' });
};

/** Ends a message. @param next the page that opens after it */
export const endBroadcast =
  (next: (feito: string) => string): Verb =>
  async ({ api, values: { id = '' } }) => {
    await api.broadcasts.cancelBroadcast({ id });
    return next('cancelada');
  };

/** Sends again to the devices that did not get it. */
export const retryFailed =
  (id: string): Verb =>
  async ({ api, key }) => {
    await api(sendBroadcast, { body: { id: Number(id), only_failed_of: Number(id) } }, key);
    return push.history(id, { feito: 'repetida' });
  };

export const removeTemplate: Verb = async ({ api, values: { id = '' } }) => {
  await api.broadcasts.deleteTemplate({ id });
  return push.templates({ feito: 'excluido' });
};

/** Saves how many messages a person gets at most. */
export const saveLimits: Verb = async ({ api, values: { dia = '', semana = '' } }) => {
  await api.broadcasts.updateMessageLimits({ dia: wholeOf(dia) ?? -1, semana: wholeOf(semana) ?? -1 });
  return `${push.notices({ feito: 'limite' })}#limite`;
};
