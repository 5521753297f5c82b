import type { PageSession } from '#gateway/page-session.ts';
import { routes } from '#lib/routes.ts';
import { askForReset, setNewPassword } from './recovery.ts';

export interface RecoveryPage {
  /** From the link of the mail: then the new password is asked for (ROUTE-06). */
  token: string | null;
  asked: { email: string; byCode: boolean } | null;
  error: string | null;
}

/** Serves the recovery page and takes its two forms of a browser without JavaScript. */
export async function serveRecoveryPage(
  { api }: Pick<PageSession, 'api'>,
  request: Request,
  url: URL,
): Promise<RecoveryPage | { redirect: string }> {
  const page: RecoveryPage = { token: url.searchParams.get('token')?.slice(0, 200) || null, asked: null, error: null };
  if (request.method !== 'POST') return page;
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => String(form.get(name) ?? '');
  const email = text('email').trim();
  if (form.has('new_password')) {
    const outcome = await setNewPassword(api, page.token ?? text('token'), text('new_password'), email || undefined);
    if (outcome.kind === 'done') return { redirect: `${routes.login.main()}?motivo=redefinida` };
    return { ...page, asked: email ? { email, byCode: true } : null, error: outcome.message };
  }
  const byCode = text('by') === 'codigo';
  const outcome = await askForReset(api, email, byCode);
  return outcome.kind === 'done' ? { ...page, asked: { email, byCode } } : { ...page, error: outcome.message };
}
