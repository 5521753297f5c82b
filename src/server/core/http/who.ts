import type { Right } from '#lib/rules/people/rights.ts';
import type { Reach } from '../db/reach.ts';
import { isAdmin, isManager, isTeacher, reachBy, wholeSchool } from './access.ts';
import type { Ctx, Session } from './ctx.ts';
import { forbidden } from './refusal.ts';

/** Finds the thing that the input names. @throws Refusal 404 if it is somebody else's */
type Load<Thing, In> = (ctx: Ctx, input: In) => Promise<Thing>;
/** A `load` with its types erased. The dispatcher passes it the input of its operation. */
type AnyLoad = Load<unknown, never>;

/**
 * Who may call an operation. `of` names the thing that its input refers to: a thing of somebody else, or of another school,
 * answers 404, as if it did not exist.
 */
export type Who =
  /**
   * Anybody. With `secret`, the input holds a secret that only the right person knows. With `onPublicPage`, only users, unless
   * the school opened the page to visitors (`PUBLIC_PAGES`); the operation checks this.
   */
  | { kind: 'visitor'; of?: string; secret?: true; onPublicPage?: true }
  /** Users, or a group of them that the session determines (`may`). `load` finds the user's own thing for `run`. */
  | {
      kind: 'user';
      of?: string;
      /** The thing belongs to the user's whole school. */
      ofSchool?: true;
      /** Staff with this right may access the thing too, within their reach. */
      right?: Right;
      /** Only people who work at the school. */
      atSchool?: true;
      /** The body names its sender: any other user's number answers 403. */
      named?: true;
      may?(session: Session): boolean;
      refusal?: string;
      load?: AnyLoad;
    }
  /** The teacher of the thing, or staff with the right within their reach. */
  | { kind: 'taught'; of: string; right: Right; load?: AnyLoad }
  /** Staff with one of the rights, in the units that the right reaches; `whole`: in all units of the school (0093). */
  | { kind: 'staff'; rights: readonly Right[]; of?: string; whole?: true };

export const visitor = { kind: 'visitor' } as const;
/** Anybody who knows the secret in the input. */
export const holderOfSecret = { kind: 'visitor', secret: true } as const;
/** Users; also visitors if the school opened the page to them. */
export const visitorOfPublicPage = { kind: 'visitor', onPublicPage: true } as const;
export const user = { kind: 'user' } as const;

/** The owner of the thing that the input names, by `id` or as `load` says. @param load finds it; `run` gets it as `ctx.thing` */
export function owner(of: string): { kind: 'user'; of: string };
export function owner<Thing, In extends object = { id: number }>(
  of: string,
  load: Load<Thing, In>,
): { kind: 'user'; of: string; load: Load<Thing, In> };
export function owner(of: string, load?: AnyLoad) {
  return { kind: 'user', of, ...(load && { load }) };
}

/** The owner of the thing that the address names, and staff with the right within their reach. */
export const ownerOrStaff = (right: Right, of: string) => ({ kind: 'user', of, right }) as const;

/** The user, whom the body names by number. */
export const userNamedInBody = { kind: 'user', named: true } as const;

/** Every user of the school that has the thing. */
export const userOfSchool = (of: string) => ({ kind: 'user', of, ofSchool: true }) as const;

type Rights = Right | readonly Right[];
const listOf = (rights: Rights): readonly Right[] => (typeof rights === 'string' ? [rights] : rights);

/** Staff with the right, or any of several. @param of a thing of their school, which the input names */
export const staff = (rights: Rights, of?: string) =>
  ({ kind: 'staff', rights: listOf(rights), ...(of && { of }) }) as const;

/** Staff with the right in all units of the school, for things that belong to all of them. */
export const staffOfWholeSchool = (rights: Rights, of?: string) => ({ ...staff(rights, of), whole: true }) as const;

/** The teacher of the thing that the input names, and staff with the right `turmas`. @param load as for `owner` */
export function teacherOf(of: string): { kind: 'taught'; of: string; right: 'turmas' };
export function teacherOf<Thing, In extends object = { id: number }>(
  of: string,
  load: Load<Thing, In>,
): { kind: 'taught'; of: string; right: 'turmas'; load: Load<Thing, In> };
export function teacherOf(of: string, load?: AnyLoad) {
  return { kind: 'taught', of, right: 'turmas', ...(load && { load }) };
}

const TEACHERS_ONLY = 'Esta parte é de quem dá aula.';

/** A group of users that the session determines. */
type Group = { kind: 'user'; may(session: Session): boolean; refusal?: string };

export const teacher: Group & { atSchool: true } = {
  kind: 'user',
  atSchool: true,
  may: isTeacher,
  refusal: TEACHERS_ONLY,
};
export const teacherOrStaff: Group & { atSchool: true } = {
  kind: 'user',
  atSchool: true,
  may: (session) => isTeacher(session) || reachBy(session, ['turmas']) !== null,
  refusal: TEACHERS_ONLY,
};
export const clubMember: Group = {
  kind: 'user',
  may: ({ isClub }) => isClub,
  refusal: 'Participe do clube para ver as recompensas.',
};
export const admin: Group = { kind: 'user', may: isAdmin };
export const buyer: Group = {
  kind: 'user',
  may: ({ vendaDiretaAllow }) => vendaDiretaAllow,
  refusal: 'Sua escola ainda não vende material pelo portal.',
};
export const employee: Group = {
  kind: 'user',
  may: ({ isStaff }) => isStaff,
  refusal: 'O segundo fator é para quem trabalha na escola.',
};
export const ticketChecker: Group = {
  kind: 'user',
  may: (session) => isManager(session) || isTeacher(session) || isAdmin(session),
  refusal: 'Só a equipe da escola confere ingressos.',
};

/**
 * Refuses a session that may call nothing of this kind, before the input is parsed: a missing permission is reported before
 * invalid input.
 *
 * @throws Refusal 403
 */
export function requireWho(who: Who, session: Session, reach: Reach): void {
  if (who.kind === 'user' && who.may?.(session) === false) throw forbidden(who.refusal);
  if (who.kind === 'staff' && who.whole) wholeSchool(reach);
}
