import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Brand, Day, Flag, Id, IdParam, Instant, Line, Page } from './shapes.schema.ts';

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

export const filter = z.object({
  q: Line(80).optional(),
  estado: LeadState.optional(),
  unidade: IdParam.optional(),
  /** Only those whose next step is due, the oldest first. */
  hoje: Flag.optional(),
});
export type LeadFilter = z.infer<typeof filter>;

/** What `listLeads` answers. */
export const ListLeadsAnswer = Page(Lead).extend({
  /** Of the unit in the filter, whatever the rest of it says. */
  contagens: z.record(z.string(), z.int()),
  /** Whose next step is due. */
  para_hoje: z.int(),
  /** Those of the reader. */
  unidades: z.array(Named),
});
export type ListLeadsAnswer = z.infer<typeof ListLeadsAnswer>;

/** What `moveLeads` answers. */
export const MoveLeadsAnswer = z.object({ ids: z.array(Id) });
export type MoveLeadsAnswer = z.infer<typeof MoveLeadsAnswer>;

export const calls = {
  downloadLeads: {
    summary: 'The filtered contacts as a table',
    ledger: 'ours',
    query: filter,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
