import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { phoneMask } from '../ui/masks.ts';
import { PasswordField } from '../ui/PasswordField.tsx';

export interface ContactStepProps {
  /** Whether another address needs the password. */
  provesEmail: boolean;
}

export function ContactStep({ provesEmail }: ContactStepProps) {
  const { field } = useFormFields<RegistrationValues>();
  const { formState, watch } = useFormContext<RegistrationValues>();
  const { defaultValues } = formState;
  const isChanged = provesEmail && watch('email').trim().toLowerCase() !== defaultValues?.email?.toLowerCase();
  return (
    <>
      <Field {...field('email')} label="E-mail" type="email" inputMode="email" />
      {isChanged && (
        <PasswordField
          {...field('current_password')}
          label="Sua senha"
          autoComplete="current-password"
          hint="Para trocar o e-mail. Mandamos um link para o novo; até você abrir, vale o de antes."
        />
      )}
      <MaskedField {...field('phone')} mask={phoneMask} label="Telefone com DDD" />
    </>
  );
}
