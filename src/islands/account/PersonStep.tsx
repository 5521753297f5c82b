import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { dayMask } from '../ui/day-mask.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask } from '../ui/masks.ts';

/** The first step, which the server draws with what is known. */
export function PersonStep() {
  const { field } = useFormFields<RegistrationValues>();
  return (
    <>
      <Field {...field('full_name')} label="Nome completo" />
      <MaskedField {...field('cpf')} mask={cpfMask} label="CPF" />
      <MaskedField
        {...field('birth_date')}
        mask={dayMask}
        label="Data de nascimento"
        placeholder="dd/mm/aaaa"
        isOptional
        hint={registrationMessages.birthDate}
      />
    </>
  );
}
