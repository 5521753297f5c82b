import type { Refused } from '#lib/forms/submit.ts';
import { NewPasswordFields, SHORTEST_PASSWORD } from '#lib/rules/auth/recovery-form.ts';
import { saveNewPassword } from '#lib/stores/auth-recovery.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';

/** The length of the mailed code, with a blank. */
const MAX_CODE = 8;

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
  const { form, element, field, problem, isSending, submit } = useContractForm({
    rules: NewPasswordFields,
    values: { token: token ?? refused?.values.token ?? '', new_password: '' },
    refused,
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={submit((typed) => saveNewPassword(typed.token, typed.new_password, email))}
    >
      <FormError message={problem} />
      {email && <input type="hidden" name="email" value={email} />}
      {token ? (
        <input type="hidden" {...form.register('token')} />
      ) : (
        <Field
          {...field('token')}
          label="Código recebido"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={MAX_CODE}
        />
      )}
      <PasswordField
        {...field('new_password')}
        label="Nova senha"
        autoComplete="new-password"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
      />
      <Button type="submit" name="acao" value="redefinir" isWide isPending={isSending} pendingLabel="Salvando">
        Salvar nova senha
      </Button>
    </form>
  );
}
