import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadLeads } from '#lib/contract/leads.ts';

/** The address that downloads the filtered leads as a spreadsheet. */
export const leadsFile = (query: CallInput<typeof downloadLeads>['query']): string =>
  addressOf(downloadLeads, { query });
