import { z } from 'zod';
import { TrackingInput } from '#lib/contract/orders.schema.ts';
import { Product, ProductCode } from '#lib/contract/orders-shapes.schema.ts';
import { CouponFields, couponDays, couponPercent, wrongDays, wrongPercent } from '#lib/contract/orders-staff.schema.ts';
import { Flag, Id, IdParam, Line, LongText, PageQuery, Text, Whole, without } from '#lib/contract/shapes.schema.ts';
import { cleanLine } from '#lib/format/clean-text.ts';
import { MAX_ORDER } from '#lib/format/limits.ts';

/** What people send, with its limits. */

/** A code that the office gives. */
const NewProductCode = z
  .string()
  .overwrite(cleanLine)
  .toUpperCase()
  .check(without(/[^A-Z0-9-]/u))
  .regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/, 'Use letras sem acento, números e hífen, como WAY-1');

const ProductFields = {
  nome: Text(120),
  descricao: LongText(1000),
  linha: Product.shape.linha,
  estoque: Product.shape.estoque,
  prazo_dias: z.int().min(0).max(365).nullish(),
  exige_teste_nivel: z.boolean(),
  ativo: z.boolean(),
};

export const updateOrderStatusInput = z.object({
  id: IdParam,
  status_id: Whole,
  nota: Text(300).optional(),
  rastreio: TrackingInput.optional(),
});

export const moveOrdersInput = z.object({
  ids: z.array(Id).min(1).max(100),
  /** Where the step leads: steps that need neither a code nor a reason. */
  status_id: z.literal([4, 5, 6, 8]),
  /** Takes the step back. */
  voltar: z.boolean().optional(),
});

export const listSchoolOrdersInput = PageQuery.extend({
  status: z.coerce.number<string | number>().pipe(Whole).optional(),
  /** Only those whose next step is the school's. */
  avancar: Flag.optional(),
  /** A part of the number or of the name. */
  q: Line(80).optional(),
});

export const updateSchoolCouponInput = z
  .object({ id: IdParam, ...CouponFields, ativo: z.boolean() })
  .refine(couponPercent, wrongPercent)
  .refine(couponDays, wrongDays);

export const createSchoolProductInput = z.object({ codigo: NewProductCode, livro_id: Id.nullish(), ...ProductFields });

export const updateSchoolProductInput = z.object({ code: ProductCode, ...ProductFields });

export const setCartItemInput = z.object({
  codigo_produto: ProductCode,
  quantidade: z.int().min(0).max(MAX_ORDER.ofOne),
});
