import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { updateClub } from '#lib/contract/account.ts';
import { routes } from '#lib/routes.ts';
import { CLUB_RULES } from '#lib/rules/club/rules-version.ts';
import { clubMessages } from '#lib/words/club.ts';
import { errorMessages } from '#lib/words/errors.ts';

/** What is wrong with a form of the club's own page; `detail` is the server's own sentence, if it had one. */
export interface ClubProblem {
  title: string;
  detail: string;
}

/** Takes the forms that join and leave the club (CLUB-06). @returns where to go, or what is wrong; null for neither. */
export async function takeMembership(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
): Promise<{ redirect: string } | { problem: ClubProblem } | null> {
  if (request.method !== 'POST') return null;
  const form = await request.formData().catch(() => new FormData());
  const isJoining = form.get('acao') === 'entrar';
  if (isJoining && form.get('aceite') !== CLUB_RULES) {
    return { problem: { title: clubMessages.rulesMissing, detail: '' } };
  }
  try {
    await api(updateClub, { body: { is_club: isJoining, accepted_rules_version: CLUB_RULES } });
    return { redirect: `${routes.club.intro()}?${isJoining ? 'entrou' : 'saiu'}=1` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: { title: errorMessages.account.club, detail: error.detail } };
  }
}
