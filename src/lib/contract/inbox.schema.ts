import { z } from 'zod';
import { Clock } from './shapes.schema.ts';

export const NoticeCategory = z.enum(['aula', 'financeiro', 'clube', 'pedido', 'campanha', 'aviso']);
export type NoticeCategory = z.infer<typeof NoticeCategory>;

export const Quiet = z.object({ de: Clock, ate: Clock });

/** Events that the portal reports to staff who hold the right. */
export const StaffKind = z.enum([
  'contato_novo',
  'indicacao_nova',
  'resgate_novo',
  'pedido_novo',
  'documento_enviado',
  'falta_avisada',
  'trabalho_entregue',
  'resposta_da_turma',
  'conversa_denunciada',
  'aula_mudou',
  'acordo_feito',
  'pix_automatico',
  'pagamento_devolvido',
  'envio_falhou',
  'exclusao_pedida',
  'cadastro_menor',
]);
export type StaffKind = z.infer<typeof StaffKind>;
const EachStaffKind = z.object(
  Object.fromEntries(StaffKind.options.map((kind) => [kind, z.boolean()])) as Record<StaffKind, z.ZodBoolean>,
);

export const NoticePreferences = z.object({
  aula: z.boolean().optional(),
  financeiro: z.boolean().optional(),
  clube: z.boolean().optional(),
  pedido: z.boolean().optional(),
  campanha: z.boolean().optional(),
  aviso: z.boolean().optional(),
  /** Absences recorded in the attendance; only an adult can request these notices. */
  falta: z.boolean().optional(),
  /** Events in the classes of the guardian’s children. */
  filhos: z.boolean().optional(),
  /** The school’s messages by mail, for a person without a device. */
  email: z.boolean().optional(),
  /** Staff: which events are pushed. */
  equipe: EachStaffKind.partial().optional(),
  /** Staff: the daily mail of the morning. */
  resumo: z.boolean().optional(),
  quiet: Quiet.optional(),
});
export type NoticePreferences = z.infer<typeof NoticePreferences>;

/** Events about which the portal notifies people by itself. */
export const NoticeKind = z.enum([
  'nota_lancada',
  'correcao_pronta',
  'aula_em_1h',
  'aula_cancelada',
  'aula_remarcada',
  'falta_registrada',
  'atividade_nova',
  'mensagem_da_turma',
  'parcela_lembrete',
  'parcela_paga',
  'pontos_vencem',
  'pedido_andou',
  'documento_recusado',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

export const MailToken = z.object({ token: z.string().max(80) });
