import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadTeachingHours } from '#lib/contract/teaching.ts';

/** Where the hours of teachers are a table for spreadsheets. */
export const teachingHoursFile = (query: CallInput<typeof downloadTeachingHours>['query']): string =>
  addressOf(downloadTeachingHours, { query });
