import { ContentsQuery } from '#lib/contract/practice.schema.ts';

/** What people send, with its limits. */

export const getEmptyBookContentsInput = ContentsQuery;
