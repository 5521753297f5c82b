import { z } from 'zod';
import { ManagedUserInput, User } from './account.schema.ts';
import { DeviceType, Outcome } from './broadcasts.schema.ts';
import type { CallSchema } from './core.ts';
import { Role, teamCalls } from './people-team.schema.ts';
import { Day, Flag, Id, IdParam, Instant, Line, OneId, Page, PageQuery } from './shapes.schema.ts';

const Seen = z.string().max(300).nullable();
/** The values when the form was drawn: a change over somebody else's change is refused. */
const SeenFields = z
  .object({
    phone: Seen,
    cep: Seen,
    cpf: Seen,
    email: Seen,
    full_name: Seen,
    street: Seen,
    street_number: Seen,
    complement: Seen,
    district: Seen,
    city: Seen,
    state: Seen,
    birth_date: Seen,
  })
  .partial();
export type SeenFields = z.infer<typeof SeenFields>;

/** What two accounts, or an account and an imported row, have in common. */
const Match = z.enum(['cpf', 'email', 'telefone']);

/** An account without an enrolment yet, and the students that it may belong to. */
export const UnlinkedAccount = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  cpf_masked: z.string(),
  livros: z.array(z.string()),
  criada_em: Instant,
  propostas: z.array(
    z.object({
      /** Of an enrolled account that this one can join; null: of a row that an import left out. */
      user_id: Id.nullable(),
      proposta_id: Id.nullable(),
      nome: z.string(),
      matricula: z.string(),
      unidade: z.string(),
      cpf_masked: z.string(),
      igual: z.array(Match),
      /** Somebody has logged in with the enrolled account: its password and e-mail stay. */
      ja_entrou: z.boolean(),
    }),
  ),
});
export type UnlinkedAccount = z.infer<typeof UnlinkedAccount>;
/** A page, not a plain list: readers must reach the older entries too. */
export const UnlinkedPage = Page(UnlinkedAccount);
export type UnlinkedPage = z.infer<typeof UnlinkedPage>;
const Joining = z.union([z.object({ user_id: Id }), z.object({ proposta_id: Id })]);

/** One plain sentence, and what to do about it. */
const Finding = z.object({ frase: z.string(), o_que_fazer: z.string().nullish() });

export const UserDelivery = z.object({
  person: Finding,
  devices: z.array(
    Finding.extend({ id: Id, device_type: DeviceType, platform: z.string(), last_ok_at: Instant.nullish() }),
  ),
  outcomes: z.array(Outcome.extend({ title: z.string(), frase: z.string() })).max(20),
});
export type UserDelivery = z.infer<typeof UserDelivery>;

/** Whether a person may log in, and in which role. `por_que_nao`: why the logged-in manager cannot change it. */
export const UserAccess = z.object({
  bloqueado: z.boolean(),
  /** Blocked by the end of the course: reaches the own data alone. */
  so_dados: z.boolean(),
  papeis: z.array(z.object({ papel: Role, nome: z.string() })),
  por_que_nao: z.string().nullable(),
});
export type UserAccess = z.infer<typeof UserAccess>;

/**
 * `acao` and `alvo` in words; `antes` and `depois` as text, if values changed. `alvo_id`: the person that it was about.
 * Without `quem_id` it was the operator, by a command, or a person who opened a mailed link: `quem` says which.
 */
export const AuditEntry = z.object({
  id: Id,
  quem_id: Id.nullish(),
  quem: z.string(),
  acao: z.string(),
  alvo: z.string(),
  alvo_id: Id.nullish(),
  /** Of a view, the first one of the day. */
  em: Instant,
  /** How often the thing was seen on that day; 1 for a change. */
  vezes: z.int(),
  /** Of a view, the last one of the day. */
  ultima_em: Instant.nullish(),
  antes: z.string().nullish(),
  depois: z.string().nullish(),
  /** The same, value by value. */
  mudancas: z.array(z.object({ campo: z.string(), antes: z.string(), depois: z.string() })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
/**
 * Entries of the last 30 days by person, kind and day. Each list obeys the other filters and ignores its own. Only
 * people and days with entries are in it.
 */
export const AuditCounts = z.object({
  pessoas: z.array(z.object({ id: Id, entradas: z.int() })),
  mudancas: z.int(),
  consultas: z.int(),
  dias: z.array(z.object({ dia: Day, entradas: z.int() })),
});
export type AuditCounts = z.infer<typeof AuditCounts>;
/** `pessoas`: people whose actions a reader can filter by. */
export const AuditPage = Page(AuditEntry).extend({
  pessoas: z.array(z.object({ id: Id, full_name: z.string() })),
  contagens: AuditCounts.nullish(),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const calls = {
  ...teamCalls,
  listUnlinked: {
    summary:
      'Accounts without an enrolment that may be students of the own school, those with proposals first, by pages',
    ledger: 'ours',
    query: PageQuery.extend({ q: Line(100).optional() }),
    result: UnlinkedPage,
  },
  joinAccount: {
    summary: 'Joins an account without an enrolment with the enrolment of the same person',
    ledger: 'ours',
    params: OneId,
    body: Joining,
    result: User,
  },
  refuseProposal: {
    summary: 'Says that a row of an import is somebody else, who then gets an own account',
    ledger: 'ours',
    params: OneId,
    result: User,
  },
  updateUser: {
    summary: 'Changes the data of a user of the own school',
    ledger: 'ours',
    params: OneId,
    body: ManagedUserInput.extend({ vistos: SeenFields.nullish() }),
    result: User,
  },
  getUserAccess: {
    summary: 'Whether a user of the own school may enter, and as what',
    ledger: 'ours',
    params: OneId,
    result: UserAccess,
  },
  setUserBlock: {
    summary: 'Shuts a user out at once, or lets a user in again',
    ledger: 'ours',
    params: OneId,
    body: z.object({ bloqueado: z.boolean() }),
    result: UserAccess,
  },
  endUserRole: {
    summary: 'Takes a role from a user, whose sessions end at once',
    ledger: 'ours',
    params: OneId.extend({ papel: Role }),
    result: UserAccess,
  },
  getUserDelivery: {
    summary: 'Why somebody got a notification, or did not: devices and the last outcomes',
    ledger: 'ours',
    params: OneId,
    result: UserDelivery,
  },
  listUserChanges: {
    summary: 'The last changes to the record of a student, by anybody, for staff who works with students',
    ledger: 'ours',
    params: OneId,
    result: z.object({ items: z.array(AuditEntry) }),
  },
  listAudit: {
    summary: 'What managers did',
    ledger: 'ours',
    query: PageQuery.extend({
      user_id: IdParam.optional(),
      alvo: z.string().max(60).optional(),
      /** Changes, or views of somebody's record. */
      tipo: z.enum(['mudancas', 'consultas']).optional(),
      dia: Day.optional(),
      /** Asks for `contagens`. */
      contar: Flag.optional(),
    }),
    result: AuditPage,
  },
} satisfies Record<string, CallSchema>;
