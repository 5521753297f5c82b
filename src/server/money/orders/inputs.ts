import { z } from 'zod';
import { TrackingInput } from '#lib/contract/orders.schema.ts';
import { Product, ProductCode } from '#lib/contract/orders-shapes.schema.ts';
import { CouponFields, couponDays, couponPercent, wrongDays, wrongPercent } from '#lib/contract/orders-staff.schema.ts';
import {
  CursorQuery,
  Flag,
  Id,
  IdParam,
  Line,
  LongText,
  OptionalText,
  Text,
  Whole,
  without,
} from '#lib/contract/shapes.schema.ts';
import { cleanLine } from '#lib/format/clean-text.ts';
import { MAX_ORDER } from '#lib/format/limits.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { isShared } from '#lib/rules/orders/steps.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { couponStates } from '#lib/words/orders-office.ts';

/** A code chosen by the office. */
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

const trackingMissing = {
  transportadora: 'Diga quem transporta',
  codigo: 'Informe o código de rastreio',
  url: 'Cole o endereço completo, começando com https://',
} as const;
const trackingNames = Object.keys(trackingMissing) as (keyof typeof trackingMissing)[];

export const updateOrdersInput = z
  .object({
    /** The target status. */
    status_id: Whole,
    /** Shown to the student. */
    nota: OptionalText(300),
    transportadora: OptionalText(80),
    codigo: OptionalText(60),
    url: z.union([z.literal('').transform(() => null), TrackingInput.shape.url], trackingMissing.url).nullish(),
    ids: z.array(Id).min(1).max(100),
  })
  .superRefine((input, issues) => {
    // A code needs a carrier, and an address must be a valid URL: otherwise nobody can track the delivery.
    if (trackingNames.some((name) => input[name])) {
      for (const name of trackingNames) {
        if (!input[name]) issues.addIssue({ code: 'custom', path: [name], message: trackingMissing[name] });
      }
    }
    if (input.status_id === STATUS.cancelled && !input.nota)
      issues.addIssue({ code: 'custom', path: ['nota'], message: orderMessages.reasonMissing });
    // A code, a reason and a payment belong to one order only.
    if (new Set(input.ids).size > 1 && !isShared(input.status_id))
      issues.addIssue({ code: 'custom', path: ['ids'], message: orderMessages.oneByOne });
  });

export const listSchoolOrdersInput = CursorQuery.extend({
  status: z.coerce.number<string | number>().pipe(Whole).optional(),
  /** Only orders whose next step is the school's. */
  avancar: Flag.optional(),
  /** A part of the number or of the name. */
  q: Line(80).optional(),
});

const couponStateNames = Object.keys(couponStates) as (keyof typeof couponStates)[];

export const listSchoolCouponsInput = CursorQuery.extend({
  situacao: z.enum(couponStateNames).optional(),
  /** A part of the code. */
  q: Line(80).optional(),
});

export const updateSchoolCouponInput = z
  .object({ id: IdParam, ...CouponFields, ativo: z.boolean() })
  .refine(couponPercent, wrongPercent)
  .refine(couponDays, wrongDays);

export const listSchoolProductsInput = CursorQuery.extend({ q: Line(100).optional() });

export const createSchoolProductInput = z.object({ codigo: NewProductCode, livro_id: Id.nullish(), ...ProductFields });

export const updateSchoolProductInput = z.object({ code: ProductCode, ...ProductFields });

export const setCartItemInput = z.object({
  codigo_produto: ProductCode,
  quantidade: z.int().min(0).max(MAX_ORDER.ofOne),
});
