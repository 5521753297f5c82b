import { creditReferralEnrollment } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import type { Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

/** Credits a member for an enrolment, if the portal has no list of referrals. */
export const creditMember: Verb = async ({ api, values, key }) => {
  checkWhole(values, ['contrato_id'], ['pontos']);
  const pontos = wholeOf(values.pontos);
  const body = { indicador_user_id: Number(values.pessoa), contrato_id: wholeOf(values.contrato_id) ?? 0 };
  await api(creditReferralEnrollment, { body: { ...body, ...(pontos !== null && { pontos }) } }, key);
  return routes.manager.club({ feito: 'creditada' });
};
