import { addressOf } from '#lib/api/client.ts';
import { downloadMonthClose } from '#lib/contract/finance-staff.ts';

/** Where the movements of a month, or of the counter on a day, are a table for spreadsheets. */
export const monthCloseFile = ({ unidade, ...query }: { mes: string; dia?: string; unidade?: string | undefined }) =>
  addressOf(downloadMonthClose, { query: { ...query, ...(unidade && { unidade }) } });
