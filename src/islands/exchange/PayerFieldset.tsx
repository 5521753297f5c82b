import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isCep } from '#lib/format/documents.ts';
import type { PayerValues } from '#lib/rules/exchange/payer.ts';
import { findAddress } from '#lib/stores/exchange.ts';
import { dayMask } from '../ui/day-mask.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cepMask, cpfMask, phoneMask } from '../ui/masks.ts';

interface PayerFieldsetProps {
  /** The card fields ask for it already: the payer owns the card. */
  hasCpf?: boolean;
}

/** The payer, as an exchange must declare them: person, contact and address. */
export function PayerFieldset({ hasCpf = true }: PayerFieldsetProps) {
  const { setValue, getValues } = useFormContext<PayerValues>();
  const { field } = useFormFields<PayerValues>();
  const [isFinding, setIsFinding] = useState(false);
  const cep = field('cep');

  async function fill(text: string) {
    if (!isCep(text)) return;
    setIsFinding(true);
    const found = await findAddress(text);
    setIsFinding(false);
    if (!found || getValues('cep') !== text) return;
    for (const name of ['street', 'district', 'city', 'state'] as const) {
      if (found[name]) setValue(name, found[name], { shouldValidate: true });
    }
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field {...field('full_name')} label="Nome completo" className="md:col-span-2" />
      {hasCpf && <MaskedField {...field('cpf')} mask={cpfMask} label="CPF" />}
      <MaskedField {...field('birth_date')} mask={dayMask} label="Data de nascimento" placeholder="dd/mm/aaaa" />
      <Field {...field('email')} label="E-mail" type="email" inputMode="email" />
      <MaskedField {...field('phone')} mask={phoneMask} label="Telefone com DDD" />
      <MaskedField
        {...cep}
        mask={cepMask}
        label="CEP"
        hint={isFinding ? 'Buscando o endereço…' : undefined}
        onChange={(event) => {
          void cep.onChange(event);
          void fill(event.target.value);
        }}
      />
      <Field {...field('street')} label="Rua" />
      <Field {...field('street_number')} label="Número" />
      <Field {...field('complement')} label="Complemento" isOptional />
      <Field {...field('district')} label="Bairro" />
      <div className="pair pair-uneven">
        <Field {...field('city')} label="Cidade" />
        <Field {...field('state')} label="UF" />
      </div>
    </div>
  );
}
