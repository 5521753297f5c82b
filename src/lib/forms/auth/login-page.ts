import type { PageSession } from '#gateway/page-session.ts';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { type SafePath, safeNext } from '#lib/rules/routes/next-path.ts';
import { reasonText } from '#lib/words/auth.ts';
import { afterLogin, type LoginFields, logIn } from './login.ts';

/** What a login page shows. */
export interface LoginPage {
  next: SafePath | null;
  marks: { prospex?: string; cupom?: string; company?: string };
  reason: string | null;
  /** The query without what was used up, for links between the ways in. */
  search: string;
  username: string;
  error: string | null;
  choices: UserChoice[];
  /** The visitor came with a query or a form: not the page everybody gets. */
  isOwn: boolean;
}

/**
 * Serves a login page: reads the address, and takes the form of a browser without JavaScript.
 *
 * @returns `redirect` once somebody is in.
 */
export async function serveLoginPage(
  session: Pick<PageSession, 'api'>,
  request: Request,
  url: URL,
): Promise<LoginPage | { redirect: string }> {
  const mark = (name: string) => url.searchParams.get(name)?.slice(0, 100) || undefined;
  const page: LoginPage = {
    next: safeNext(url.searchParams.get('next')),
    marks: { prospex: mark('prospex'), cupom: mark('cupom'), company: mark('company') },
    reason: reasonText(url.searchParams.get('motivo')),
    search: searchFor(url),
    username: '',
    error: null,
    choices: [],
    isOwn: url.search !== '' || request.method === 'POST',
  };
  if (request.method !== 'POST') return page;
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const fields: LoginFields = {
    username: text('username'),
    password: text('password'),
    uuid: text('uuid'),
    user_id: text('user_id'),
    ...page.marks,
  };
  const outcome = await logIn(session.api, fields);
  if (outcome.kind === 'in') return { redirect: afterLogin(page.next) };
  page.username = fields.username ?? '';
  if (outcome.kind === 'choose') page.choices = outcome.users;
  else page.error = outcome.message;
  return page;
}

function searchFor(url: URL): string {
  const kept = new URLSearchParams();
  for (const name of ['next', 'prospex', 'cupom', 'company']) {
    const value = url.searchParams.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}
