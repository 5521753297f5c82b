import { z } from 'zod';
import { IdParam } from '#lib/contract/shapes.schema.ts';
import { whatsappKinds, whatsappVariables } from '#lib/rules/whatsapp/template.ts';

const MetaId = z
  .string('Informe o número')
  .trim()
  .regex(/^\d{5,30}$/, 'São só algarismos: copie da Meta');
const Variable = z.enum(whatsappVariables).nullish();

export const connectInput = z.object({
  id: IdParam,
  phone_number_id: MetaId,
  account_id: MetaId,
  token: z
    .string()
    .trim()
    .regex(/^[\w-]{20,600}$/, 'Cole o token inteiro, sem espaços'),
  app_secret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i, 'São 32 letras e algarismos: copie da Meta'),
});

/** In centavos; null: not known. */
const Price = z.int32().min(0, 'Informe um valor').max(100_00, 'No máximo R$ 100,00').nullable();
export const pricesInput = z.object({ id: IdParam, utility_centavos: Price, marketing_centavos: Price });

/** The variable of each slot, in order: forms send one flat object. */
export const useInput = z.object({
  id: IdParam,
  kind: z.enum(whatsappKinds),
  v1: Variable,
  v2: Variable,
  v3: Variable,
  v4: Variable,
  v5: Variable,
  v6: Variable,
});
