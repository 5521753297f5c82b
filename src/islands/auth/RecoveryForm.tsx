import { useStore } from '@nanostores/react';
import type { Refused } from '#lib/forms/submit.ts';
import { RecoveryFields } from '#lib/rules/auth/recovery-form.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import { $recoveryRequest, askAgain, askForMail } from '#lib/stores/auth-recovery.ts';
import { authMessages } from '#lib/words/auth.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const methods = [
  ['link', 'Um link para tocar'],
  ['codigo', 'Um código para digitar aqui'],
] as const;

export interface RecoveryFormProps {
  /** From a form sent without JavaScript. */
  refused?: Refused | null;
  requested?: { email: string; byCode: boolean } | null;
}

/** Requests the mail; then shows the same message for every address, or the field for the short code. */
export function RecoveryForm({ refused, requested }: RecoveryFormProps) {
  const recoveryRequest = useStore($recoveryRequest, { ssr: 'initial' }) ?? requested;
  const { element, field, choice, problem, isSending, submit } = useContractForm({
    rules: RecoveryFields,
    values: { email: refused?.values.email ?? '', by: refused?.values.by === 'codigo' ? 'codigo' : 'link' },
    refused,
  });
  if (recoveryRequest) {
    return (
      <div className="grid gap-5">
        <p className="notice tone-success" role="status">
          {authMessages.recoveryRequested}
        </p>
        {/* The page’s refusal belongs to the form that it rendered. */}
        {recoveryRequest.byCode && (
          <NewPasswordForm email={recoveryRequest.email} refused={requested ? refused : null} />
        )}
        <a className="link inline-flex min-h-11 items-center" href={loginRoutes.recoverPassword()} onClick={askAgain}>
          Pedir de novo
        </a>
      </div>
    );
  }
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={submit(({ email, by }) => askForMail(email, by === 'codigo'))}
    >
      <FormError message={problem} />
      <Field {...field('email')} label="E-mail" type="email" autoComplete="email" inputMode="email" />
      <fieldset className="grid gap-1">
        <legend className="field-label mb-1">Como prefere receber?</legend>
        {methods.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input {...choice('by', value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <Button type="submit" name="acao" value="pedir" isWide isPending={isSending} pendingLabel="Enviando">
        Enviar
      </Button>
    </form>
  );
}
