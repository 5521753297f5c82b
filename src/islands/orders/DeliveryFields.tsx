import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { isCep } from '#lib/format/documents.ts';
import type { AddressDraft, OrderDraft } from '#lib/rules/orders/form.ts';
import { $isFindingAddress } from '#lib/stores/account-address.ts';
import { $draft, findAddress } from '#lib/stores/orders.ts';
import { Field } from '../ui/Field.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cepMask } from '../ui/masks.ts';

interface DeliveryFieldsProps {
  entrega: OrderDraft['entrega'];
  endereco: AddressDraft;
  errors: Partial<Record<keyof AddressDraft, string>>;
  /** The franchise's host takes no address: the school and the student agree on it. */
  isConnected: boolean;
  onChange: (part: Partial<OrderDraft>) => void;
}

const choices = [
  { value: 'escola', label: 'Retirar na escola', note: 'Grátis. Avisamos quando chegar.' },
  { value: 'endereco', label: 'Receber em casa', note: 'O valor depende do estado.' },
] as const;

/** Delivery to the school, or to an address that the CEP fills in. */
export function DeliveryFields({ entrega, endereco, errors, isConnected, onChange }: DeliveryFieldsProps) {
  const isFinding = useStore($isFindingAddress, { ssr: 'initial' });
  const number = useRef<HTMLInputElement>(null);
  const change = (part: Partial<AddressDraft>) => onChange({ endereco: { ...endereco, ...part } });

  async function fill(cep: string) {
    if (!isCep(cep)) return;
    const found = await findAddress(cep);
    const current = $draft.get()?.endereco;
    // The student has typed another CEP meanwhile.
    if (!found || !current || current.cep !== cep) return;
    const { street, district, city, state } = found;
    onChange({
      endereco: {
        ...current,
        street: street || current.street,
        district: district || current.district,
        city,
        state,
      },
    });
    number.current?.focus();
  }
  const bind = (name: Exclude<keyof AddressDraft, 'cep'>) => ({
    name,
    value: endereco[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-3 md:grid-cols-2">
        <legend className="sr-only">Onde você quer receber</legend>
        {(isConnected ? choices.slice(0, 1) : choices).map(({ value, label, note }) => (
          <label key={value} className="option">
            <input
              type="radio"
              name="entrega"
              value={value}
              checked={entrega === value}
              onChange={() => onChange({ entrega: value })}
            />
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
      {entrega === 'endereco' && (
        <div className="grid gap-4">
          <MaskedField
            mask={cepMask}
            name="cep"
            label="CEP"
            className="max-w-80"
            hint={isFinding ? 'Buscando o endereço…' : 'O endereço é preenchido pelo CEP.'}
            error={errors.cep}
            defaultValue={endereco.cep}
            onChange={(event) => {
              change({ cep: event.target.value });
              void fill(event.target.value);
            }}
          />
          <Field label="Rua" {...bind('street')} />
          <div className="pair">
            <Field ref={number} label="Número" {...bind('street_number')} />
            <Field label="Complemento" isOptional {...bind('complement')} />
          </div>
          <Field label="Bairro" {...bind('district')} />
          <div className="pair pair-uneven">
            <Field label="Cidade" {...bind('city')} />
            <Field label="UF" {...bind('state')} />
          </div>
        </div>
      )}
    </div>
  );
}
