import { useStore } from '@nanostores/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isCep } from '#lib/format/documents.ts';
import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { $addressProblem, $isFindingAddress, findAddress } from '#lib/stores/account-address.ts';
import { registrationMessages } from '#lib/words/account.ts';
import { abroadWords } from '#lib/words/account-names.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cepMask } from '../ui/masks.ts';

/**
 * The CEP fills in street and city, and the focus moves to the number. If the look-up fails, the user types the whole
 * address (PROFILE-04).
 */
export function AddressStep({ mayBeAbroad }: { mayBeAbroad: boolean }) {
  const { setValue, setFocus, getValues } = useFormContext<RegistrationValues>();
  const { field } = useFormFields<RegistrationValues>();
  const isFinding = useStore($isFindingAddress, { ssr: 'initial' });
  const problem = useStore($addressProblem, { ssr: 'initial' });
  const cep = field('cep');
  const isAbroad = Boolean(useWatch<RegistrationValues, 'is_abroad'>({ name: 'is_abroad' }));

  async function fill(text: string) {
    if (!isCep(text)) return;
    const found = await findAddress(text);
    if (!found || getValues('cep') !== text) return;
    const filled = { street: found.street, district: found.district, city: found.city, state: found.state };
    for (const [name, value] of Object.entries(filled) as [keyof typeof filled, string][]) {
      if (value) setValue(name, value, { shouldValidate: true });
    }
    setFocus(found.street ? 'street_number' : 'street');
  }
  return (
    <>
      {mayBeAbroad && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isAbroad}
            onChange={({ target }) => setValue('is_abroad', target.checked, { shouldDirty: true })}
          />
          {abroadWords.lives}
        </label>
      )}
      {isAbroad ? (
        <Field {...field('country')} label={abroadWords.country} autoComplete="country-name" />
      ) : (
        <MaskedField
          {...cep}
          mask={cepMask}
          label="CEP"
          hint={isFinding ? registrationMessages.cepSearching : (problem ?? registrationMessages.cepHint)}
          onChange={(event) => {
            void cep.onChange(event);
            void fill(event.target.value);
          }}
        />
      )}
      <Field {...field('street')} label="Rua" />
      <div className="pair">
        <Field {...field('street_number')} label="Número" />
        <Field {...field('complement')} label="Complemento" isOptional />
      </div>
      <Field {...field('district')} label="Bairro" isOptional />
      {isAbroad ? (
        <>
          <Field {...field('city')} label="Cidade" isOptional />
          <Field {...field('region')} label="Região e código postal" isOptional />
        </>
      ) : (
        <div className="pair pair-uneven">
          <Field {...field('city')} label="Cidade" isOptional />
          <Field {...field('state')} label="UF" isOptional />
        </div>
      )}
    </>
  );
}
