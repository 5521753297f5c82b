import type { InvitedRole, Role } from '#lib/contract/people-team.schema.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { handOverWords } from '#lib/words/people.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** What somebody teaches from now on, and who could take it over. */
export type TeachingDuties = AnswerOf<'people.getTeachingDuties'>;

/** A member of the staff. */
export type TeamMember = AnswerOf<'people.listTeam'>['items'][number];

const done = (id: string | number, feito: string) => routes.manager.teamMember(id, { feito });

/** Invites a person to the staff, and leads to what that person works with. */
export const inviteToTeam: Verb = async ({ api, values: { full_name = '', email = '', papel, unidade_id } }) => {
  const body = { full_name, email, papel: papel as InvitedRole, unidade_id: Number(unidade_id) };
  const { id } = await api.people.inviteStaff(body);
  return done(id, 'convidada');
};

/** Saves what a member of staff works with, and where. */
export const saveRights =
  (id: string): Verb =>
  async ({ api, form }) => {
    const chosen = form.getAll('direitos');
    const direitos = RIGHTS.filter((right) => chosen.includes(right));
    const unidades = form.get('onde') === 'unidades' ? form.getAll('unidades').map(Number) : null;
    await api.people.updateRights({ id, direitos, unidades });
    return done(id, 'salvo');
  };

/** Mails the link for the first password again. */
export const inviteAgain =
  (id: string): Verb =>
  async ({ api }) => {
    await api.people.resendInvitation({ id });
    return done(id, 'reenviado');
  };

/** Takes the second factors of a colleague away, who lost them. */
export const takeFactors =
  (id: string): Verb =>
  async ({ api }) => {
    await api.people.resetFactors({ id });
    return done(id, 'fator');
  };

/** The name of the field that says who takes over a class or a lesson. */
export const heirName = (kind: 'turma' | 'aula', id: number) => `${kind}${id}`;

/** "Nobody" is chosen expressly: an empty field is refused. */
export const NO_HEIR = 'ninguem';

/** Who takes over what, by the form; each field without a choice is marked. @throws ApiError as the server would */
function heirsOf(values: Sent['values']) {
  const open: Record<string, string> = {};
  const of = (kind: 'turma' | 'aula') =>
    Object.entries(values).flatMap(([name, value]) => {
      const id = new RegExp(`^${kind}(\\d{1,9})$`).exec(name)?.[1];
      if (id === undefined) return [];
      const professor_id = value === NO_HEIR ? null : wholeOf(value);
      if (professor_id === null && value !== NO_HEIR) open[name] = handOverWords.choose;
      return [{ id: Number(id), professor_id }];
    });
  const heirs = { turmas: of('turma'), aulas: of('aula') };
  return Object.keys(open).length > 0 ? refuse(open) : heirs;
}

/**
 * Ends all work of a person for the school: hands over the classes that the form names, then ends each role, and with the
 * last one the sessions.
 */
export const endWork =
  (id: string, roles: readonly Role[]): Verb =>
  async ({ api, values }) => {
    const { turmas, aulas } = heirsOf(values);
    if (turmas.length + aulas.length > 0) {
      const body = { turmas, aulas, mesmo_assim: values.mesmo_assim === 'sim' };
      await api.people.handOverClasses({ id, ...body });
    }
    // The role that may be refused comes first: then nothing has ended yet.
    const ordered = roles.toSorted((one, other) => Number(other === 'professor') - Number(one === 'professor'));
    for (const papel of ordered) await api.people.endUserRole({ id, papel });
    return routes.manager.team({ feito: 'encerrado' });
  };
