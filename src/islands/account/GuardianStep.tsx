import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask, phoneMask } from '../ui/masks.ts';

/** The guardian whom a minor names. The portal opens even before that person confirms. */
export function GuardianStep() {
  const { field } = useFormFields<RegistrationValues>();
  return (
    <>
      <p className="text-muted text-sm">{registrationMessages.guardianWhy}</p>
      <Field {...field('guardian.full_name')} label="Nome completo do responsável" autoComplete="off" />
      <Field {...field('guardian.relation')} label="Parentesco" placeholder="Mãe, pai, avó…" autoComplete="off" />
      <MaskedField {...field('guardian.cpf')} mask={cpfMask} label="CPF do responsável" autoComplete="off" />
      <Field
        {...field('guardian.email')}
        label="E-mail do responsável"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint={registrationMessages.guardianMail}
      />
      <MaskedField
        {...field('guardian.phone')}
        mask={phoneMask}
        label="Telefone do responsável"
        type="tel"
        autoComplete="off"
      />
    </>
  );
}
