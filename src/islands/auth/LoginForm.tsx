import { useStore } from '@nanostores/react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $choices, $isLoggingIn, $loginRefusal, submitLogin } from '#lib/stores/auth-login.ts';
import { shownRefusal } from '#lib/stores/auth-refusal.ts';
import { required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { AccountChooser } from './AccountChooser.tsx';

const names = ['username', 'password'] as const;
type Name = (typeof names)[number];

export interface LoginFormProps {
  next: SafePath | null;
  /** From the address; the login sends them once (AUTH-03). */
  marks: { prospex?: string; cupom?: string; company?: string };
  /** From an answer to a form sent without JavaScript. */
  refused?: Refusal | null;
  username?: string;
  choices?: UserChoice[];
}

/**
 * Password login. Without JavaScript the same form posts to its page. Every visitor loads this form first and its one
 * rule is that no field is empty, so it reads its fields itself, without the form library.
 */
export function LoginForm({ next, marks, refused, username = '', choices = [] }: LoginFormProps) {
  const listed = useStore($choices, { ssr: 'initial' });
  const isPending = useStore($isLoggingIn, { ssr: 'initial' });
  const { problem } = shownRefusal(useStore($loginRefusal, { ssr: 'initial' }), refused);
  const [errors, setErrors] = useState(refused?.fields ?? {});
  const form = useRef<HTMLFormElement>(null);
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0) return <AccountChooser users={users} next={next} error={problem} isPending={isPending} />;

  const input = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    const typed = { username: input('username').value, password: input('password').value };
    const empty = names.filter((name) => typed[name].trim() === '');
    setErrors(Object.fromEntries(empty.map((name) => [name, required])));
    if (empty[0]) return input(empty[0]).focus();
    const left = await submitLogin({ ...typed, ...marks }, next);
    if (!left) return;
    setErrors(left.fields);
    input('password').value = '';
    input(names.find((name) => left.fields[name]) ?? 'password').focus();
  };
  const field = (name: Name) => ({
    name,
    error: errors[name],
    onInput: () => setErrors(({ [name]: _gone, ...others }) => others),
  });
  return (
    <form ref={form} method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <FormError message={problem} />
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
