import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import type { Refused } from '#lib/forms/submit.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $choices, $isLoggingIn, $loginRefusal, submitLogin } from '#lib/stores/auth-login.ts';
import { shownRefusal } from '#lib/stores/auth-refusal.ts';
import { $bookError, $isLookingUp, openBook } from '#lib/stores/books.ts';
import { required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AccountChooser } from './AccountChooser.tsx';

const Fields = z.object({
  uuid: z.string().check(z.trim(), z.minLength(1, required)),
  username: z.string().check(z.trim()),
});

export interface BookCodeFormProps {
  next: SafePath | null;
  /** A code that the camera read before. */
  code: string;
  /** From an answer to a form sent without JavaScript. */
  refused?: Refused | null;
  username?: string;
  choices?: UserChoice[];
}

/** Book code and user name (AUTH-07). A code without a user name is looked up: an empty book starts a registration. */
export function BookCodeForm({ next, code, refused, username = '', choices = [] }: BookCodeFormProps) {
  const listed = useStore($choices, { ssr: 'initial' });
  const isLoggingIn = useStore($isLoggingIn, { ssr: 'initial' });
  const isLookingUp = useStore($isLookingUp, { ssr: 'initial' });
  const bookError = useStore($bookError, { ssr: 'initial' });
  const { problem, fields } = shownRefusal(useStore($loginRefusal, { ssr: 'initial' }), refused);
  const [needsName, setNeedsName] = useState(code !== '' || username !== '');
  const typed = { uuid: refused?.values.uuid ?? code, username };
  const { register, handleSubmit, formState, setError, setFocus, setValue } = useForm({
    resolver: zodResolver(Fields),
    defaultValues: typed,
  });
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0) return <AccountChooser users={users} next={next} error={problem} isPending={isLoggingIn} />;

  const submit = handleSubmit(async (sent) => {
    if (sent.username !== '') {
      await submitLogin(sent, next);
      return;
    }
    if (needsName) {
      setError('username', { message: required });
      setFocus('username');
      return;
    }
    const linked = await openBook(sent.uuid);
    if (linked === null) return;
    setValue('uuid', linked);
    setNeedsName(true);
    queueMicrotask(() => setFocus('username'));
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <FormError message={bookError ?? problem} />
      <Field
        {...register('uuid')}
        label="Código do livro"
        placeholder="KNN-LIVRO-0001"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed.uuid}
        error={formState.errors.uuid?.message ?? fields.uuid}
      />
      <Field
        {...register('username')}
        label="E-mail ou CPF"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed.username}
        isOptional={!needsName}
        hint={
          needsName ? 'Este livro já tem dono: diga quem é você.' : 'Livro novo? Deixe em branco para se cadastrar.'
        }
        error={formState.errors.username?.message ?? fields.username}
      />
      <Button type="submit" isWide isPending={isLoggingIn || isLookingUp} pendingLabel="Um instante">
        Continuar
      </Button>
    </form>
  );
}
