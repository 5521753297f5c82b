import { z } from 'zod';
import { cleanLine } from '../format/clean-text.ts';
import { Day, Id, OptionalLongText, Text, without } from './shapes.schema.ts';

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
  /** Ids of the products that it applies to; empty: all. */
  produtos: z.array(Id).max(100).default([]),
};
interface Checked {
  desconto_tipo: 'percentual' | 'valor';
  desconto_valor: number;
  valido_de?: string | null | undefined;
  valido_ate?: string | null | undefined;
}
export const couponPercent = ({ desconto_tipo, desconto_valor }: Checked) =>
  desconto_tipo !== 'percentual' || desconto_valor <= 100;
export const couponDays = ({ valido_de, valido_ate }: Checked) => !valido_de || !valido_ate || valido_de <= valido_ate;
export const wrongPercent = { error: 'Use de 1 a 100 por cento', path: ['desconto_valor'] };
export const wrongDays = { error: 'O fim vem antes do início', path: ['valido_ate'] };

export const CouponInput = z
  .object({ name: Code, ...CouponFields })
  .refine(couponPercent, wrongPercent)
  .refine(couponDays, wrongDays);
