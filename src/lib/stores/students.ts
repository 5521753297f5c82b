import { addressOf } from '#lib/api/client.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { downloadStudents, printInvitations } from '#lib/contract/students.ts';

/** The address that downloads the filtered students as a spreadsheet. */
export const studentsFile = (query: CallInput<typeof downloadStudents>['query']): string =>
  addressOf(downloadStudents, { query });

/**
 * The address of sheets with a code for the first login. @param ids absent: students without an e-mail who have none
 */
export const sheetsFile = (ids: readonly number[] | null, unidade?: number | null): string =>
  addressOf(printInvitations, {
    query: { ...(ids && { ids: ids.join(',') }), ...(unidade && { unidade: String(unidade) }) },
  });

/** The address of the sheet for the guardian of a minor. */
export const guardianSheet = (id: number): string =>
  addressOf(printInvitations, { query: { ids: String(id), quem: 'responsaveis' } });
