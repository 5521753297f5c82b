import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { SHORTEST_PASSWORD } from '#lib/rules/auth/recovery-form.ts';
import { CheckBox } from '../ui/CheckBox.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TriedPractice } from './TriedPractice.tsx';

/** The password of a new account, and what its owner agrees to. */
export function AccessStep() {
  const { field, box } = useFormFields<RegistrationValues>();
  return (
    <>
      <PasswordField
        {...field('password')}
        label="Crie uma senha"
        autoComplete="new-password"
        hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
      />
      <TriedPractice />
      <CheckBox {...box('consent')}>{REGISTRATION_CONSENT.text}</CheckBox>
    </>
  );
}
