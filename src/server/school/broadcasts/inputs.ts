import { z } from 'zod';
import { BroadcastStatus, DeliveryState, DeviceType, StudyGap } from '#lib/contract/broadcasts.schema.ts';
import { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { Brand, CursorQuery, Flag, Id, IdParam, LongText, Text } from '#lib/contract/shapes.schema.ts';
import { MAX_MESSAGE } from '#lib/format/limits.ts';

/** A message to some classes or people; both texts may hold placeholders. */
export const messageSomeInput = z.object({
  ids: z.array(Id).min(1).max(60),
  title: Text(MAX_MESSAGE.title),
  body: LongText(MAX_MESSAGE.body),
});

/** Ids: `3,5,8`. */
const IdList = z
  .string()
  .max(2000)
  .regex(/^\d{1,10}(,\d{1,10})*$/);

export const previewAudienceInput = z.object({
  all: Flag.optional(),
  company_ids: IdList.optional(),
  turma_ids: IdList.optional(),
  livro_ids: IdList.optional(),
  user_ids: IdList.optional(),
  exclude_user_ids: IdList.optional(),
  brand: Brand.optional(),
  is_club: Flag.optional(),
  has_overdue: Flag.optional(),
  pwa_installed: Flag.optional(),
  not_studied_days: z.coerce.number<string | number>().pipe(StudyGap).optional(),
  device_type: DeviceType.optional(),
  category: NoticeCategory.optional(),
  /** The text names the day on which the reader has to pay. */
  cobranca: Flag.optional(),
  /** The message limit does not apply. */
  urgente: Flag.optional(),
  por_email: Flag.optional(),
  por_whatsapp: Flag.optional(),
});

export const listSchoolBroadcastsInput = CursorQuery.extend({
  /** `com_falhas`: not delivered to some device in the last seven days. */
  estado: z.enum([...BroadcastStatus.options, 'com_falhas']).optional(),
  /** Only sent messages, and those being sent. */
  saiu: Flag.optional(),
});
export type ListSchoolBroadcasts = z.output<typeof listSchoolBroadcastsInput>;

export const getSchoolBroadcastInput = CursorQuery.pick({ depois: true }).extend({
  id: IdParam,
  estado: DeliveryState.optional(),
});
export type GetSchoolBroadcast = z.output<typeof getSchoolBroadcastInput>;

export const someInput = z.object({ ids: z.array(Id).min(1).max(100) });

/** Without ids: all in reach that can be sent again. */
export const resendMailsInput = someInput.partial();

export const listFailedEmailsInput = CursorQuery.extend({ estado: z.literal('podem_sair').optional() });
