import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { IdParam } from './shapes.schema.ts';

const params = z.object({ numero: IdParam });

export const calls = {
  verifyWhatsappWebhook: {
    summary: 'Shows Meta that the address of a number of WhatsApp is ours',
    ledger: 'ours',
    params,
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string().max(100),
      'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
    }),
    result: z.any(),
  },
  receiveWhatsappWebhook: {
    summary: 'Signed message of Meta about messages of a number of WhatsApp',
    ledger: 'ours',
    params,
    body: z.record(z.string().max(100), z.unknown()),
    result: z.object({ detail: z.string() }),
  },
} satisfies Record<string, CallSchema>;
