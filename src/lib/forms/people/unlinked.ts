import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

const done = (feito: string) => routes.manager.unlinked({ feito });

/** Marks two accounts as one person: by a proposal, or by the account of the enrolment. */
export const joinAccounts: Verb = async ({ api, values: { conta, com, proposta } }) => {
  const body = proposta ? { proposta_id: Number(proposta) } : { user_id: Number(com) };
  await api.people.joinAccount({ id: Number(conta), ...body });
  return done('ligada');
};

/** Marks two accounts as two people. */
export const keepApart: Verb = async ({ api, values: { proposta } }) => {
  await api.people.refuseProposal({ id: Number(proposta) });
  return done('separada');
};
