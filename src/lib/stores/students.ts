import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadStudents, printInvitations } from '#lib/contract/students.ts';

/** Where the filtered students are a table for spreadsheets. */
export const studentsFile = (query: CallInput<typeof downloadStudents>['query']): string =>
  addressOf(downloadStudents, { query });

/** Where sheets with a code for the first login are. @param ids absent: those without an e-mail who have none */
export const sheetsFile = (ids: readonly number[] | null, unidade?: number | null): string =>
  addressOf(printInvitations, {
    query: { ...(ids && { ids: ids.join(',') }), ...(unidade && { unidade: String(unidade) }) },
  });

/** Where the sheet for the guardian of a minor is. */
export const guardianSheet = (id: number): string =>
  addressOf(printInvitations, { query: { ids: String(id), quem: 'responsaveis' } });
