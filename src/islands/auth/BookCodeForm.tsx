import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import type { Refused } from '#lib/forms/submit.ts';
import { BookCodeFields } from '#lib/rules/auth/login-form.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $choices, $isLoggingIn, submitLogin } from '#lib/stores/auth-login.ts';
import { openBook } from '#lib/stores/books.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { AccountChooser } from './AccountChooser.tsx';

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
  const [needsName, setNeedsName] = useState(code !== '' || username !== '');
  const [isLinked, setIsLinked] = useState(false);
  const { form, element, field, problem, isSending, submit } = useContractForm({
    rules: BookCodeFields(needsName),
    values: { uuid: refused?.values.uuid ?? code, username },
    refused,
  });
  useEffect(() => {
    if (isLinked) form.setFocus('username');
  }, [isLinked, form]);
  const users = listed.length > 0 ? listed : choices;
  if (users.length > 0)
    return <AccountChooser users={users} next={next} refused={listed.length > 0 ? null : refused} />;

  const send = submit(async (typed) => {
    if (typed.username !== '') return submitLogin(typed, next);
    const { linked, refusal } = await openBook(typed.uuid);
    if (linked === undefined) return refusal;
    form.setValue('uuid', linked);
    setNeedsName(true);
    setIsLinked(true);
    return null;
  });
  return (
    <form ref={element} method="post" noValidate className="grid gap-5" onSubmit={send}>
      <FormError message={problem} />
      <Field
        {...field('uuid')}
        label="Código do livro"
        placeholder="KNN-LIVRO-0001"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...field('username')}
        label="E-mail ou CPF"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        isOptional={!needsName}
        hint={
          needsName ? 'Este livro já tem dono: diga quem é você.' : 'Livro novo? Deixe em branco para se cadastrar.'
        }
      />
      <Button type="submit" isWide isPending={isLoggingIn || isSending} pendingLabel="Um instante">
        Continuar
      </Button>
    </form>
  );
}
