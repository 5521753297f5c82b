import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadTeachingHours } from '#lib/contract/teaching.ts';

/** The address that downloads the hours of teachers as a spreadsheet. */
export const teachingHoursFile = (query: CallInput<typeof downloadTeachingHours>['query']): string =>
  addressOf(downloadTeachingHours, { query });
