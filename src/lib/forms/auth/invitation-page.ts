import { type ApiError, inWords } from '#lib/api/client.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { homeRoute, loginRoutes } from '#lib/rules/routes/login-routes.ts';
import { detailOr, errorMessages } from '#lib/words/errors.ts';
import { required } from '#lib/words/validation.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, submit } from '../submit.ts';

export interface InvitationPage {
  /** The token of the address, or the code that was typed. */
  secret: string;
  /** Null: the page asks for a code first. */
  invitation: Part<AnswerOf<'auth.openInvitation'>> | null;
  refused: Refused | null;
}

/** Serves the page of a first login, with a mailed link or a printed code. @returns `redirect` after the login */
export async function serveInvitationPage(
  page: FormPage & { url: URL },
): Promise<InvitationPage | { redirect: string }> {
  const { searchParams } = page.url;
  const secret = (searchParams.get('token') ?? searchParams.get('codigo') ?? '').trim().slice(0, 200);
  const { api } = page.locals.session;
  const say = inWords((refusal: ApiError) => detailOr(refusal, errorMessages.auth.reset));
  const { to, refused } = await submit(page, async ({ form }) => {
    // A password may begin or end with a blank.
    const new_password = String(form.get('new_password') ?? '');
    if (!new_password) refuse({ new_password: required });
    const sent = { segredo: secret, new_password, aceite: form.has('aceite') };
    const { second_step } = await api.auth.acceptInvitation(sent).catch(say);
    return second_step ? loginRoutes.secondStep(null) : homeRoute();
  });
  if (to) return { redirect: to };
  return {
    secret,
    invitation: secret ? await partOf(api.auth.openInvitation({ segredo: secret })) : null,
    refused,
  };
}
