import { useStore } from '@nanostores/react';
import { useFormContext } from 'react-hook-form';
import { isCep } from '#lib/format/documents.ts';
import type { OrderValues } from '#lib/rules/orders/form.ts';
import { $isFindingAddress, findAddress } from '#lib/stores/account-address.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cepMask } from '../ui/masks.ts';

interface DeliveryFieldsProps {
  /** The franchise’s host accepts no address: the school and the student arrange the delivery. */
  isConnected: boolean;
}

const choices = [
  { value: 'escola', label: 'Retirar na escola', note: 'Grátis. Avisamos quando chegar.' },
  { value: 'endereco', label: 'Receber em casa', note: 'O valor depende do estado.' },
] as const;

/** Delivery to the school, or to an address that the CEP fills in. */
export function DeliveryFields({ isConnected }: DeliveryFieldsProps) {
  const isFinding = useStore($isFindingAddress, { ssr: 'initial' });
  const { watch, setValue, setFocus, getValues } = useFormContext<OrderValues>();
  const { field, choice } = useFormFields<OrderValues>();
  const cep = field('cep');

  async function fill(text: string) {
    if (!isCep(text)) return;
    const found = await findAddress(text);
    // The student has typed another CEP meanwhile.
    if (!found || getValues('cep') !== text) return;
    for (const name of ['street', 'district', 'city', 'state'] as const) {
      if (found[name]) setValue(name, found[name], { shouldValidate: true });
    }
    setFocus('street_number');
  }

  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-3 md:grid-cols-2">
        <legend className="sr-only">Onde você quer receber</legend>
        {(isConnected ? choices.slice(0, 1) : choices).map(({ value, label, note }) => (
          <label key={value} className="option">
            <input {...choice('entrega', value)} />
            <span>
              <strong className="block">{label}</strong>
              <span className="text-sm">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isConnected && <p className="text-muted text-sm">Para receber em casa, combine com a secretaria.</p>}
      <noscript>
        <button type="submit" name="acao" value="conferir" className="btn btn-outline">
          Ver o total com esta entrega
        </button>
      </noscript>
      {watch('entrega') === 'endereco' && (
        <div className="grid gap-4">
          <MaskedField
            {...cep}
            mask={cepMask}
            label="CEP"
            className="max-w-80"
            hint={isFinding ? 'Buscando o endereço…' : 'O endereço é preenchido pelo CEP.'}
            onChange={(event) => {
              void cep.onChange(event);
              void fill(event.target.value);
            }}
          />
          <Field label="Rua" {...field('street')} />
          <div className="pair">
            <Field label="Número" {...field('street_number')} />
            <Field label="Complemento" isOptional {...field('complement')} />
          </div>
          <Field label="Bairro" {...field('district')} />
          <div className="pair pair-uneven">
            <Field label="Cidade" {...field('city')} />
            <Field label="UF" {...field('state')} />
          </div>
        </div>
      )}
    </div>
  );
}
