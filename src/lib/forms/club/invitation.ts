import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { acceptInvitation } from '#lib/contract/club.ts';
import { emptyReferral, type ReferralForm, referralFrom, referralProblems } from '#lib/rules/club/referral-form.ts';
import { clubMessages } from '#lib/words/club.ts';
import { detailOr } from '#lib/words/errors.ts';

/** Takes what a friend writes on an invitation. @returns null once the school has it, else the form to show. */
export async function takeInvitation(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
  codigo: string,
): Promise<ReferralForm | null> {
  if (request.method !== 'POST') return emptyReferral;
  const data = await request.formData().catch(() => new FormData());
  // People do not see this field; machines that fill in everything do.
  if (data.get('site')) return null;
  const form = referralFrom(data);
  const problems = referralProblems(form);
  if (problems) return problems;
  const { nome, telefone, email, cidade } = form;
  try {
    await api(acceptInvitation, {
      params: { codigo },
      body: { nome, telefone, email, cidade, consentimento: true },
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...form, fields: error.fields, problem: detailOr(error, clubMessages.notInvited) };
  }
}
