import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { Field } from '../ui/Field.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask, phoneMask } from '../ui/masks.ts';

/** The guardian whom a minor names. The portal opens before that person confirms. */
export function GuardianStep() {
  const { register, formState } = useFormContext<RegistrationValues>();
  const errors = formState.errors.guardian;
  return (
    <>
      <p className="text-muted text-sm">{registrationMessages.guardianWhy}</p>
      <Field
        {...register('guardian.full_name')}
        label="Nome completo do responsável"
        autoComplete="off"
        error={errors?.full_name?.message}
      />
      <Field
        {...register('guardian.relation')}
        label="Parentesco"
        placeholder="Mãe, pai, avó…"
        autoComplete="off"
        error={errors?.relation?.message}
      />
      <MaskedField
        {...register('guardian.cpf')}
        mask={cpfMask}
        label="CPF do responsável"
        autoComplete="off"
        error={errors?.cpf?.message}
      />
      <Field
        {...register('guardian.email')}
        label="E-mail do responsável"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint={registrationMessages.guardianMail}
        error={errors?.email?.message}
      />
      <MaskedField
        {...register('guardian.phone')}
        mask={phoneMask}
        label="Telefone do responsável"
        type="tel"
        autoComplete="off"
        error={errors?.phone?.message}
      />
    </>
  );
}
