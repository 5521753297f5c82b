import { useStore } from '@nanostores/react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $choices, $isLoggingIn, $loginError, submitLogin } from '#lib/stores/auth-login.ts';
import { required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { AccountChooser } from './AccountChooser.tsx';

type Name = 'username' | 'password';

export interface LoginFormProps {
  next: SafePath | null;
  /** From the address; the login sends them once (AUTH-03). */
  marks: { prospex?: string; cupom?: string; company?: string };
  /** From an answer to a form sent without JavaScript. */
  error?: string | null;
  username?: string;
  choices?: UserChoice[];
}

/**
 * Password login. Without JavaScript the same form posts to its page. Every visitor loads this form first and its one
 * rule is that no field is empty, so it reads its fields itself, without the form library.
 */
export function LoginForm({ next, marks, error, username = '', choices = [] }: LoginFormProps) {
  const listed = useStore($choices, { ssr: 'initial' });
  const isPending = useStore($isLoggingIn, { ssr: 'initial' });
  const loginError = useStore($loginError, { ssr: 'initial' }) ?? error;
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0) return <AccountChooser users={users} next={next} error={loginError} isPending={isPending} />;

  const input = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    const fields = { username: input('username').value, password: input('password').value };
    const empty = (['username', 'password'] as const).filter((name) => fields[name].trim() === '');
    setMissing(empty);
    if (empty[0]) return input(empty[0]).focus();
    if (await submitLogin({ ...fields, ...marks }, next)) return;
    input('password').value = '';
    input('password').focus();
  };
  const field = (name: Name) => ({
    name,
    error: missing.includes(name) ? required : undefined,
    onInput: () => setMissing((names) => names.filter((other) => other !== name)),
  });
  return (
    <form ref={form} method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <FormError message={loginError} />
      <Field
        {...field('username')}
        label="E-mail ou CPF"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={username}
      />
      <PasswordField {...field('password')} label="Senha" autoComplete="current-password" />
      <div className="-mt-2 text-right">
        <a className="link inline-flex min-h-11 items-center" href={loginRoutes.recoverPassword()}>
          Esqueci minha senha
        </a>
      </div>
      <Button type="submit" isWide isPending={isPending} pendingLabel="Efetuando login">
        Entrar
      </Button>
    </form>
  );
}
