import { partOf } from '#lib/api/part.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import { type SafePath, safeNext } from '#lib/rules/routes/next-path.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, submit, type Verb } from '../submit.ts';
import { afterLogin } from './login.ts';
import { passkeyOf } from './reauthentication.ts';

export interface SecondStepPage {
  methods: AnswerOf<'auth.getSecondStep'>;
  next: SafePath | null;
  refused: Refused | null;
}

const finish =
  (next: SafePath | null): Verb =>
  async ({ api, form, values: { codigo = '' } }) => {
    const chave = passkeyOf(form.get('chave'));
    if (!chave && codigo === '') refuse({ codigo: 'Digite o código' });
    await api.auth.finishSecondStep({ ...(chave ? { chave } : { codigo }) });
    return afterLogin(next);
  };

/** Serves the second step of a login. @returns `redirect` after it, or when no login waits for one */
export async function serveSecondStep(page: FormPage & { url: URL }): Promise<SecondStepPage | { redirect: string }> {
  const next = safeNext(page.url.searchParams.get('next'));
  const { to, refused } = await submit(page, finish(next));
  if (to) return { redirect: to };
  const methods = await partOf(page.locals.session.api.auth.getSecondStep());
  if (!methods.ok) return { redirect: loginRoutes.main({ next, motivo: 'segundo' }) };
  return { methods: methods.data, next, refused };
}
