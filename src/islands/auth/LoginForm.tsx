import { useStore } from '@nanostores/react';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { LoginFields } from '#lib/rules/auth/login-form.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $choices, $isLoggingIn, submitLogin } from '#lib/stores/auth-login.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { AccountChooser } from './AccountChooser.tsx';

export interface LoginFormProps {
  next: SafePath | null;
  /** From the address; the login sends them once (AUTH-03). */
  marks: { prospex?: string; cupom?: string; company?: string };
  /** From an answer to a form sent without JavaScript. */
  refused?: Refusal | null;
  username?: string;
  choices?: UserChoice[];
}

/** Password login. Without JavaScript the same form posts to its page. */
export function LoginForm({ next, marks, refused, username = '', choices = [] }: LoginFormProps) {
  const listed = useStore($choices, { ssr: 'initial' });
  const isPending = useStore($isLoggingIn, { ssr: 'initial' });
  const { form, element, field, problem, submit } = useContractForm({
    rules: LoginFields,
    values: { username, password: '' },
    refused,
    refocus: 'password',
  });
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0)
    return <AccountChooser users={users} next={next} refused={listed.length > 0 ? null : refused} />;

  const send = submit(async (typed) => {
    const refusal = await submitLogin({ ...typed, ...marks }, next);
    if (refusal) form.resetField('password');
    return refusal;
  });
  return (
    <form ref={element} method="post" noValidate className="grid gap-5" onSubmit={send}>
      <FormError message={problem} />
      <Field
        {...field('username')}
        label="E-mail ou CPF"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
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
