import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Brand, PromoContent } from './promo-shapes.schema.ts';
import { staffCalls } from './promo-staff.schema.ts';
import {
  Id,
  IdParam,
  Instant,
  Line,
  OptionalCity,
  OptionalEmail,
  OptionalText,
  Phone,
  Text,
  Uuid,
  VisitorName,
} from './shapes.schema.ts';

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
  createLead: {
    summary: 'Leaves an application on a promotional page',
    ledger: 'ours',
    body: z.object({
      pagina: Text(60),
      nome: VisitorName,
      telefone: Phone,
      email: OptionalEmail,
      cidade: OptionalCity,
      /** Absent: the school looks for the one unit of the city, then for the one of the area code. */
      unidade_id: Id.optional(),
      /** The brand of the page: only its units are looked for. */
      marca: Brand.optional(),
      indicacao_code: OptionalText(40),
      consentimento: z.literal(true),
      utm: z
        .record(z.string().max(30), Line(100))
        .refine((marks) => Object.keys(marks).length <= 10, 'Use no máximo 10 marcas')
        .optional(),
      /** The level test whose certificate this visitor wants. */
      teste_id: Uuid.optional(),
    }),
    result: z.object({
      id: Id,
      /** Who answers; null if no single unit fits. */
      unidade_id: Id.nullable(),
    }),
  },
  getPromoSchool: {
    summary: 'Units that a promotional page offers to talk to, and events of its trip',
    ledger: 'ours',
    query: z.object({
      pagina: Text(60),
      marca: Brand,
      /** The city of the visitor. */
      cidade: Line(80).optional(),
      /** Only this unit. */
      unidade: IdParam.optional(),
    }),
    result: PromoSchool,
  },
  getPromo: {
    summary: 'A promotional page as the school last published it',
    ledger: 'ours',
    params: z.object({ pagina: z.string().max(60) }),
    result: PromoContent,
  },
  getPromoPicture: {
    summary: 'A picture of a promotional page, by its key',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[\w-]{1,80}$/) }),
    result: z.any(),
  },
  ...staffCalls,
} satisfies Record<string, CallSchema>;
