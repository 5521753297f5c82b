import { addressOf } from '#lib/api/client.ts';
import { downloadMembers } from '#lib/contract/club.ts';

/** Where all members are a table for spreadsheets. */
export const membersFile = (): string => addressOf(downloadMembers);
