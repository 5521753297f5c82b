import { z } from 'zod';
import type { CallSchema } from './core.ts';
import {
  Brand,
  Day,
  Flag,
  Id,
  IdParam,
  Instant,
  Line,
  LongText,
  OneId,
  OptionalText,
  Page,
  PageQuery,
} from './shapes.schema.ts';

export const LeadState = z.enum(['novo', 'em_contato', 'visita_marcada', 'matriculado', 'perdido']);
export type LeadState = z.infer<typeof LeadState>;

const Named = z.object({ id: Id, nome: z.string() });
const Marks = z.record(z.string(), z.string()).nullable();

/** A person who asked the school for contact. */
export const Lead = z.object({
  id: Id,
  nome: z.string(),
  /** Ten or eleven digits. */
  telefone: z.string(),
  email: z.string().nullable(),
  cidade: z.string(),
  /** The address of the page, such as `/knn-orlando`. */
  pagina: z.string(),
  marca: Brand,
  utm: Marks,
  unidade: Named.nullable(),
  estado: LeadState,
  motivo: z.string().nullable(),
  responsavel: Named.nullable(),
  proximo_em: Day.nullable(),
  proximo_passo: z.string().nullable(),
  /** When the person last wrote, and how often. */
  enviado_em: Instant,
  envios: z.int(),
  consentimento_em: Instant,
});
export type Lead = z.infer<typeof Lead>;

/** An entry of the history. */
export const LeadEvent = z.object({
  id: Id,
  tipo: z.enum(['envio', 'estado', 'nota', 'passo', 'responsavel', 'unidade']),
  em: Instant,
  /** The member of staff; null: the person, or somebody whose account is gone. */
  quem: z.string().nullable(),
  texto: z.string().nullable(),
  estado: LeadState.nullable(),
  pagina: z.string().nullable(),
  marca: Brand.nullable(),
  nome: z.string().nullable(),
  utm: Marks,
});
export type LeadEvent = z.infer<typeof LeadEvent>;

export const LeadDetails = Lead.extend({
  historico: z.array(LeadEvent),
  /** Who may take care of the contact. */
  equipe: z.array(Named),
  /** The units that the reader may give the contact to. */
  unidades: z.array(Named),
  /** The result of the level test. */
  nivel: z.string().nullable(),
  /** The student that the person became. */
  aluno: Named.nullable(),
  /** Students with the same telephone or e-mail, and those whom the search finds. */
  candidatos: z.array(Named.extend({ unidade: z.string(), igual: z.array(z.enum(['telefone', 'email'])) })),
});
export type LeadDetails = z.infer<typeof LeadDetails>;

const filter = z.object({
  q: Line(80).optional(),
  estado: LeadState.optional(),
  unidade: IdParam.optional(),
  /** Only those whose next step is due, the oldest first. */
  hoje: Flag.optional(),
});
export type LeadFilter = z.infer<typeof filter>;

const open = LeadState.exclude(['matriculado']);

export const calls = {
  listLeads: {
    summary: 'People who asked the own units for contact, the newest first',
    ledger: 'ours',
    query: PageQuery.extend(filter.shape),
    result: Page(Lead).extend({
      /** Of the unit in the filter, whatever the rest of it says. */
      contagens: z.record(z.string(), z.int()),
      /** Whose next step is due. */
      para_hoje: z.int(),
      /** Those of the reader. */
      unidades: z.array(Named),
    }),
  },
  getLead: {
    summary: 'One contact with its history, and the students that it may have become',
    ledger: 'ours',
    params: OneId,
    query: z.object({ aluno: Line(80).optional() }),
    result: LeadDetails,
  },
  updateLead: {
    summary: 'Notes what the staff does about a contact: state, next step, owner, unit, a note',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({
        estado: open,
        /** Why the person was lost. */
        motivo: OptionalText(300),
        nota: LongText(1_000),
        responsavel_id: Id.nullable(),
        unidade_id: Id,
        /** null: no next step. */
        proximo_em: Day.nullable(),
        proximo_passo: OptionalText(120),
      })
      .partial()
      .refine(({ estado, motivo }) => estado !== 'perdido' || Boolean(motivo), {
        path: ['motivo'],
        message: 'Diga por que não deu certo',
      })
      .refine(({ proximo_em, proximo_passo }) => !proximo_passo || Boolean(proximo_em), {
        path: ['proximo_em'],
        message: 'Escolha o dia',
      }),
    result: LeadDetails,
  },
  moveLeads: {
    summary: 'Says of several new contacts that somebody talks to them, or takes that back',
    ledger: 'ours',
    body: z.object({ ids: z.array(Id).min(1).max(100), estado: LeadState.extract(['novo', 'em_contato']) }),
    /** Those that were moved. */
    result: z.object({ ids: z.array(Id) }),
  },
  enrolLead: {
    summary: 'Says which student a contact became, and credits the referral that brought it',
    ledger: 'ours',
    params: OneId,
    body: z.object({ aluno_user_id: Id }),
    result: LeadDetails,
  },
  downloadLeads: {
    summary: 'The filtered contacts as a table',
    ledger: 'ours',
    query: filter,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
