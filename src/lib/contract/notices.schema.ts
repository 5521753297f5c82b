import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Clock, Detail, Id, IdParam, Instant, Page, PageQuery } from './shapes.schema.ts';

export const NoticeCategory = z.enum(['aula', 'financeiro', 'clube', 'pedido', 'campanha', 'aviso']);
export type NoticeCategory = z.infer<typeof NoticeCategory>;

export const Notice = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  /** An own path; a reader checks it again before following. */
  path: z.string(),
  category: NoticeCategory,
  created_at: Instant,
  read_at: Instant.nullish(),
});
export type Notice = z.infer<typeof Notice>;
export const NoticesPage = Page(Notice);
export type NoticesPage = z.infer<typeof NoticesPage>;

export const NoticePreferences = z.object({
  aula: z.boolean().optional(),
  financeiro: z.boolean().optional(),
  clube: z.boolean().optional(),
  pedido: z.boolean().optional(),
  campanha: z.boolean().optional(),
  aviso: z.boolean().optional(),
  quiet: z.object({ de: Clock, ate: Clock }).optional(),
});
export type NoticePreferences = z.infer<typeof NoticePreferences>;

export const calls = {
  listNotices: { summary: 'Own notices, newest first', ledger: 'ours', query: PageQuery, result: NoticesPage },
  markNoticeRead: {
    summary: 'Marks an own notice as read',
    ledger: 'ours',
    params: z.object({ id: IdParam }),
    result: Detail,
  },
  updateNoticePreferences: {
    summary: 'Chooses which notices to get and when to be left alone',
    ledger: 'ours',
    body: NoticePreferences,
    result: NoticePreferences,
  },
} satisfies Record<string, CallSchema>;
