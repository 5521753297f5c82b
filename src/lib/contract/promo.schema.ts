import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { staffCalls } from './promo-staff.schema.ts';

export { ManagedPromo, PromoValues, PromoVersion } from './promo-staff.schema.ts';

export const calls = {
  getPromoPicture: {
    summary: 'A picture of a promotional page, by its key',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[\w-]{1,80}$/) }),
    result: z.any(),
  },
  ...staffCalls,
} satisfies Record<string, CallSchema>;
