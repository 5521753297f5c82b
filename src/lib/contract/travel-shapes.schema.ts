import { z } from 'zod';
import { Day, Id, Instant } from './shapes.schema.ts';

/**
 * The values of the specification’s field lists are always present; the rest is ours, and may be missing from the
 * franchise’s host.
 */
export const TravelCampaign = z.object({
  id: Id,
  slug: z.string(),
  nome: z.string(),
  destino: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  regulamento_url: z.string(),
  regulamento: z.string().nullish(),
  /** First and last day to join. */
  inicio: Day,
  fim: Day,
  evento_em: Instant.nullish(),
  local: z.string().nullish(),
  /** Seats for all participants and companions; null: no limit. */
  vagas: z.int().nullish(),
  vagas_restantes: z.int().nullish(),
  max_acompanhantes: z.int().nullish(),
  status: z.enum(['em_breve', 'aberta', 'encerrada']),
  participacao: z
    .object({
      id: Id,
      status: z.enum(['inscrito', 'confirmado', 'cancelado']),
      qr_codes: z.int(),
      /** Before the event, while no participant has been checked in. */
      pode_cancelar: z.boolean().nullish(),
    })
    .nullish(),
});
export type TravelCampaign = z.infer<typeof TravelCampaign>;

export const QrCode = z.object({
  id: Id,
  campaign_id: Id,
  titulo: z.string(),
  titular: z.string(),
  /** The holder who brings a companion; null on the holder’s own ticket. */
  acompanhante_de: z.string().nullish(),
  /** Signed. */
  payload: z.string(),
  /** Typed if no camera works: `K7QM-2XWD-9HRT`. */
  codigo: z.string().nullish(),
  status: z.enum(['ativo', 'usado', 'expirado', 'cancelado']),
  valido_de: Instant.nullish(),
  valido_ate: Instant,
  usado_em: Instant.nullish(),
  /** The time of the event; null for a ticket that is valid on any day of the campaign. */
  evento_em: Instant.nullish(),
  local: z.string().nullish(),
});
export type QrCode = z.infer<typeof QrCode>;

/** What a device sends about a scan besides the code. */
export const ScanBody = z.object({
  /** The campaign at this door: tickets of other campaigns are refused. */
  campaign_id: Id.optional(),
  /** The key of this scan: a repeated request gets the same answer. */
  chave: z
    .string()
    .regex(/^[\x21-\x7e]{8,64}$/)
    .optional(),
  /** When it was scanned, if offline. */
  lido_em: Instant.optional(),
});

export const ScanResult = z.object({
  valido: z.boolean(),
  motivo: z
    .enum(['usado', 'expirado', 'assinatura', 'outra_campanha', 'outro_dia', 'cancelado', 'desconhecido'])
    .nullish(),
  titular_mascarado: z.string(),
  acompanhante_de: z.string().nullish(),
  campanha: z.string(),
  usado_em: Instant.nullish(),
  usado_por: z.string().nullish(),
  /** The same in words, fit to be shown. */
  detail: z.string().nullish(),
});
export type ScanResult = z.infer<typeof ScanResult>;

/** Our own calls always answer in words. */
export const SaidScan = ScanResult.extend({ detail: z.string() });
export type SaidScan = z.infer<typeof SaidScan>;
