import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { creditReferral } from '#lib/contract/club.ts';
import {
  emptyReferral,
  type ReferralForm,
  referralBody,
  referralFrom,
  referralProblems,
  referralRefusal,
  referralSent,
} from '#lib/rules/club/referral-form.ts';
import { clubMessages } from '#lib/words/club.ts';
import { detailOr } from '#lib/words/errors.ts';

/** Takes the form that refers a friend where no script runs. @returns the form to show, or where to go. */
export async function takeReferral(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
): Promise<{ form: ReferralForm } | { redirect: string }> {
  if (request.method !== 'POST') return { form: emptyReferral };
  const data = await request.formData().catch(() => new FormData());
  const form = referralFrom(data);
  const problems = referralProblems(form);
  if (problems) return { form: problems };
  try {
    const idempotencyKey = String(data.get('chave') ?? '');
    const referral = await api(creditReferral, { body: referralBody(form) }, { idempotencyKey });
    const refusal = referralRefusal(form, referral);
    return refusal ? { form: refusal } : { redirect: referralSent() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { form: { ...form, fields: error.fields, problem: detailOr(error, clubMessages.notReferred) } };
  }
}
