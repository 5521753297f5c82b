import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { maskCpf } from '#lib/format/cpf.ts';
import { digitsOf, isCep } from '#lib/format/documents.ts';
import {
  noReceiver,
  PayerFields,
  type PayerValues,
  ReceiverFields,
  type ReceiverValues,
} from '#lib/rules/exchange/payer.ts';
import { $requestId, findAddress } from '#lib/stores/exchange.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { dayMask } from '../ui/day-mask.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cepMask, cpfMask, phoneMask } from '../ui/masks.ts';
import { Select } from '../ui/Select.tsx';

/**
 * The payer and the receiver of a quote as a part of its form: their rules, initial values, and the props of `Parties`.
 * Known data of the payer is collapsed until it is changed or wrong.
 *
 * @param hasCpf false if another field of the form has it
 */
export function useParties(payer: PayerValues, today: string, hasCpf = true) {
  const isTrip = useStore($requestId, { ssr: 'initial' }) !== undefined;
  const rules = PayerFields(today);
  const [isOpen, setIsOpen] = useState(() => !rules.safeParse(payer).success);
  const onOpen = () => setIsOpen(true);
  return {
    rules: z.intersection(rules, ReceiverFields(isTrip)),
    values: { ...noReceiver, ...payer },
    /** Expands the payer if one of these names is a field of it. */
    openFor: (names: readonly string[]) => {
      if (names.some((name) => name in payer && (hasCpf || name !== 'cpf'))) onOpen();
    },
    parties: { isTrip, hasCpf, isOpen, onOpen },
  };
}

/** The receiver of a quote’s money, and the payer. A trip has a known receiver. */
export function Parties({ isTrip, ...payer }: ReturnType<typeof useParties>['parties']) {
  return (
    <>
      {!isTrip && <ReceiverFieldset />}
      <PayerSummary {...payer} />
    </>
  );
}

const purposes = Object.entries(exchangeMessages.purposes).map(([value, label]) => ({ value, label }));

/** The receiver abroad, and the purpose. */
function ReceiverFieldset() {
  const { field } = useFormFields<ReceiverValues>();
  return (
    <>
      <h3 className="text-base font-bold">Quem recebe</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <Field {...field('nome')} label="Escola, empresa ou pessoa" autoComplete="off" />
        <Field {...field('pais')} label="País" autoComplete="off" />
        <Field
          {...field('conta')}
          label="Conta, IBAN ou número de aluno"
          hint="Como está na fatura de quem recebe."
          autoComplete="off"
        />
        <Select {...field('motivo')} label="Motivo" options={purposes} />
      </div>
    </>
  );
}

interface PayerSummaryProps {
  hasCpf?: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** The payer. Known data takes one line until the user changes it or something is missing. */
function PayerSummary({ hasCpf, isOpen, onOpen }: PayerSummaryProps) {
  const { watch } = useFormContext<PayerValues>();
  const [name, cpf] = watch(['full_name', 'cpf']);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="text-base font-bold">Quem paga</h3>
          {!isOpen && (
            <p className="text-muted truncate">
              {name} · CPF {maskCpf(digitsOf(cpf))}
            </p>
          )}
        </div>
        {!isOpen && (
          <button type="button" className="link-target" onClick={onOpen}>
            Conferir ou mudar
          </button>
        )}
      </div>
      {isOpen && <PayerFieldset hasCpf={hasCpf} />}
    </>
  );
}

interface PayerFieldsetProps {
  /** The card fields already have it, because the payer owns the card. */
  hasCpf?: boolean;
}

/** The payer’s data required for an exchange: person, contact and address. */
function PayerFieldset({ hasCpf = true }: PayerFieldsetProps) {
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
