import { ApiError } from '#lib/api/client.ts';
import { failureOf } from '#lib/api/part.ts';
import type { PageApi, PageSession } from '#lib/page/page-session.ts';
import { REAUTHENTICATION_NEEDED, type ReauthenticationRequest } from '#lib/rules/people/reauthentication.ts';
import { reauthenticatedOr, reauthenticationAfter } from './auth/reauthentication.ts';
import { type Refusal, refusalOf, renamed } from './refusal.ts';

/** A form as it was sent. */
export interface Sent {
  api: PageApi;
  session: FormSession;
  /** The action of the pressed button. */
  acao: string;
  /** Trimmed texts by name that the page may show again: without `acao`, `chave` and passwords. */
  values: Readonly<Record<string, string>>;
  /** All of it: files, lists, and passwords as typed, because they may begin or end with a blank. */
  form: FormData;
  /** The page’s idempotency key of the intent: sent twice, it happens once. */
  key: { idempotencyKey: string };
}

type FormSession = Pick<PageSession, 'api' | 'forget' | 'cookie' | 'setCookie' | 'startForm' | 'formAge'>;

/** Handles a form’s action. @returns the next address, or what the page shows. @throws ApiError */
export type Verb<Done = never> = (sent: Sent) => Promise<string | { done: Done }>;

/** A refused form to show again: which one, the typed values, and the errors. */
export interface Refused extends Refusal {
  acao: string;
  values: Readonly<Record<string, string>>;
  /** The key for sending the intent again; null if the next attempt is a new intent. */
  chave: string | null;
}

/** The result of a page's form. All are null if no form was sent. */
export interface Submitted<Done> {
  /** Where to redirect with 303. */
  to: string | null;
  refused: Refused | null;
  done: Done | null;
}

/** What a form needs of its page: `Astro` has it. */
export interface FormPage {
  request: Request;
  url: URL;
  locals: {
    session: FormSession;
    /** Set if the form needs re-authentication: the layout shows that question instead of the page (0097). */
    reauthentication?: ReauthenticationRequest | null;
  };
}

interface Options {
  /** The default sentence for a refusal. */
  otherwise?: string;
  /** The form's name of a field of the call. */
  nameOf?: (field: string) => string;
}

/** Texts that the page never shows again. */
const SECRET = /password|senha/;

/**
 * Handles the form of a page: parses it, runs its `acao`, describes a refusal in words, and keeps the typed values. The
 * result of an earlier form is no longer shown.
 *
 * @param verbs one for all forms of the page, or one for each `acao`; `outra` handles all other actions
 */
export async function submit<Done = never>(
  { request, url, locals }: FormPage,
  verbs: Verb<Done> | Readonly<Record<string, Verb<Done>>>,
  options: Options = {},
): Promise<Submitted<Done>> {
  if (request.method !== 'POST') return { to: null, refused: null, done: null };
  // It announces the result of an earlier form.
  url.searchParams.delete('feito');
  const { session } = locals;
  // An unreadable body counts as empty: each field then reports that it is missing.
  const form = await request.formData().catch(() => new FormData());
  const requested = await reauthenticatedOr(session.api, form);
  const { acao = '', chave = '', ...texts } = textsOf(form);
  const values = Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.test(name)));
  const verb = typeof verbs === 'function' ? verbs : Object.hasOwn(verbs, acao) ? verbs[acao] : verbs.outra;
  const { otherwise, nameOf = (field) => field } = options;
  const stored = { acao, values, chave: chave || null };
  if (requested) {
    locals.reauthentication = requested;
    return { to: null, refused: { problem: requested.problem ?? '', fields: {}, ...stored }, done: null };
  }
  try {
    if (!verb) throw new ApiError(400, {});
    const outcome = await verb({ api: session.api, session, acao, values, form, key: { idempotencyKey: chave } });
    if (typeof outcome === 'string') return { to: outcome, refused: null, done: null };
    return { to: null, refused: null, done: outcome.done };
  } catch (error) {
    if (failureOf(error).code === REAUTHENTICATION_NEEDED) locals.reauthentication = reauthenticationAfter(form, null);
    const refusal = refusalOf(renamed(error, nameOf), otherwise, (name) => form.has(name));
    const isSpent = chave === '' || failureOf(error).code === 'key_reused';
    return { to: null, refused: { ...refusal, acao, values, chave: isSpent ? null : chave }, done: null };
  }
}

/** The texts of a form, trimmed; files are left out. */
const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])));
