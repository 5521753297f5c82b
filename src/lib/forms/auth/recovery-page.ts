import { Email } from '#lib/contract/shapes.schema.ts';
import { routes } from '#lib/routes.ts';
import { invalidEmail, required } from '#lib/words/validation.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, submit, type Verb } from '../submit.ts';
import { askForReset, setNewPassword } from './recovery.ts';

interface RecoveryRequest {
  email: string;
  byCode: boolean;
}

export interface RecoveryPage {
  /** From the mailed link: the page then shows the form for the new password (ROUTE-06). */
  token: string | null;
  requested: RecoveryRequest | null;
  /** The refused form: `pedir` requests a mail, `redefinir` sets the password. */
  refused: Refused | null;
}

const askForMail: Verb<RecoveryRequest> = async ({ api, values: { email = '', by } }) => {
  const byCode = by === 'codigo';
  if (!email) refuse({ email: required });
  if (!Email.safeParse(email).success) refuse({ email: invalidEmail });
  await askForReset(api, email, byCode);
  return { done: { email, byCode } };
};

const savePassword =
  (token: string | null): Verb<RecoveryRequest> =>
  async ({ api, form, values }) => {
    // A password may begin or end with a blank.
    const password = String(form.get('new_password') ?? '');
    await setNewPassword(api, token ?? values.token ?? '', password, values.email || undefined);
    return routes.login.main({ motivo: 'redefinida' });
  };

/** Serves the recovery page and takes its two forms from a browser without JavaScript. */
export async function serveRecoveryPage(page: FormPage & { url: URL }): Promise<RecoveryPage | { redirect: string }> {
  const token = page.url.searchParams.get('token')?.slice(0, 200) || null;
  const { to, refused, done } = await submit(page, { pedir: askForMail, redefinir: savePassword(token) });
  if (to) return { redirect: to };
  const email = refused?.acao === 'redefinir' ? refused.values.email : '';
  return {
    token,
    requested: email ? { email, byCode: true } : done,
    refused,
  };
}
