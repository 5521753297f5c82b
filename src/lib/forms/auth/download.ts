import { downloadMembers } from '#lib/contract/club.ts';
import { API_PREFIX, type Call } from '#lib/contract/core.ts';
import { downloadMonthClose } from '#lib/contract/finance.ts';
import { downloadLeads } from '#lib/contract/leads.ts';
import { downloadStudents, printInvitations } from '#lib/contract/students.ts';
import { downloadTeachingHours } from '#lib/contract/teaching.ts';
import { downloadParticipants } from '#lib/contract/travel.ts';
import { routes } from '#lib/routes.ts';

/** Files that need re-authentication, each with the page to return to. */
export const downloadsWithReauthentication: readonly { call: Call; back: string }[] = [
  { call: downloadLeads, back: routes.manager.leads() },
  { call: downloadMonthClose, back: routes.manager.monthClose() },
  { call: downloadTeachingHours, back: routes.manager.teachingHours() },
  { call: downloadMembers, back: routes.manager.clubMembers() },
  { call: downloadStudents, back: routes.manager.profile() },
  { call: printInvitations, back: routes.manager.profile() },
  { call: downloadParticipants, back: routes.manager.campaigns() },
];

/** One of these files by its address, which comes from outside; null for any other address. */
export function knownDownload(address: string | null): { address: string; back: string } | null {
  const [path = '', search] = (address ?? '').split('?');
  if (search !== undefined && !/^[\w\-.~=&%+]{0,1500}$/.test(search)) return null;
  const known = downloadsWithReauthentication.find(({ call }) =>
    new RegExp(`^${API_PREFIX}${call.path.replace(/\{\w+\}/g, '\\d{1,9}')}$`).test(path),
  );
  return known ? { address: search ? `${path}?${search}` : path, back: known.back } : null;
}
