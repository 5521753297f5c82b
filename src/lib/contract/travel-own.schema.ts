import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id, Instant, OneId, Text } from './shapes.schema.ts';
import { ScanBody } from './travel-shapes.schema.ts';

export const Scan = ScanBody.extend({
  /** The scanned text, or the typed code. */
  texto: Text(300),
  /** The user who scanned: in another person’s session the scan is refused and does not count. */
  user_id: Id.optional(),
});
export type Scan = z.infer<typeof Scan>;

export const CheckInCampaign = z.object({
  id: Id,
  nome: z.string(),
  evento_em: Instant.nullish(),
  local: z.string().nullish(),
  /** Whether tickets are valid now. */
  hoje: z.boolean(),
  ingressos: z.int(),
  usados: z.int(),
});
export type CheckInCampaign = z.infer<typeof CheckInCampaign>;

/** What a device stores to check codes offline: digests only, never the codes. */
export const CheckInList = z.object({
  campaign: CheckInCampaign,
  feita_em: Instant,
  itens: z.array(
    z.object({
      /** First 32 letters of the SHA-256, in hex, of the payload and of the typed code. */
      payload: z.string(),
      codigo: z.string(),
      titular_mascarado: z.string(),
      acompanhante_de: z.string().nullable(),
      usado_em: Instant.nullable(),
    }),
  ),
});
export type CheckInList = z.infer<typeof CheckInList>;

export const ownCalls = {
  downloadTickets: { summary: 'Own tickets of a campaign as PDF', ledger: 'ours', params: OneId, result: z.any() },
  getCampaignPicture: {
    summary: 'The picture of a campaign, by its key',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[\w-]{1,80}$/) }),
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
