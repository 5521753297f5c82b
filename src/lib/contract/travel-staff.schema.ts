import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import type { CallSchema } from './core.ts';
import { OneId } from './shapes.schema.ts';

/** A positive integer in an address. */
const Counted = z.coerce.number<string | number>().pipe(z.int().min(1).max(1_000_000));

export const staffCalls = {
  uploadCampaignPicture: {
    summary: `Sets the picture of a campaign: PNG, JPEG or WebP up to ${megabytes(MAX_PICTURE)}, in the field “file”`,
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: z.object({ imagem_url: z.string() }),
  },
  downloadParticipants: {
    summary: 'Who comes, one line a ticket, as CSV',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
  printTickets: {
    summary: 'QR codes of a campaign, or of one batch, as PDF to print: 500 in each part, the first part unless asked',
    ledger: 'ours',
    params: OneId,
    query: z.object({ lote: Counted.optional(), parte: Counted.optional() }),
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
