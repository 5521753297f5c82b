import { z } from 'zod';
import { Clock, Id, Instant, Page } from './shapes.schema.ts';

export const NoticeCategory = z.enum(['aula', 'financeiro', 'clube', 'pedido', 'campanha', 'aviso']);
export type NoticeCategory = z.infer<typeof NoticeCategory>;

export const Notice = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  /** A path of the portal; a reader checks it again before following. */
  path: z.string(),
  category: NoticeCategory,
  created_at: Instant,
  read_at: Instant.nullish(),
});
export type Notice = z.infer<typeof Notice>;
/** `unread` counts all notices, not only this page. */
export const NoticesPage = Page(Notice).extend({ unread: z.int() });
export type NoticesPage = z.infer<typeof NoticesPage>;

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
  'pagamento_devolvido',
  'envio_falhou',
  'exclusao_pedida',
  'cadastro_menor',
]);
export type StaffKind = z.infer<typeof StaffKind>;
const EachStaffKind = z.object({
  contato_novo: z.boolean(),
  indicacao_nova: z.boolean(),
  resgate_novo: z.boolean(),
  pedido_novo: z.boolean(),
  documento_enviado: z.boolean(),
  falta_avisada: z.boolean(),
  trabalho_entregue: z.boolean(),
  pagamento_devolvido: z.boolean(),
  envio_falhou: z.boolean(),
  exclusao_pedida: z.boolean(),
  cadastro_menor: z.boolean(),
} satisfies Record<StaffKind, z.ZodBoolean>);

export const NoticePreferences = z.object({
  aula: z.boolean().optional(),
  financeiro: z.boolean().optional(),
  clube: z.boolean().optional(),
  pedido: z.boolean().optional(),
  campanha: z.boolean().optional(),
  aviso: z.boolean().optional(),
  /** Messages of the school by mail, for a person without a device. */
  email: z.boolean().optional(),
  /** Staff: which events are pushed. */
  equipe: EachStaffKind.partial().optional(),
  /** Staff: the mail of each morning. */
  resumo: z.boolean().optional(),
  quiet: Quiet.optional(),
});
export type NoticePreferences = z.infer<typeof NoticePreferences>;

/** Events that the portal reports to people by itself. */
export const NoticeKind = z.enum([
  'nota_lancada',
  'correcao_pronta',
  'aula_em_1h',
  'aula_cancelada',
  'aula_remarcada',
  'atividade_nova',
  'parcela_em_3_dias',
  'parcela_paga',
  'pontos_vencem',
  'pedido_andou',
  'documento_recusado',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;
export const NoticeKindSwitch = z.object({
  kind: NoticeKind,
  nome: z.string(),
  category: NoticeCategory,
  /** The text as a reader sees it. */
  exemplo: z.string(),
  enabled: z.boolean(),
});
export type NoticeKindSwitch = z.infer<typeof NoticeKindSwitch>;

const everyCategory = z.object({
  aula: z.boolean(),
  financeiro: z.boolean(),
  clube: z.boolean(),
  pedido: z.boolean(),
  campanha: z.boolean(),
  aviso: z.boolean(),
  email: z.boolean(),
  /** The kinds that the user's rights open; empty for others. */
  equipe: z.array(z.object({ kind: StaffKind, nome: z.string(), enabled: z.boolean() })),
  /** null for people who are no staff. */
  resumo: z.boolean().nullable(),
  quiet: Quiet,
});

/** What the link of a mail is about. */
export const MailChoice = z.object({
  nome_mascarado: z.string(),
  email_mascarado: z.string(),
  /** Whether messages of the school come by mail. */
  recebe: z.boolean(),
});
export type MailChoice = z.infer<typeof MailChoice>;
export const MailToken = z.object({ token: z.string().max(80) });

/** What `getNoticePreferences` answers. */
export const GetNoticePreferencesAnswer = everyCategory;
export type GetNoticePreferencesAnswer = z.infer<typeof GetNoticePreferencesAnswer>;
