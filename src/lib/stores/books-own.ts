import { addressOf } from '#lib/api/client.ts';
import { downloadCopies } from '#lib/contract/books.ts';

/** Where the codes of a batch are a table, once. */
export const copiesFile = (batch: number): string => addressOf(downloadCopies, { params: { id: batch } });
