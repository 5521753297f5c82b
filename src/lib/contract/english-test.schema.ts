import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Day, Uuid } from './shapes.schema.ts';

export const SessionId = z.object({ id: Uuid });

export const calls = {
  verifyCertificate: {
    summary: 'Whether a certificate is genuine',
    ledger: 'ours',
    params: z.object({ code: z.string().regex(/^[A-Za-z0-9-]{6,40}$/) }),
    result: z.object({ nome: z.string(), nivel: z.string(), data: Day, valido: z.boolean() }),
  },
  downloadCertificate: {
    summary: 'The certificate of an own level test as PDF',
    ledger: 'ours',
    params: SessionId,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
