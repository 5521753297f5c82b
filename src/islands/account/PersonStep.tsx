import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { dayMask } from '../ui/day-mask.ts';
import { Field } from '../ui/Field.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask } from '../ui/masks.ts';

/** The first step, which the server draws with what is known. */
export function PersonStep() {
  const { register, formState } = useFormContext<RegistrationValues>();
  const { errors, defaultValues: known } = formState;
  return (
    <>
      <Field
        {...register('full_name')}
        defaultValue={known?.full_name}
        label="Nome completo"
        error={errors.full_name?.message}
      />
      <MaskedField
        {...register('cpf')}
        defaultValue={known?.cpf}
        mask={cpfMask}
        label="CPF"
        error={errors.cpf?.message}
      />
      <MaskedField
        {...register('birth_date')}
        defaultValue={known?.birth_date}
        mask={dayMask}
        label="Data de nascimento"
        placeholder="dd/mm/aaaa"
        isOptional
        hint={registrationMessages.birthDate}
        error={errors.birth_date?.message}
      />
    </>
  );
}
