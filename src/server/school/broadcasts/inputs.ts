import { z } from 'zod';
import { DeviceType, StudyGap } from '#lib/contract/broadcasts.schema.ts';
import { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { Brand, Flag } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

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
  /** The words name the day on which the reader must pay. */
  cobranca: Flag.optional(),
  /** The limit of messages does not hold it back. */
  urgente: Flag.optional(),
  por_email: Flag.optional(),
});
