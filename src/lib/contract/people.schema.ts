import { z } from 'zod';
import { DeviceType, Outcome } from './broadcasts.schema.ts';
import { Role } from './people-team.schema.ts';
import { Day, Id, Instant, Page } from './shapes.schema.ts';

const Seen = z.string().max(300).nullable();
/** The values when the form was drawn: a change over somebody else's change is refused. */
export const SeenFields = z
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
export const Joining = z.union([z.object({ user_id: Id }), z.object({ proposta_id: Id })]);

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
