import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Uuid } from './shapes.schema.ts';

export const SessionId = z.object({ id: Uuid });

export const calls = {
  downloadCertificate: {
    summary: 'The certificate of an own level test as PDF',
    ledger: 'ours',
    params: SessionId,
    result: z.any(),
  },
  downloadBadge: {
    summary: 'The certificate of an own level test as Open Badge 3.0',
    ledger: 'ours',
    params: SessionId,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
