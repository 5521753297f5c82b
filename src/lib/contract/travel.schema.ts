import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Cpf, Day, Id, IdParam, Instant, Text } from './shapes.schema.ts';

export const TravelCampaign = z.object({
  id: Id,
  slug: z.string(),
  nome: z.string(),
  destino: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  regulamento_url: z.string(),
  inicio: Day,
  fim: Day,
  evento_em: Instant.nullish(),
  local: z.string().nullish(),
  vagas: z.int().nullish(),
  status: z.enum(['em_breve', 'aberta', 'encerrada']),
  participacao: z
    .object({ id: Id, status: z.enum(['inscrito', 'confirmado', 'cancelado']), qr_codes: z.int() })
    .nullish(),
});
export type TravelCampaign = z.infer<typeof TravelCampaign>;

export const QrCode = z.object({
  id: Id,
  campaign_id: Id,
  titulo: z.string(),
  titular: z.string(),
  /** Signed. */
  payload: z.string(),
  status: z.enum(['ativo', 'usado', 'expirado', 'cancelado']),
  valido_ate: Instant,
  usado_em: Instant.nullish(),
});
export type QrCode = z.infer<typeof QrCode>;

const OneId = z.object({ id: IdParam });

export const calls = {
  getCampaign: { summary: 'One travel campaign', ledger: 'API-71', params: OneId, result: TravelCampaign },
  joinCampaign: {
    summary: 'Takes part in a travel campaign',
    ledger: 'API-72',
    body: z.object({
      campaign_id: Id,
      acompanhantes: z
        .array(z.object({ nome: Text(120), cpf: Cpf.optional(), birth_date: Day.optional() }))
        .max(10)
        .optional(),
      aceite_regulamento: z.literal(true),
    }),
    result: TravelCampaign,
  },
  listQrCodes: { summary: 'Own QR codes', ledger: 'API-73', result: z.array(QrCode) },
  validateQrCode: {
    summary: 'Validates a QR code once, for staff',
    ledger: 'API-74',
    params: OneId,
    body: z.object({ assinatura: Text(300).optional() }),
    result: z.object({
      valido: z.boolean(),
      motivo: z.enum(['usado', 'expirado', 'assinatura', 'outra_campanha']).nullish(),
      titular_mascarado: z.string(),
      campanha: z.string(),
      usado_em: Instant.nullish(),
    }),
  },
} satisfies Record<string, CallSchema>;
