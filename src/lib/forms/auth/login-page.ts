import type { UserChoice } from '#lib/contract/account.schema.ts';
import { type SafePath, safeNext } from '#lib/rules/routes/next-path.ts';
import { reasonText } from '#lib/words/auth-reasons.ts';
import { required } from '#lib/words/validation.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, submit, type Verb } from '../submit.ts';
import { logIn } from './login.ts';

/** What a login page shows. */
export interface LoginPage {
  next: SafePath | null;
  marks: { prospex?: string; cupom?: string; company?: string };
  reason: string | null;
  /** The query without the parameters read here, for links between the ways to log in. */
  search: string;
  username: string;
  refused: Refused | null;
  choices: UserChoice[];
  /** The visitor came with a query or a form, so the page is personal and cannot be cached. */
  isOwn: boolean;
}

/**
 * Serves a login page: reads the address, and takes the form of a browser without JavaScript.
 *
 * @returns `redirect` after a login.
 */
export async function serveLoginPage(page: FormPage & { url: URL }): Promise<LoginPage | { redirect: string }> {
  const { request, url } = page;
  const mark = (name: string) => url.searchParams.get(name)?.slice(0, 100) || undefined;
  const next = safeNext(url.searchParams.get('next'));
  const marks = { prospex: mark('prospex'), cupom: mark('cupom'), company: mark('company') };
  const { to, refused, done } = await submit(page, enter(marks, next));
  if (to) return { redirect: to };
  return {
    next,
    marks,
    reason: reasonText(url.searchParams.get('motivo')),
    search: searchFor(url),
    username: refused?.values.username ?? '',
    refused,
    choices: done ?? [],
    isOwn: url.search !== '' || request.method === 'POST',
  };
}

const enter =
  (marks: LoginPage['marks'], next: SafePath | null): Verb<UserChoice[]> =>
  async ({ api, form, values: { username, uuid, user_id, listadas = '' } }) => {
    const password = form.get('password');
    const credentials = uuid === undefined ? { username, password } : { uuid };
    // Choosing a listed account needs no other field.
    const missing = user_id ? [] : Object.entries(credentials).filter(([, value]) => !value);
    if (missing.length > 0) refuse(Object.fromEntries(missing.map(([name]) => [name, required])));
    const fields = {
      username,
      // A password may begin or end with a blank.
      ...(typeof password === 'string' && { password }),
      uuid,
      user_id,
      ...marks,
    };
    const outcome = await logIn(api, fields, next, listedIn(listadas));
    return typeof outcome === 'string' ? outcome : { done: outcome };
  };

/** The listed accounts to choose from, as the page sent them along. The server links only accounts of its own list. */
const listedIn = (text: string) =>
  text
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map((id) => ({ drive_user_id: Number(id) }));

function searchFor(url: URL): string {
  const params = new URLSearchParams();
  for (const name of ['next', 'prospex', 'cupom', 'company']) {
    const value = url.searchParams.get(name);
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : '';
}
