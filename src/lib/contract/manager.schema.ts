import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { NoticeCategory } from './notices.schema.ts';
import { Brand, Detail, Flag, Id, IdParam, Instant, OwnPath, Page, PageQuery, Text } from './shapes.schema.ts';

const Ids = z.array(Id).max(1000);
/** Ids in a query: `3,5,8`. */
const IdList = z
  .string()
  .max(2000)
  .regex(/^\d{1,10}(,\d{1,10})*$/);
const DeviceType = z.enum(['mobile', 'desktop']);
const Platform = z.string();

export const Audience = z.object({
  all: z.boolean(),
  company_ids: Ids,
  turma_ids: Ids,
  livro_ids: Ids,
  user_ids: Ids,
  brand: Brand.nullish(),
  is_club: z.boolean().nullish(),
  has_overdue: z.boolean().nullish(),
  device_type: DeviceType.nullish(),
  exclude_user_ids: Ids,
});
export type Audience = z.infer<typeof Audience>;

export const Counts = z.object({
  people: z.int(),
  devices: z.int(),
  without_push: z.int(),
  opted_out: z.int(),
  accepted: z.int(),
  shown: z.int(),
  clicked: z.int(),
  failed: z.int(),
  expired: z.int(),
  retrying: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** Of the portal, or from elsewhere over TLS. */
const Picture = z.union([OwnPath, z.url({ protocol: /^https$/ }).max(300)]);
/** What a manager writes. `link` is an own path. */
export const SendingInput = z.object({
  title: Text(65),
  body: Text(180),
  link: OwnPath,
  icon_url: Picture.nullish(),
  image_url: Picture.nullish(),
  category: NoticeCategory,
  audience: Audience,
  scheduled_at: Instant.nullish(),
  respect_quiet_hours: z.boolean(),
  ttl_s: z.int().min(0).max(2_419_200),
  urgency: z.enum(['normal', 'high']),
});
export const Sending = SendingInput.extend({
  id: Id,
  status: z.enum(['rascunho', 'agendada', 'enviando', 'enviada', 'cancelada']),
  created_by: z.object({ id: Id, full_name: z.string() }),
  created_at: Instant,
  updated_at: Instant,
  sent_at: Instant.nullish(),
  version: z.int(),
  counts: Counts.nullish(),
});
export type Sending = z.infer<typeof Sending>;

const OneId = z.object({ id: IdParam });
const Outcome = z.object({
  user_id: Id,
  full_name: z.string(),
  device_type: DeviceType,
  platform: Platform,
  state: z.enum(['na_fila', 'aceita', 'mostrada', 'clicada', 'falhou', 'expirada', 'silenciada']),
  attempts: z.int(),
  last_status: z.int().nullish(),
  at: Instant,
});

export const calls = {
  createSending: { summary: 'Writes a notification', ledger: 'API-65', body: SendingInput, result: Sending },
  listSendings: {
    summary: 'Notifications of the own school',
    ledger: 'API-66',
    query: PageQuery.extend({ id: IdParam.optional(), status: Sending.shape.status.optional() }),
    result: Page(Sending),
  },
  updateSending: {
    summary: 'Changes a notification; refused when it changed meanwhile',
    ledger: 'API-67',
    body: SendingInput.extend({ id: Id, version: z.int() }),
    result: Sending,
  },
  deleteSending: { summary: 'Deletes a draft or a scheduled one', ledger: 'API-68', params: OneId, result: Detail },
  sendSending: {
    summary: 'Sends now or later, to all, to the failed ones, or to own devices as a test',
    ledger: 'API-69',
    body: z.object({
      id: Id,
      scheduled_at: Instant.optional(),
      test: z.boolean().optional(),
      only_failed_of: Id.optional(),
    }),
    result: z.object({ sending: Sending, counts: Counts }),
  },
  getSendingLog: {
    summary: 'What became of a sending',
    ledger: 'API-70',
    params: OneId,
    query: PageQuery,
    result: z.object({
      sending: Sending,
      counts: Counts,
      reasons: z.array(z.object({ status: z.int(), reason: z.string(), count: z.int() })),
      by_platform: z.array(z.object({ platform: Platform, accepted: z.int(), failed: z.int(), clicked: z.int() })),
      items: Page(Outcome),
    }),
  },
  previewAudience: {
    summary: 'Whom an audience reaches',
    ledger: 'ours',
    query: z.object({
      all: Flag.optional(),
      company_ids: IdList.optional(),
      turma_ids: IdList.optional(),
      livro_ids: IdList.optional(),
      user_ids: IdList.optional(),
      exclude_user_ids: IdList.optional(),
      brand: Brand.optional(),
      is_club: Flag.optional(),
      has_overdue: Flag.optional(),
      device_type: DeviceType.optional(),
    }),
    result: Counts,
  },
  getUserDelivery: {
    summary: 'Devices of a user and the last outcomes',
    ledger: 'ours',
    params: OneId,
    result: z.object({
      devices: z.array(
        z.object({ id: Id, device_type: DeviceType, platform: Platform, last_ok_at: Instant.nullish() }),
      ),
      outcomes: z.array(Outcome).max(20),
    }),
  },
  listAudit: {
    summary: 'What managers did',
    ledger: 'ours',
    query: PageQuery,
    result: Page(
      z.object({
        quem: z.string(),
        acao: z.string(),
        alvo: z.string(),
        em: Instant,
        antes: z.string().nullish(),
        depois: z.string().nullish(),
      }),
    ),
  },
} satisfies Record<string, CallSchema>;
