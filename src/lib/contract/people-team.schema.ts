import { z } from 'zod';
import { Right } from './account.schema.ts';
import type { CallSchema } from './core.ts';
import { Email, Id, Instant, OneId, Page, PageQuery, PersonName, UnitChoice } from './shapes.schema.ts';

export const Role = z.enum(['admin', 'secretaria', 'gestora', 'professor']);
export type Role = z.infer<typeof Role>;
const Unit = z.object({ id: Id, nome: z.string() });

/** A person who works for the school. */
export const TeamMember = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  foto_url: z.string().nullable(),
  unidade: z.string(),
  papeis: z.array(z.object({ papel: Role, nome: z.string() })).min(1),
  /** In the order of the panel; none for teachers. */
  direitos: z.array(Right),
  /** Where the rights hold; null: in the whole school. */
  unidades: z.array(Unit).nullable(),
  bloqueado: z.boolean(),
  /** Null: the person has never logged in. */
  ultimo_acesso: Instant.nullable(),
  /** How many second factors the person has. */
  fatores: z.int(),
  /** Why the logged-in user cannot change this person's access; null: they can. */
  por_que_nao: z.string().nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** `unidades`: the units whose staff the user cares for. */
export const TeamPage = Page(TeamMember).extend({ unidades: z.array(UnitChoice) });
export type TeamPage = z.infer<typeof TeamPage>;

export const InvitedRole = z.enum(['secretaria', 'gestora', 'professor']);
export type InvitedRole = z.infer<typeof InvitedRole>;

export const StaffInput = z.object({ full_name: PersonName, email: Email, papel: InvitedRole, unidade_id: Id });
export type StaffInput = z.infer<typeof StaffInput>;

const MAX_UNITS = 500;

/** What a teacher teaches from now on: running and coming classes, and coming lessons of others. */
export const TeachingDuties = z.object({
  turmas: z.array(z.object({ id: Id, nome: z.string(), unidade: z.string(), escola_id: Id })),
  aulas: z.array(z.object({ id: Id, turma: z.string(), inicio: Instant, timezone: z.string(), escola_id: Id })),
  /** Who could take them over: each in the own school. */
  professores: z.array(z.object({ id: Id, nome: z.string(), escola_id: Id })),
});
export type TeachingDuties = z.infer<typeof TeachingDuties>;

/** `professor_id` null: a class without a teacher, or a lesson with the teacher of its class. */
const Heirs = z.array(z.object({ id: Id, professor_id: Id.nullable() })).max(500);

export const teamCalls = {
  listTeam: { summary: 'The staff in reach, by name', ledger: 'ours', query: PageQuery, result: TeamPage },
  getTeamMember: { summary: 'A member of the staff in reach', ledger: 'ours', params: OneId, result: TeamMember },
  inviteStaff: {
    summary: 'Makes an account for a member of staff and mails the link that sets its password',
    ledger: 'ours',
    body: StaffInput,
    result: TeamMember,
  },
  resendInvitation: {
    summary: 'Mails a new link to a member of staff who has never logged in',
    ledger: 'ours',
    params: OneId,
    result: TeamMember,
  },
  updateRights: {
    summary: 'Sets what a member of staff works with, and in which units',
    ledger: 'ours',
    params: OneId,
    body: z.object({ direitos: z.array(Right).max(20), unidades: z.array(Id).max(MAX_UNITS).nullable() }),
    result: TeamMember,
  },
  getTeachingDuties: {
    summary: 'The classes and substituted lessons that stand without a teacher when somebody leaves',
    ledger: 'ours',
    params: OneId,
    result: TeachingDuties,
  },
  handOverClasses: {
    summary: 'Gives the classes and substituted lessons of a teacher to others; answers with what is left',
    ledger: 'ours',
    params: OneId,
    body: z.object({ turmas: Heirs, aulas: Heirs, mesmo_assim: z.boolean().optional() }),
    result: TeachingDuties,
  },
  resetFactors: {
    summary: 'Takes away the second factors of a member of staff who lost them; all sessions of that person end',
    ledger: 'ours',
    params: OneId,
    result: TeamMember,
  },
} satisfies Record<string, CallSchema>;
