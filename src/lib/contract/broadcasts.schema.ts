import { z } from 'zod';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import type { CallSchema } from './core.ts';
import { NoticeCategory } from './inbox.schema.ts';
import {
  Brand,
  Day,
  Detail,
  Id,
  IdParam,
  Instant,
  LongText,
  OneId,
  OwnPath,
  Page,
  PageQuery,
  Text,
  Whole,
} from './shapes.schema.ts';

const Ids = z.array(Id).max(1000);
export const DeviceType = z.enum(['mobile', 'desktop']);
const Platform = z.string();
export const StudyGap = z.int().min(1).max(365);

/**
 * The readers of a message: everybody, or the people in one of the lists (units, classes, books, single people). Each
 * reader also meets every condition. A condition without a list applies to everybody; with neither, the message has no
 * readers. Excluded people never get it.
 */
export const Audience = z.object({
  all: z.boolean(),
  company_ids: Ids,
  turma_ids: Ids,
  livro_ids: Ids,
  user_ids: Ids,
  brand: Brand.nullish(),
  is_club: z.boolean().nullish(),
  has_overdue: z.boolean().nullish(),
  pwa_installed: z.boolean().nullish(),
  /** Has not studied in the last days. */
  not_studied_days: StudyGap.nullish(),
  device_type: DeviceType.nullish(),
  exclude_user_ids: Ids,
});
export type Audience = z.infer<typeof Audience>;

/**
 * `people` are in the audience, `devices` are theirs. `without_push` have no device; `opted_out` have one and want no
 * push of this kind. `guardians` are minors of the audience whose guardian gets the message instead: no other count
 * includes them or their devices. `mails` are those without a device who get it by mail. `whatsapp` get it by WhatsApp:
 * no count of devices includes them. `left_out` have reached the limit of messages and get nothing: no other count
 * includes them. A click counts as shown and as accepted too. `retrying` are not sent yet.
 */
