import { z } from 'zod';
import { cleanLine } from '../format/clean-text.ts';
import type { CallSchema } from './core.ts';
import { NewProductCode, Product, ProductCode } from './orders-shapes.schema.ts';
import { Day, Id, Line, LongText, OneId, OptionalLongText, Text, without } from './shapes.schema.ts';

/** What the office of a school does about coupons and products. */

const Code = z
  .string()
  .overwrite(cleanLine)
  .toUpperCase()
  .check(without(/[^A-Z0-9-]/u))
  .regex(/^.{3,30}$/, 'Use de 3 a 30 letras sem acento, números ou hífen');

const CouponFields = {
  descricao: Text(300),
  regras: OptionalLongText(500),
  desconto_tipo: z.enum(['percentual', 'valor']),
  /** Per cent, or centavos. */
  desconto_valor: z.int().min(1).max(1_000_000),
  valido_de: Day.nullish(),
  valido_ate: Day.nullish(),
  /** null: no limit. */
  usos_max: z.int().min(1).max(100_000).nullish(),
  /** Codes of the products that it is for; none: for all. */
  produtos: z.array(Line(40)).max(100).default([]),
};
interface Checked {
  desconto_tipo: 'percentual' | 'valor';
  desconto_valor: number;
  valido_de?: string | null | undefined;
  valido_ate?: string | null | undefined;
}
const percent = ({ desconto_tipo, desconto_valor }: Checked) => desconto_tipo !== 'percentual' || desconto_valor <= 100;
const days = ({ valido_de, valido_ate }: Checked) => !valido_de || !valido_ate || valido_de <= valido_ate;
const wrongPercent = { error: 'Use de 1 a 100 por cento', path: ['desconto_valor'] };
const wrongDays = { error: 'O fim vem antes do início', path: ['valido_ate'] };

export const CouponInput = z
  .object({ name: Code, ...CouponFields })
  .refine(percent, wrongPercent)
  .refine(days, wrongDays);
const CouponChange = z
  .object({ ...CouponFields, ativo: z.boolean() })
  .refine(percent, wrongPercent)
  .refine(days, wrongDays);

export const SchoolCoupon = z.object({
  id: Id,
  name: z.string(),
  aplica_em: z.enum(['pedido', 'parceiro']),
  parceiro: z.string(),
  descricao: z.string(),
  regras: z.string(),
  desconto_tipo: z.enum(['percentual', 'valor']),
  desconto_valor: z.int(),
  valido_de: Day.nullable(),
  valido_ate: Day.nullable(),
  usos_max: z.int().nullable(),
  usos: z.int(),
  produtos: z.array(z.string()),
  situacao: z.enum(['ativo', 'futuro', 'vencido', 'esgotado', 'encerrado']),
  /** false: belongs to the whole network, and only admins change it. */
  pode_editar: z.boolean(),
});
export type SchoolCoupon = z.infer<typeof SchoolCoupon>;

const ProductFields = {
  nome: Text(120),
  descricao: LongText(1000),
  linha: Product.shape.linha,
  estoque: Product.shape.estoque,
  prazo_dias: z.int().min(0).max(365).nullish(),
  exige_teste_nivel: z.boolean(),
  ativo: z.boolean(),
};

export const calls = {
  listSchoolCoupons: {
    summary: 'Coupons of the own school and of the network, with the products that they may name',
    ledger: 'ours',
    result: z.object({
      items: z.array(SchoolCoupon),
      produtos: z.array(z.object({ codigo: z.string(), nome: z.string() })),
      pode_criar: z.boolean(),
    }),
  },
  createSchoolCoupon: {
    summary: 'Makes a coupon for orders of the own school',
    ledger: 'ours',
    body: CouponInput,
    result: SchoolCoupon,
  },
  updateSchoolCoupon: {
    summary: 'Changes, ends or reopens a coupon; its code stays',
    ledger: 'ours',
    params: OneId,
    body: CouponChange,
    result: SchoolCoupon,
  },
  listSchoolProducts: {
    summary: 'All products, those that are not sold too',
    ledger: 'ours',
    result: z.object({
      items: z.array(Product),
      /** Books that a new product may be; none for who makes no products. */
      livros: z.array(z.object({ id: Id, nome: z.string() })),
      pode_editar: z.boolean(),
    }),
  },
  createSchoolProduct: {
    summary: 'Makes a product; its picture is the cover of its book',
    ledger: 'ours',
    body: z.object({ codigo: NewProductCode, livro_id: Id.nullish(), ...ProductFields }),
    result: Product,
  },
  updateSchoolProduct: {
    summary: 'Changes price line, stock and state of a product',
    ledger: 'ours',
    params: z.object({ code: ProductCode }),
    body: z.object(ProductFields),
    result: Product,
  },
} satisfies Record<string, CallSchema>;
