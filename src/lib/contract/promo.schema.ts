import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { staffCalls } from './promo-staff.schema.ts';
import { Id, Instant } from './shapes.schema.ts';

export { PromoContent, type PromoDeparture, type PromoPrice, PromoSection } from './promo-shapes.schema.ts';
export { ManagedPromo, PromoSummary, PromoValues, PromoVersion } from './promo-staff.schema.ts';

/** A unit that a visitor may talk to. */
export const PromoUnit = z.object({
  id: Id,
  nome: z.string(),
  cidade: z.string(),
  uf: z.string(),
  /** Ten or eleven digits. */
  whatsapp: z.string().nullable(),
});
export type PromoUnit = z.infer<typeof PromoUnit>;

/** An evening about the trip at a unit, for example. */
export const PromoEvent = z.object({
  nome: z.string(),
  evento_em: Instant,
  timezone: z.string(),
  local: z.string().nullable(),
  /** null: no limit. */
  vagas_restantes: z.int().nullable(),
});
export type PromoEvent = z.infer<typeof PromoEvent>;

export const PromoSchool = z.object({
  /** Units of the brand; all units if the brand has none. */
  total: z.int(),
  /** All of them; where they are too many for a page, those of the city. */
  unidades: z.array(PromoUnit),
  eventos: z.array(PromoEvent),
});
export type PromoSchool = z.infer<typeof PromoSchool>;

export const calls = {
  getPromoPicture: {
    summary: 'A picture of a promotional page, by its key',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[\w-]{1,80}$/) }),
    result: z.any(),
  },
  ...staffCalls,
} satisfies Record<string, CallSchema>;
