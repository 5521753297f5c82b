import { endUserRole, inviteStaff, resendInvitation, resetFactors, updateRights } from '#lib/contract/people.ts';
import type { InvitedRole, Role } from '#lib/contract/people-team.schema.ts';
import { routes } from '#lib/routes.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import type { Verb } from '../submit.ts';

const done = (id: string | number, feito: string) => routes.manager.teamMember(id, { feito });

/** Invites a person to the staff, and leads to what that person works with. */
export const inviteToTeam: Verb = async ({ api, values: { full_name = '', email = '', papel, unidade_id } }) => {
  const body = { full_name, email, papel: papel as InvitedRole, unidade_id: Number(unidade_id) };
  const { id } = await api(inviteStaff, { body });
  return done(id, 'convidada');
};

/** Saves what a member of staff works with, and where. */
export const saveRights =
  (id: string): Verb =>
  async ({ api, form }) => {
    const chosen = form.getAll('direitos');
    const direitos = RIGHTS.filter((right) => chosen.includes(right));
    const unidades = form.get('onde') === 'unidades' ? form.getAll('unidades').map(Number) : null;
    await api(updateRights, { params: { id }, body: { direitos, unidades } });
    return done(id, 'salvo');
  };

/** Mails the link for the first password again. */
export const inviteAgain =
  (id: string): Verb =>
  async ({ api }) => {
    await api(resendInvitation, { params: { id } });
    return done(id, 'reenviado');
  };

/** Takes the second factors of a colleague away, who lost them. */
export const takeFactors =
  (id: string): Verb =>
  async ({ api }) => {
    await api(resetFactors, { params: { id } });
    return done(id, 'fator');
  };

/** Ends all work of a person for the school: each role, and with the last one the sessions. */
export const endWork =
  (id: string, roles: readonly Role[]): Verb =>
  async ({ api }) => {
    for (const papel of roles) await api(endUserRole, { params: { id, papel } });
    return routes.manager.team({ feito: 'encerrado' });
  };
