import { z } from 'zod';
import { OnePage, Revision } from '#lib/contract/promo-staff.schema.ts';
import {
  Brand,
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
} from '#lib/contract/shapes.schema.ts';

export const createLeadInput = z.object({
  pagina: Text(60),
  nome: VisitorName,
  telefone: Phone,
  email: OptionalEmail,
  cidade: OptionalCity,
  /** Absent: the only unit of the city is used, otherwise the only one of the area code. */
  unidade_id: Id.optional(),
  /** The brand of the page, whose units are searched. */
  marca: Brand.optional(),
  indicacao_code: OptionalText(40),
  consentimento: z.literal(true),
  utm: z
    .record(z.string().max(30), Line(100))
    .refine((marks) => Object.keys(marks).length <= 10, 'Use no máximo 10 marcas')
    .optional(),
  /** The level test whose certificate this visitor wants. */
  teste_id: Uuid.optional(),
});

export const getPromoSchoolInput = z.object({
  pagina: Text(60),
  marca: Brand,
  /** The city of the visitor. */
  cidade: Line(80).optional(),
  /** Limits the answer to this unit. */
  unidade: IdParam.optional(),
});

export const publishPromoInput = OnePage.extend({ revisao: Revision, publica_em: Instant.nullish() });
