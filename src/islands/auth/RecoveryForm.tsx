import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Refused } from '#lib/forms/submit.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import { $askedFor, $isSending, $recoveryRefusal, askAgain, askForMail } from '#lib/stores/auth-recovery.ts';
import { shownRefusal } from '#lib/stores/auth-refusal.ts';
import { authMessages } from '#lib/words/auth.ts';
import { invalidEmail, required } from '#lib/words/validation.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const Fields = z.object({
  email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
  by: z.enum(['link', 'codigo']),
});

export interface RecoveryFormProps {
  /** From a form sent without JavaScript. */
  refused?: Refused | null;
  asked?: { email: string; byCode: boolean } | null;
}

/** Asks for the mail; then says the same for every address, or takes the short code. */
export function RecoveryForm({ refused, asked }: RecoveryFormProps) {
  const askedFor = useStore($askedFor, { ssr: 'initial' }) ?? asked;
  const isPending = useStore($isSending, { ssr: 'initial' });
  const { problem, fields } = shownRefusal(useStore($recoveryRefusal, { ssr: 'initial' }), refused);
  const typed = {
    email: refused?.values.email ?? '',
    by: refused?.values.by === 'codigo' ? 'codigo' : 'link',
  } as const;
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(Fields), defaultValues: typed });
  if (askedFor) {
    return (
      <div className="grid gap-5">
        <p className="notice tone-success" role="status">
          {authMessages.recoveryAsked}
        </p>
        {askedFor.byCode && <NewPasswordForm email={askedFor.email} refused={refused} />}
        <a className="link inline-flex min-h-11 items-center" href={loginRoutes.recoverPassword()} onClick={askAgain}>
          Pedir de novo
        </a>
      </div>
    );
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(({ email, by }) => askForMail(email, by === 'codigo'))}
    >
      <FormError message={problem} />
      <Field
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        defaultValue={typed.email}
        error={formState.errors.email?.message ?? fields.email}
      />
      <fieldset className="grid gap-1">
        <legend className="field-label mb-1">Como prefere receber?</legend>
        {[
          ['link', 'Um link para tocar'],
          ['codigo', 'Um código para digitar aqui'],
        ].map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input {...register('by')} type="radio" value={value} defaultChecked={value === typed.by} />
            {label}
          </label>
        ))}
      </fieldset>
      <Button type="submit" name="acao" value="pedir" isWide isPending={isPending} pendingLabel="Enviando">
        Enviar
      </Button>
    </form>
  );
}
