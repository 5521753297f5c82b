import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { required } from '#lib/messages/validation.ts';
import { routes } from '#lib/routes.ts';
import { $choices, $isLoggingIn, $loginError, submitLogin } from '#lib/stores/login.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AccountChooser } from './AccountChooser.tsx';

/** The one rule of this form: no schema library is loaded for it. */
const isRequired = { validate: (value: string) => value.trim() !== '' || required };

export interface LoginFormProps {
  next: string | null;
  /** Carried by the address and sent once (AUTH-03). */
  marks: { prospex?: string; cupom?: string; company?: string };
  /** From an answer without JavaScript. */
  error?: string | null;
  username?: string;
  choices?: UserChoice[];
}

/** Password login. Without JavaScript the same form posts to its page. */
export function LoginForm({ next, marks, error, username = '', choices = [] }: LoginFormProps) {
  const listed = useStore($choices, { ssr: 'initial' });
  const isPending = useStore($isLoggingIn, { ssr: 'initial' });
  const loginError = useStore($loginError, { ssr: 'initial' }) ?? error;
  const { register, handleSubmit, formState, setFocus, resetField } = useForm({
    defaultValues: { username, password: '' },
  });
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0) return <AccountChooser users={users} next={next} error={loginError} isPending={isPending} />;

  const submit = handleSubmit(async (fields) => {
    const outcome = await submitLogin({ ...fields, ...marks }, next);
    if (outcome.kind !== 'failed') return;
    resetField('password');
    setFocus('password');
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <FormError message={loginError} />
      <Field
        {...register('username', isRequired)}
        label="E-mail ou CPF"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.username?.message}
      />
      <Field
        {...register('password', isRequired)}
        label="Senha"
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
      />
      <div className="-mt-2 text-right">
        <a className="link inline-flex min-h-11 items-center" href={routes.login.recoverPassword()}>
          Esqueci minha senha
        </a>
      </div>
      <Button type="submit" isWide isPending={isPending} pendingLabel="Efetuando login">
        Entrar
      </Button>
    </form>
  );
}
