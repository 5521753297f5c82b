import { ApiError, type Client } from '#lib/api/client.ts';
import { agreeToEmail, undoEmailChange } from '#lib/contract/account.ts';
import { routes } from '#lib/routes.ts';

/** Where to go on, what was done, or why it was not. */
type Outcome = { to: string } | { done: string; problem?: undefined } | { done?: undefined; problem: string };

/** Takes a change of e-mail back, or agrees to it, as the form of the mail's page says. */
export async function decideEmailChange(api: Client, token: string, form: FormData): Promise<Outcome> {
  try {
    if (form.get('acao') === 'concordar') return { done: (await api(agreeToEmail, { params: { token } })).detail };
    const { detail, nova_senha } = await api(undoEmailChange, { params: { token } });
    return nova_senha === null ? { done: detail } : { to: routes.login.newPassword(nova_senha) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail };
  }
}
