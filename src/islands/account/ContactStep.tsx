import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from '#lib/registration-form.ts';
import { Field } from '../ui/Field.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { phoneMask } from '../ui/masks.ts';

export function ContactStep() {
  const { register, formState } = useFormContext<RegistrationValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        {...register('email')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
      />
      <MaskedField
        {...register('phone')}
        mask={phoneMask}
        label="Telefone com DDD"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        error={errors.phone?.message}
      />
    </>
  );
}
