import { z } from 'zod';
import { cleanLine } from '../format/clean-text.ts';
import { Product } from './orders-shapes.schema.ts';
import { Day, Id, Line, OptionalLongText, Text, without } from './shapes.schema.ts';

/** What the office of a school does about coupons and products. */

const Code = z
  .string()
  .overwrite(cleanLine)
  .toUpperCase()
  .check(without(/[^A-Z0-9-]/u))
  .regex(/^.{3,30}$/, 'Use de 3 a 30 letras sem acento, números ou hífen');

export const CouponFields = {
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
export const percent = ({ desconto_tipo, desconto_valor }: Checked) =>
  desconto_tipo !== 'percentual' || desconto_valor <= 100;
export const days = ({ valido_de, valido_ate }: Checked) => !valido_de || !valido_ate || valido_de <= valido_ate;
export const wrongPercent = { error: 'Use de 1 a 100 por cento', path: ['desconto_valor'] };
export const wrongDays = { error: 'O fim vem antes do início', path: ['valido_ate'] };

export const CouponInput = z
  .object({ name: Code, ...CouponFields })
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

/** What `listSchoolCoupons` answers. */
export const ListSchoolCouponsAnswer = z.object({
  items: z.array(SchoolCoupon),
  produtos: z.array(z.object({ codigo: z.string(), nome: z.string() })),
  pode_criar: z.boolean(),
});
export type ListSchoolCouponsAnswer = z.infer<typeof ListSchoolCouponsAnswer>;

/** What `listSchoolProducts` answers. */
export const ListSchoolProductsAnswer = z.object({
  items: z.array(Product),
  /** Books that a new product may be; none for who makes no products. */
  livros: z.array(z.object({ id: Id, nome: z.string() })),
  pode_editar: z.boolean(),
});
export type ListSchoolProductsAnswer = z.infer<typeof ListSchoolProductsAnswer>;
