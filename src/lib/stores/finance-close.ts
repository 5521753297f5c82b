import { addressOf } from '#lib/api/client.ts';
import { downloadMonthClose } from '#lib/contract/finance-staff.ts';

/** The address that downloads the movements of a month, or of the counter on a day, as a spreadsheet. */
export const monthCloseFile = ({ unidade, ...query }: { mes: string; dia?: string; unidade?: string | undefined }) =>
  addressOf(downloadMonthClose, { query: { ...query, ...(unidade && { unidade }) } });
