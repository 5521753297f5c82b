import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import type { Verb } from '../submit.ts';

/** Saves how many messages a person gets at most. */
export const saveLimits: Verb = async ({ api, values: { dia = '', semana = '' } }) => {
  await api.broadcasts.updateMessageLimits({ dia: wholeOf(dia) ?? -1, semana: wholeOf(semana) ?? -1 });
  return `${routes.manager.push.notices({ feito: 'limite' })}#limite`;
};
