import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Refused } from '#lib/forms/submit.ts';
import { $isSending, $recoveryRefusal, saveNewPassword } from '#lib/stores/auth-recovery.ts';
import { shownRefusal } from '#lib/stores/auth-refusal.ts';
import { minLength, required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

const SHORTEST_PASSWORD = 10;
/** The code of the mail, and a blank. */
const MAX_CODE = 8;

const Fields = z.object({
  token: z.string().check(z.trim(), z.minLength(1, required)),
  new_password: z
    .string()
    .check(z.minLength(1, required), z.minLength(SHORTEST_PASSWORD, minLength(SHORTEST_PASSWORD))),
});

export interface NewPasswordFormProps {
  /** From the link of the mail. Absent: the user types the short code. */
  token?: string;
  /** The address that got the code. */
  email?: string;
  /** From a form sent without JavaScript. */
  refused?: Refused | null;
}

/** The new password, with the link's token or the typed code (AUTH-17). */
export function NewPasswordForm({ token, email, refused }: NewPasswordFormProps) {
  const isPending = useStore($isSending, { ssr: 'initial' });
  const { problem, fields } = shownRefusal(useStore($recoveryRefusal, { ssr: 'initial' }), refused);
  const typed = token ?? refused?.values.token ?? '';
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Fields),
    defaultValues: { token: typed, new_password: '' },
  });
  const { errors } = formState;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit((fields) => saveNewPassword(fields.token, fields.new_password, email))}
    >
      <FormError message={problem} />
      {email && <input type="hidden" name="email" value={email} />}
      {token ? (
        <input type="hidden" {...register('token')} />
      ) : (
        <Field
          {...register('token')}
          label="Código recebido"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={MAX_CODE}
          defaultValue={typed}
          error={errors.token?.message ?? fields.token}
        />
      )}
      <PasswordField
        {...register('new_password')}
        label="Nova senha"
        autoComplete="new-password"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
        error={errors.new_password?.message ?? fields.new_password}
      />
      <Button type="submit" name="acao" value="redefinir" isWide isPending={isPending} pendingLabel="Salvando">
        Salvar nova senha
      </Button>
    </form>
  );
}
