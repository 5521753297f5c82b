import { z } from 'zod';
import { LeadState, leadFilter } from '#lib/contract/leads.schema.ts';
import { Day, Id, IdParam, LongText, OptionalText, PageQuery } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

const open = LeadState.exclude(['matriculado']);

export const listLeadsInput = PageQuery.extend(leadFilter.shape);

export const updateLeadInput = z
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
  })
  .safeExtend({ id: IdParam });

export const moveLeadsInput = z.object({
  ids: z.array(Id).min(1).max(100),
  estado: LeadState.extract(['novo', 'em_contato']),
});