export const Counts = z.object({
  people: z.int(),
  /** People whom it reached by a device, a mail or the portal; absent: the deliveries were already deleted. */
  reached: z.int().optional(),
  devices: z.int(),
  without_push: z.int(),
  opted_out: z.int(),
  guardians: z.int().optional(),
  /** Sent mails, and mails that are not due yet. */
  mails: z.int().optional(),
  mails_waiting: z.int().optional(),
  whatsapp: z.int().optional(),
  /** Before it is sent: the people of each unit, and the unit’s price of a message, in centavos. */
  whatsapp_units: z.array(z.object({ unidade: z.string(), pessoas: z.int(), preco: z.int().nullable() })).optional(),
  left_out: z.int().optional(),
  accepted: z.int(),
  shown: z.int(),
  clicked: z.int(),
  failed: z.int(),
  expired: z.int(),
  retrying: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** Whom a message reaches, with some of their names. */
export const Reach = Counts.extend({
  first_names: z.array(z.string()).max(5),
  left_out_names: z.array(z.string()).max(5),
});
export type Reach = z.infer<typeof Reach>;

/** On the portal, or elsewhere over TLS. */
const Picture = z.union([OwnPath, z.url({ protocol: /^https$/ }).max(300)]);
const Repeat = z.enum(['diaria', 'semanal', 'mensal']);
/**
 * What a manager writes; title and body may hold placeholders such as `{primeiro_nome}`. `link` is a path of the
 * portal.
 */
const Written = z.object({
  title: Text(MAX_MESSAGE.title),
  body: LongText(MAX_MESSAGE.body),
  link: OwnPath,
  category: NoticeCategory,
});
export const BroadcastInput = Written.extend({
  icon_url: Picture.nullish(),
  image_url: Picture.nullish(),
  audience: Audience,
  scheduled_at: Instant.nullish(),
  /** Repeats after `scheduled_at`, until the school's day `repeat_until`. */
  repeat: Repeat.nullish(),
  repeat_until: Day.nullish(),
  respect_quiet_hours: z.boolean(),
  ttl_s: z.int().min(0).max(2_419_200),
  /** `high`: exempt from the limit of messages. */
  urgency: z.enum(['normal', 'high']),
  /** Also by mail, to those without a device. */
  by_mail: z.boolean().optional(),
  /** By WhatsApp first, to those who opted in. */
  by_whatsapp: z.boolean().optional(),
});
export type BroadcastInput = z.infer<typeof BroadcastInput>;
export const BroadcastStatus = z.enum(['rascunho', 'agendada', 'enviando', 'enviada', 'cancelada']);
export const Broadcast = BroadcastInput.extend({
  id: Id,
  status: BroadcastStatus,
  created_by: z.object({ id: Id, full_name: z.string() }),
  created_at: Instant,
  updated_at: Instant,
  sent_at: Instant.nullish(),
  version: z.int(),
  /** The repeating broadcast that made this one. */
  repeats_of: Id.nullish(),
  counts: Counts.nullish(),
});
export type Broadcast = z.infer<typeof Broadcast>;
/** `contagens`: all in reach, by state; a host may not count them. */
export const BroadcastsPage = Page(Broadcast).extend({ contagens: z.record(z.string(), z.int()).nullish() });
export type BroadcastsPage = z.infer<typeof BroadcastsPage>;

/** `silenciada`: the person wants no push of this kind. `cancelada`: stopped before it went out. */
export const DeliveryState = z.enum([
  'na_fila',
  'aceita',
  'mostrada',
  'clicada',
  'falhou',
  'expirada',
  'silenciada',
  'cancelada',
]);
export type DeliveryState = z.infer<typeof DeliveryState>;
const Outcome = z.object({
  user_id: Id,
  full_name: z.string(),
  device_type: DeviceType,
  platform: Platform,
  state: DeliveryState,
  attempts: z.int(),
  last_status: z.int().nullish(),
  at: Instant,
});
/** What readers did within seven days of their click, by the page that the message links to. */
export const FollowedDeed = z.enum(['pagaram', 'pediram', 'se_inscreveram', 'vieram', 'trocaram']);
export type FollowedDeed = z.infer<typeof FollowedDeed>;
const Followed = z.object({
  /** People who read the notice. */
  opened: z.int(),
  /** People who followed its link, on a device or in the portal. */
  clicked: z.int(),
  /** null for a page without a countable action. */
  deed: z.object({ what: FollowedDeed, people: z.int() }).nullable(),
});
export const BroadcastLog = z.object({
  sending: Broadcast,
  counts: Counts,
  /** Deliveries in each state: their sum is `counts.devices`. */
  states: z.record(DeliveryState, z.int()),
  /** Devices in their quiet hours, and when the first of them may get the message. */
  held: z.object({ devices: z.int(), until: Instant }).nullish(),
  reasons: z.array(z.object({ status: z.int(), reason: z.string(), count: z.int() })),
  by_platform: z.array(z.object({ platform: Platform, accepted: z.int(), failed: z.int(), clicked: z.int() })),
  items: Page(Outcome),
  /** Some names of people without the message because of the limit. */
  left_out: z.array(z.string()),
  /** Ours: a franchise's host does not say. */
  followed: Followed.nullish(),
});
export type BroadcastLog = z.infer<typeof BroadcastLog>;

/** A text to start a message from. Texts without an author come with the portal and cannot be deleted. */
export const Template = Written.extend({ id: Id, nome: Text(60), is_own: z.boolean() });
export type Template = z.infer<typeof Template>;
export const TemplateInput = Template.omit({ id: true, is_own: true });

/** A named audience for later messages. A message stores the conditions it was sent with. */
export const SavedAudience = z.object({ id: Id, nome: Text(60), audience: Audience });
export type SavedAudience = z.infer<typeof SavedAudience>;
export const SavedAudienceInput = SavedAudience.omit({ id: true });

/** Maximum of staff messages to one person, in 24 hours and in 7 days. 0: no limit. */
export const MessageLimits = z.object({ dia: z.int().min(0).max(50), semana: z.int().min(0).max(200) });
export type MessageLimits = z.infer<typeof MessageLimits>;

/** The choices of an audience, for the form. */
export interface AudienceChoices {
  companies: { id: number; nome: string }[];
  turmas: { id: number; nome: string; company: string }[];
  livros: { id: number; nome: string }[];
  brands: z.infer<typeof Brand>[];
  /** A unit has a number and a template for messages by WhatsApp. */
  whatsapp?: boolean;
}

export const calls = {
  createBroadcast: { summary: 'Writes a notification', ledger: 'API-65', body: BroadcastInput, result: Broadcast },
  listBroadcasts: {
    summary: 'Notifications of the own school',
    ledger: 'API-66',
    /** `com_falhas`: some device did not get it in the last seven days. */
    query: PageQuery.extend({
      id: IdParam.optional(),
      status: z.union([BroadcastStatus, z.literal('com_falhas')]).optional(),
    }),
    result: BroadcastsPage,
  },
  updateBroadcast: {
    summary: 'Changes a notification; refused when it changed meanwhile',
    ledger: 'API-67',
    body: BroadcastInput.extend({ id: Id, version: Whole }),
    result: Broadcast,
  },
  deleteBroadcast: { summary: 'Deletes a draft or a scheduled one', ledger: 'API-68', params: OneId, result: Detail },
  sendBroadcast: {
    summary: 'Sends now or later, to all, to the failed ones, or to own devices as a test',
    ledger: 'API-69',
    body: z.object({
      id: Id,
      scheduled_at: Instant.optional(),
      test: z.boolean().optional(),
      only_failed_of: Id.optional(),
    }),
    result: z.object({ sending: Broadcast, counts: Counts }),
  },
  getBroadcastLog: {
    summary: 'What became of a sending',
    ledger: 'API-70',
    params: OneId,
    query: PageQuery.extend({ state: DeliveryState.optional() }),
    result: BroadcastLog,
  },
} satisfies Record<string, CallSchema>;
