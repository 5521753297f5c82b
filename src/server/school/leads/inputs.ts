import { z } from 'zod';
import { LeadState, leadFilter } from '#lib/contract/leads.schema.ts';
import {
  Clock,
  CursorQuery,
  Day,
  Id,
  LongText,
  OptionalEmail,
  OptionalLongText,
  OptionalText,
  Phone,
  VisitorName,
} from '#lib/contract/shapes.schema.ts';
import { officeSources } from '#lib/rules/leads/contact.ts';

export const listLeadsInput = CursorQuery.extend(leadFilter.shape);

export const boardInput = leadFilter.pick({ q: true, unidade: true, sem_unidade: true });

export const updateLeadsInput = z
  .object({
    estado: LeadState.exclude(['matriculado']),
    /** The states that the sender saw: a lead in another state is not changed. */
    de: z.array(LeadState).max(LeadState.options.length),
    /** Why the person was lost. */
    motivo: OptionalText(300),
    nota: LongText(1_000),
    responsavel_id: Id.nullable(),
    unidade_id: Id,
    /** null: no next step. */
    proximo_em: Day.nullable(),
    proximo_hora: Clock.nullable(),
    proximo_passo: OptionalText(120),
  })
  .partial()
  .refine(({ estado, motivo }) => estado !== 'perdido' || Boolean(motivo), {
    path: ['motivo'],
    message: 'Diga por que não deu certo',
  })
  .refine(({ proximo_em, proximo_passo, proximo_hora }) => !(proximo_passo || proximo_hora) || Boolean(proximo_em), {
    path: ['proximo_em'],
    message: 'Escolha o dia',
  })
  .safeExtend({ ids: z.array(Id).min(1).max(100) });

export const addLeadInput = z.object({
  nome: VisitorName,
  telefone: Phone,
  email: OptionalEmail,
  /** Absent: the only unit of the reader. */
  unidade_id: Id.optional(),
  origem: z.enum(officeSources),
  nota: OptionalLongText(1_000),
  /** The person agreed to be called. */
  autorizou: z.literal(true, 'Pergunte se a pessoa quer ser chamada'),
});
