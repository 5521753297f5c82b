import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Flag, IdParam, Line } from './shapes.schema.ts';

export const LeadState = z.enum(['novo', 'em_contato', 'visita_marcada', 'matriculado', 'perdido']);
export type LeadState = z.infer<typeof LeadState>;

export const leadFilter = z.object({
  q: Line(80).optional(),
  estado: LeadState.optional(),
  unidade: IdParam.optional(),
  /** Only leads without a unit. */
  sem_unidade: Flag.optional(),
  /** Only leads whose next step is due, the oldest first. */
  hoje: Flag.optional(),
});
export type LeadFilter = z.infer<typeof leadFilter>;

export const calls = {
  downloadLeads: {
    summary: 'The filtered contacts as a table',
    ledger: 'ours',
    query: leadFilter,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
