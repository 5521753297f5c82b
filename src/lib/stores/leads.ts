import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadLeads } from '#lib/contract/leads.ts';

/** Where the filtered contacts are a table for spreadsheets. */
export const leadsFile = (query: CallInput<typeof downloadLeads>['query']): string =>
  addressOf(downloadLeads, { query });
