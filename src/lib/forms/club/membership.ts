import { updateClub } from '#lib/contract/account.ts';
import { routes } from '#lib/routes.ts';
import { CLUB_RULES } from '#lib/rules/club/rules-version.ts';
import { clubMessages } from '#lib/words/club.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** Joins the club (CLUB-06). */
export const joinClub: Verb = async ({ api, values }) => {
  if (values.aceite !== CLUB_RULES) refuse({ aceite: clubMessages.rulesMissing });
  await api(updateClub, { body: { is_club: true, accepted_rules_version: CLUB_RULES } });
  return `${routes.club.intro()}?entrou=1`;
};

export const leaveClub: Verb = async ({ api }) => {
  await api(updateClub, { body: { is_club: false } });
  return `${routes.club.intro()}?saiu=1`;
};

/**
 * The error of the page: that the rules were not accepted, or the catalogue’s title and the server’s sentence, if any.
 */
export const membershipWords = ({ problem, fields: { aceite } }: Refusal): { title: string; detail: string } =>
  aceite ? { title: aceite, detail: '' } : { title: errorMessages.account.club, detail: problem };
