import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { Field } from '../ui/Field.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask } from '../ui/masks.ts';

export function PersonStep({ today }: { today: string }) {
  const { register, formState } = useFormContext<RegistrationValues>();
  const { errors } = formState;
  return (
    <>
      <Field {...register('full_name')} label="Nome completo" error={errors.full_name?.message} />
      <MaskedField {...register('cpf')} mask={cpfMask} label="CPF" error={errors.cpf?.message} />
      <Field
        {...register('birth_date')}
        label="Data de nascimento"
        type="date"
        max={today}
        isOptional
        hint={registrationMessages.birthDate}
        error={errors.birth_date?.message}
      />
    </>
  );
}
