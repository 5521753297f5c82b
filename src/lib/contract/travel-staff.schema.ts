import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import type { CallSchema } from './core.ts';
import { Day, Id, Instant, LongText, OneId, OptionalText, Text } from './shapes.schema.ts';

/** A number from 1 in an address. */
const Counted = z.coerce.number<string | number>().pipe(z.int().min(1).max(1_000_000));

const seats = z.int().min(1, 'Pelo menos uma vaga').max(100_000).nullish();

const campaignFields = z.object({
  nome: Text(120),
  destino: Text(120),
  descricao: LongText(1000),
  regulamento: LongText(8000),
  /** The promotional page of the trip. */
  pagina: z.enum(['knn-orlando', 'london-by-phenom']).nullish(),
  inicio: Day,
  fim: Day,
  evento_em: Instant.nullish(),
  local: OptionalText(160),
  vagas: seats,
  max_acompanhantes: z.int().min(0).max(10, 'No máximo 10 acompanhantes'),
});
const endsLater = ({ inicio, fim }: { inicio: string; fim: string }) => fim >= inicio;
const endsEarlier = { path: ['fim'], message: 'Não pode ser antes do início' };

export const CampaignInput = campaignFields.refine(endsLater, endsEarlier);
export type CampaignInput = z.infer<typeof CampaignInput>;

/** With the campaign as the manager saw it: if somebody changed it since, nothing is overwritten. */
export const CampaignChange = campaignFields
  .extend({ atualizada_em: Instant.optional() })
  .refine(endsLater, endsEarlier);
export type CampaignChange = z.infer<typeof CampaignChange>;

export const ManagedCampaign = z.object({
  id: Id,
  slug: z.string(),
  pagina: z.enum(['knn-orlando', 'london-by-phenom']).nullable(),
  nome: z.string(),
  destino: z.string(),
  descricao: z.string(),
  regulamento: z.string(),
  imagem_url: z.string(),
  inicio: Day,
  fim: Day,
  evento_em: Instant.nullable(),
  local: z.string().nullable(),
  timezone: z.string(),
  vagas: z.int().nullable(),
  max_acompanhantes: z.int(),
  publicada: z.boolean(),
  status: z.enum(['em_breve', 'aberta', 'encerrada']),
  participantes: z.int(),
  /** Valid tickets, also those without a name, and how many of them were used to go in. */
  ingressos: z.int(),
  usados: z.int(),
  atualizada_em: Instant,
});
export type ManagedCampaign = z.infer<typeof ManagedCampaign>;

export const staffCalls = {
  uploadCampaignPicture: {
    summary: `Sets the picture of a campaign: PNG, JPEG or WebP up to ${megabytes(MAX_PICTURE)}, in the field “file”`,
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: ManagedCampaign,
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
