import { z } from 'zod';
import { Day, Id, Instant } from './shapes.schema.ts';

/** What the field lists name is always there; the rest is ours, and may lack where the franchise's host answers. */
export const TravelCampaign = z.object({
  id: Id,
  slug: z.string(),
  nome: z.string(),
  destino: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  regulamento_url: z.string(),
  regulamento: z.string().nullish(),
  /** First and last day on which one may join. */
  inicio: Day,
  fim: Day,
  evento_em: Instant.nullish(),
  local: z.string().nullish(),
  /** Seats of all who come, companions too; null: without end. */
  vagas: z.int().nullish(),
  vagas_restantes: z.int().nullish(),
  max_acompanhantes: z.int().nullish(),
  status: z.enum(['em_breve', 'aberta', 'encerrada']),
  participacao: z
    .object({
      id: Id,
      status: z.enum(['inscrito', 'confirmado', 'cancelado']),
      qr_codes: z.int(),
      /** Before the event, while nobody of them went in. */
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
  /** Comes with its holder; null on the holder's own. */
  acompanhante_de: z.string().nullish(),
  /** Signed. */
  payload: z.string(),
  /** To be typed where no camera helps: `K7QM-2XWD-9HRT`. */
  codigo: z.string().nullish(),
  status: z.enum(['ativo', 'usado', 'expirado', 'cancelado']),
  valido_de: Instant.nullish(),
  valido_ate: Instant,
  usado_em: Instant.nullish(),
});
export type QrCode = z.infer<typeof QrCode>;

/** What a device says of a scan besides the code. */
export const ScanBody = z.object({
  /** The campaign at whose door it was read: a ticket of another one is refused. */
  campaign_id: Id.optional(),
  /** Of this one scan: sent again it gets the same answer. */
  chave: z
    .string()
    .regex(/^[\x21-\x7e]{8,64}$/)
    .optional(),
  /** When it was read, where that was without a network. */
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

/** What our own calls answer is in words always. */
export const SaidScan = ScanResult.extend({ detail: z.string() });
export type SaidScan = z.infer<typeof SaidScan>;
