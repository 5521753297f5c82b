import { useFormContext } from 'react-hook-form';
import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import { type RegistrationValues, SHORTEST_PASSWORD } from '#lib/rules/account/registration-form.ts';
import ErrorIcon from '~icons/material-symbols/error-rounded';
import { PasswordField } from '../ui/PasswordField.tsx';

/** The password of a new account, and what its owner agrees to. */
export function AccessStep() {
  const { register, formState } = useFormContext<RegistrationValues>();
  const problem = formState.errors.consent?.message;
  return (
    <>
      <PasswordField
        {...register('password')}
        label="Crie uma senha"
        autoComplete="new-password"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
        error={formState.errors.password?.message}
      />
      <div className="field">
        <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
          <input
            {...register('consent')}
            type="checkbox"
            required
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem && 'consent-erro'}
          />
          <span className="text-sm">{REGISTRATION_CONSENT.text}</span>
        </label>
        {problem && (
          <p id="consent-erro" className="field-error">
            <ErrorIcon className="size-4 flex-none" aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
    </>
  );
}
