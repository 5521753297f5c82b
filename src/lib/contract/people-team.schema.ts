import { z } from 'zod';
import { Right } from './account.schema.ts';
import { Email, Id, Instant, Page, PersonName, UnitChoice } from './shapes.schema.ts';

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

/** What a teacher teaches from now on: running and coming classes, and coming lessons of others. */
export const TeachingDuties = z.object({
  turmas: z.array(z.object({ id: Id, nome: z.string(), unidade: z.string(), escola_id: Id })),
  aulas: z.array(z.object({ id: Id, turma: z.string(), inicio: Instant, timezone: z.string(), escola_id: Id })),
  /** Who could take them over: each in the own school. */
  professores: z.array(z.object({ id: Id, nome: z.string(), escola_id: Id })),
});
export type TeachingDuties = z.infer<typeof TeachingDuties>;
