import { addressOf } from '#lib/api/client.ts';
import { downloadCopies } from '#lib/contract/books.ts';

/** The address that downloads the codes of a batch as a table, only once. */
export const copiesFile = (batch: number): string => addressOf(downloadCopies, { params: { id: batch } });
